import assert from 'node:assert/strict';
import { gunzipSync } from 'node:zlib';
import { test } from 'vitest';
import type { BackupError } from './backup-error.ts';
import { SEAL_BYTES } from './file-checksum.ts';
import { readBackup, wholeOf } from './read-backup.ts';
import { backupBytes, type Member } from './write-backup.ts';

const file = (name: string, text: string): Member => {
  const bytes = Buffer.from(text);
  return { name, size: bytes.length, bytes: [bytes.subarray(0, 3), bytes.subarray(3)] };
};
const MEMBERS: readonly Member[] = [
  file('facturier-backup.json', '{"format":1}'),
  { name: 'cluster/pg_notify', folder: true },
  file('cluster/base/5/1249', 'F-2026-0001'.repeat(40)),
  file('cluster/empty', ''),
];

async function* each<T>(values: readonly T[]): AsyncGenerator<T> {
  yield* values;
}
const copied = (members: readonly Member[] = MEMBERS): Promise<Buffer> => wholeOf(backupBytes(each(members)));
/** Chunks of 7 bytes, so that nothing aligns by chance. */
const chunked = (bytes: Buffer) =>
  each(Array.from({ length: Math.ceil(bytes.length / 7) }, (_, at) => bytes.subarray(at * 7, at * 7 + 7)));
const refusalOf = (bytes: Buffer): Promise<string> =>
  readBackup(chunked(bytes)).then(
    () => 'taken',
    (error: BackupError) => error.code,
  );

test('a backup is read back member by member, with its empty folders', async () => {
  const read: [string, string | undefined][] = [];
  await readBackup(chunked(await copied()), async ({ name, bytes }) => {
    read.push([name, bytes && (await wholeOf(bytes)).toString()]);
  });
  assert.deepEqual(read, [
    ['facturier-backup.json', '{"format":1}'],
    ['cluster/pg_notify', undefined],
    ['cluster/base/5/1249', 'F-2026-0001'.repeat(40)],
    ['cluster/empty', ''],
  ]);
});

test('one changed byte anywhere is refused; gzip alone would accept some of them', async () => {
  const sound = await copied();
  assert.equal(await refusalOf(sound), 'taken');
  let unseenByGzip = 0;
  for (let at = 0; at < sound.length; at++) {
    const spoilt = Buffer.from(sound);
    spoilt[at] = (spoilt[at] as number) ^ 0x20;
    const code = await refusalOf(spoilt);
    assert.ok(code === 'damaged' || code === 'not_a_backup', `byte ${at} of ${sound.length}: ${code}`);
    if (at < sound.length - SEAL_BYTES && unpacks(spoilt)) unseenByGzip += 1;
  }
  assert.ok(unseenByGzip > 0, 'control: programs that unpack gzip take some of them');
});

test('a backup that was cut off or has bytes after its end is refused, at every length', async () => {
  const sound = await copied();
  for (let length = 0; length < sound.length; length++) {
    assert.notEqual(await refusalOf(sound.subarray(0, length)), 'taken', `${length} bytes`);
  }
  assert.notEqual(await refusalOf(Buffer.concat([sound, Buffer.from([0])])), 'taken');
});

test('a source that fails while it is read ends with its own error, not with "damaged"', async () => {
  const bytes = await copied();
  async function* lost(): AsyncGenerator<Buffer> {
    yield bytes.subarray(0, bytes.length / 2);
    throw new TypeError('terminated');
  }
  await assert.rejects(readBackup(lost()), new TypeError('terminated'));
});

test('a member that leads out of the folder is refused', async () => {
  for (const name of ['../evil', 'cluster/../../evil', '/etc/evil', 'C:/evil', 'a\\..\\b']) {
    assert.equal(
      await refusalOf(await copied([file('facturier-backup.json', '{}'), file(name, 'x')])),
      'damaged',
      name,
    );
  }
});

test('other programs can unpack a backup: it is a tar file compressed with gzip', async () => {
  const tar = gunzipSync(await copied());
  assert.equal(tar.toString('latin1', 257, 262), 'ustar');
});

function unpacks(bytes: Buffer): boolean {
  try {
    gunzipSync(bytes);
    return true;
  } catch {
    return false;
  }
}

import assert from 'node:assert/strict';
import { createWriteStream, openSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, test } from 'vitest';
import { directoryEnd, directoryEntry, localHeader, readEntry, readLongEnd } from './zip-format.ts';
import { openZip, ZipUnreadable } from './zip-reader.ts';
import { zipWriter } from './zip-writer.ts';

let folder: string;
let opened = 0;
const spoolFile = (name: string): number => openSync(join(folder, `${name}-${++opened}`), 'wx+');
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'facturier zip '));
});
afterAll(() => rm(folder, { recursive: true }));

async function written(name: string): Promise<string> {
  const path = join(folder, name);
  const zip = zipWriter(createWriteStream(path), spoolFile);
  const [first, second] = [zip.open('livre/été.csv'), zip.open('second.txt')];
  for (let line = 0; line < 10_000; line++) first.out.write(`${line};reçu\r\n`);
  second.out.write('deux');
  await second.end();
  await first.end();
  await zip.add('facture.pdf', Buffer.from('%PDF'), true);
  await zip.finish();
  return path;
}

test('three members, two of them open at once, are read back, and by another program', async () => {
  const path = await written('three.zip');
  const others = unzipSync(await readFile(path));
  assert.deepEqual(Object.keys(others).sort(), ['facture.pdf', 'livre/été.csv', 'second.txt']);
  const zip = await openZip(path);
  assert.deepEqual(
    zip.members.map(({ name }) => name),
    ['second.txt', 'livre/été.csv', 'facture.pdf'],
  );
  for (const [name, bytes] of Object.entries(others)) assert.ok((await zip.whole(name, 1_000_000)).equals(bytes), name);
  await zip.close();
});

test('a byte changed anywhere, added or removed is refused', async () => {
  const bytes = await readFile(await written('whole.zip'));
  const read = async (changed: Buffer): Promise<void> => {
    const path = join(folder, 'changed.zip');
    await writeFile(path, changed);
    const zip = await openZip(path);
    try {
      for (const { name } of zip.members) await zip.whole(name, 1_000_000);
    } finally {
      await zip.close();
    }
  };
  await read(bytes);
  let changes = 0;
  for (let at = 0; at < bytes.length; at += at < 100 || at > bytes.length - 300 ? 1 : 97) {
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ 0x55;
    await assert.rejects(read(changed), ZipUnreadable, `byte ${at}`);
    changes++;
  }
  assert.ok(changes > 300, `${changes}`);
  await assert.rejects(read(bytes.subarray(0, -1)), ZipUnreadable);
  await assert.rejects(read(Buffer.concat([bytes, Buffer.from('x')])), ZipUnreadable);
  await assert.rejects(read(Buffer.alloc(0)), ZipUnreadable);
});

test('a member of 5 GiB at 6 GiB, and 70,000 members, are written with long numbers and read back', () => {
  const GIB = 1_024 ** 3;
  const member = { name: 'long', isDeflated: true, crc32: 7, packedBytes: 5 * GIB, bytes: 6 * GIB };
  assert.ok(localHeader(member).length > 34 + 16);
  const entry = directoryEntry(member, 6 * GIB);
  assert.deepEqual(readEntry(entry, 0), { member, end: entry.length });
  const directory = { entries: 70_000, bytes: 5_000_000, offset: 9 * GIB };
  assert.deepEqual(readLongEnd(directoryEnd(directory).subarray(0, 76)), directory);
});

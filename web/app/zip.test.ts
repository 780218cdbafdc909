import assert from 'node:assert/strict';
import { Unzip, UnzipPassThrough, unzipSync } from 'fflate';
import { test } from 'vitest';
import { zipOf } from './zip.ts';

const text = (said: string): Uint8Array => new TextEncoder().encode(said);
const written = async (...entries: Parameters<typeof zipOf>[0]): Promise<Uint8Array> =>
  new Uint8Array(await zipOf(entries).arrayBuffer());

test('the files of a ZIP are read unchanged, with their names', async () => {
  const long = new Uint8Array(70_000).fill(7);
  const read = unzipSync(
    await written({ name: 'F-2026-0001.pdf', bytes: text('%PDF-1.7 premier') }, { name: 'été.pdf', bytes: long }),
  );
  assert.deepEqual(Object.keys(read), ['F-2026-0001.pdf', 'été.pdf']);
  assert.equal(new TextDecoder().decode(read['F-2026-0001.pdf']), '%PDF-1.7 premier');
  assert.deepEqual(read['été.pdf'], long);
});

test('two files with one name are both returned', async () => {
  const read: [string, string][] = [];
  const unzip = new Unzip((file) => {
    file.ondata = (_error, bytes) => void (bytes.length > 0 && read.push([file.name, new TextDecoder().decode(bytes)]));
    file.start();
  });
  unzip.register(UnzipPassThrough);
  const name = 'brouillon.pdf';
  unzip.push(await written({ name, bytes: text('un') }, { name, bytes: text('deux') }), true);
  assert.deepEqual(read, [
    [name, 'un'],
    [name, 'deux'],
  ]);
});

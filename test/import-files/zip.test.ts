import assert from 'node:assert/strict';
import { strToU8, zipSync } from 'fflate';
import { test } from 'vitest';
import { openZip } from '../../src/import-files/open-zip.ts';
import { readImportFile } from '../../src/import-files/read-import-file.ts';

const namesIn = (bytes: Uint8Array): readonly string[] => {
  const opened = openZip(bytes);
  assert.ok('files' in opened, JSON.stringify(opened));
  return opened.files.map(({ name }) => name);
};

test('an archive gives its files without folders; those of macOS are left out', () => {
  const zip = zipSync({
    'Factures/2026/F-1.csv': strToU8('Numéro;Date'),
    'Factures/2025/F-1.csv': strToU8('Numéro;Date'),
    '__MACOSX/Factures/._F-1.csv': strToU8('x'),
    'Factures/.DS_Store': strToU8('x'),
    '../../etc/passwd': strToU8('root'),
    'C:\\Windows\\évil\u202egpj.csv': strToU8('x'),
  });
  const opened = openZip(zip);
  assert.ok('files' in opened);
  assert.deepEqual(
    opened.files.map(({ name }) => name),
    ['F-1.csv', 'F-1 (2).csv', 'passwd', 'évilgpj.csv'],
  );
  assert.equal(opened.leftOut, 2);
  assert.equal(Buffer.from(opened.files[0]?.bytes ?? []).toString(), 'Numéro;Date');
});

test('an archive of 1,001 files, one that grows 1,000 times, a broken and an empty one are refused', () => {
  const many = Object.fromEntries(Array.from({ length: 1_001 }, (_, n) => [`${n}.txt`, strToU8('x')]));
  assert.deepEqual(openZip(zipSync(many)), { fault: 'too_many_files' });
  const bomb = zipSync({ 'a.csv': new Uint8Array(64 * 1_048_576) }, { level: 9 });
  const began = performance.now();
  assert.deepEqual(openZip(bomb), { fault: 'too_large' });
  assert.ok(performance.now() - began < 5_000);
  const whole = zipSync({ 'a.csv': strToU8('Numéro;Date') });
  for (let length = 1; length < whole.length; length += 3)
    assert.deepEqual(openZip(whole.subarray(0, length)), { fault: 'broken' }, `${length} bytes`);
  assert.deepEqual(openZip(new Uint8Array()), { fault: 'empty' });
  assert.deepEqual(openZip(zipSync({})), { fault: 'empty' });
});

test('an archive with a password is refused', () => {
  const zip = Buffer.from(zipSync({ 'a.csv': strToU8('Numéro;Date') }));
  const entry = zip.indexOf(Buffer.from([0x50, 0x4b, 0x01, 0x02]));
  zip.writeUInt16LE(zip.readUInt16LE(entry + 8) | 1, entry + 8);
  assert.deepEqual(openZip(zip), { fault: 'encrypted' });
});

test('an archive inside an archive is a file that is refused when it is read', async () => {
  const inner = zipSync({ 'a.csv': strToU8('Numéro;Date') });
  assert.deepEqual(namesIn(zipSync({ 'inner.zip': inner })), ['inner.zip']);
  assert.deepEqual(await readImportFile({ name: 'inner.zip', bytes: inner, own: {} }), { fault: 'nested_archive' });
});

import assert from 'node:assert/strict';
import { test } from 'vitest';
import { decodeText } from './decode.ts';

const TEXT = 'Désignation;Prix\r\nCafé à 5 €;5\r\n';
/** Windows-1252 has one byte per character: Latin-1 except for a few such as the euro. */
const windows1252 = (text: string): Buffer => Buffer.from(text.replaceAll('€', '\x80'), 'latin1');
const swapped = (bytes: Buffer): Buffer => Buffer.from(bytes).swap16();

test('a file with é à € reads the same from every program that may have saved it', () => {
  const saved: Record<string, Uint8Array> = {
    'UTF-8': Buffer.from(TEXT),
    'UTF-8 with BOM (Excel, CSV UTF-8)': Buffer.from(`\ufeff${TEXT}`),
    'UTF-16 LE with BOM (Excel, Unicode text)': Buffer.from(`\ufeff${TEXT}`, 'utf16le'),
    'UTF-16 BE with BOM': swapped(Buffer.from(`\ufeff${TEXT}`, 'utf16le')),
    'UTF-16 LE without BOM': Buffer.from(TEXT, 'utf16le'),
    'UTF-16 BE without BOM': swapped(Buffer.from(TEXT, 'utf16le')),
    'Windows-1252 (Excel, CSV)': windows1252(TEXT),
  };
  for (const [program, bytes] of Object.entries(saved)) assert.equal(decodeText(bytes), TEXT, program);
});

test('a stated character set is used, and refused if the bytes contradict it', () => {
  assert.equal(decodeText(Buffer.from(TEXT, 'utf16le'), 'utf-16le'), TEXT);
  assert.equal(decodeText(Buffer.from([0xa4]), 'iso-8859-15'), '€');
  assert.deepEqual(decodeText(windows1252(TEXT), 'utf-8'), { undecodable: 'encoding' });
});

test('a NUL is refused: too few characters to detect UTF-16, or a binary file', () => {
  assert.deepEqual(decodeText(Buffer.from('a;b', 'utf16le')), { undecodable: 'nul' });
  assert.deepEqual(decodeText(Buffer.from([0x50, 0x4b, 3, 4, 0, 0, 0xff])), { undecodable: 'nul' });
  assert.equal(decodeText(Buffer.from('')), '');
});

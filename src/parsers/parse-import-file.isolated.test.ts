import assert from 'node:assert/strict';
import { strToU8, zipSync } from 'fflate';
import { afterEach, test } from 'vitest';
import type { ForeignDocument } from '../domain/billing/past/foreign-document.ts';
import { processLimits } from '../limits/process-limits.ts';
import { wholeList } from './json-chunks.ts';
import { parseInWorker } from './parse-in-worker.ts';

const usual = { ...processLimits.parsing };
afterEach(() => void Object.assign(processLimits.parsing, usual));

const listOf = (documents: number): Buffer =>
  Buffer.from(
    [
      'Numéro;Date;Client;HT;TVA;TTC',
      ...Array.from({ length: documents }, (_, n) => `F-${n};05/01/2026;Zoé;100,00;20,00;120,00`),
    ].join('\n'),
  );

test('20,000 documents of a list are read in the thread, within its limits of time and memory', async () => {
  const read = await parseInWorker('importFile', { file: listOf(20_000), name: 'f.csv', own: {} }, { accountId: 'a' });
  assert.ok('documents' in read, JSON.stringify(read));
  const documents = await wholeList<ForeignDocument>(read.documents);
  assert.equal(documents.length, 20_000);
  assert.deepEqual(documents[19_999]?.sums, [{ rate: 2_000, net: 10_000, vat: 2_000 }]);
});

test('a list that takes longer than its processor time ends the thread, not the process', async () => {
  Object.assign(processLimits.parsing, { processorMs: 50, lookMs: 10 });
  const read = await parseInWorker('importFile', { file: listOf(20_000), name: 'f.csv', own: {} }, { accountId: 'a' });
  assert.deepEqual(read, { tooCostly: 'time' });
});

test('the files of an archive come from the thread with their bytes; one inside is refused alone', async () => {
  const inner = zipSync({ 'a.csv': strToU8('x') });
  const zip = zipSync({ 'liste.csv': listOf(2), 'inner.zip': inner });
  const opened = await parseInWorker('zipFile', { file: zip }, { accountId: 'a' });
  assert.ok('files' in opened);
  assert.deepEqual(
    opened.files.map(({ name }) => name),
    ['liste.csv', 'inner.zip'],
  );
  assert.deepEqual(Buffer.from(opened.files[0]?.bytes ?? []), listOf(2));
  const [, second] = opened.files;
  assert.ok(second);
  const read = await parseInWorker(
    'importFile',
    { file: second.bytes, name: second.name, own: {} },
    { accountId: 'a' },
  );
  assert.deepEqual(read, { fault: 'nested_archive' });
});

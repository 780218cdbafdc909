import assert from 'node:assert/strict';
import { afterEach, test } from 'vitest';
import { processLimits } from '../limits/process-limits.ts';
import { wholeList } from './json-chunks.ts';
import { parseInWorker } from './parse-in-worker.ts';
import type { BankFileInput } from './parser-registry.ts';

const usual = { ...processLimits.parsing };
afterEach(() => void Object.assign(processLimits.parsing, usual));

const of = (accountId: string) => ({ accountId });
const table = (file: string | Uint8Array) =>
  parseInWorker('table', { file, columns: [{ member: 'name', names: ['nom'] }], rowsMax: 10_000 }, of('a'));
const bankFile = (file: string | Uint8Array, more: Partial<BankFileInput> = {}) =>
  parseInWorker('bankFile', { file, remembered: new Map(), columns: COLUMNS, ...more }, of('a'));
/** Megabytes of lines are too much for an assertion message. */
const becameOf = (read: object) => ('statements' in read ? 'read' : read);
const COLUMNS = { date: 1, label: [2], amount: 3, dateOrder: 'dmy' } as const;
const statement = (lines: number): string => `Date;Libellé;Montant\n${'05/01/2026;VIR DUPONT;1,00\n'.repeat(lines)}`;

const CAMT = '<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"';
const attributes = (count: number): string => Array.from({ length: count }, (_, at) => `a${at}=""`).join(' ');

/** Characters of a table that are parsed in one step, up to the end of the row. */
const PIECE = 16_385;

test('98 kB of empty lines, with a separator at the start of each chunk, are refused as ragged', async () => {
  const file = 'designation;prix'.padEnd(PIECE, '\n') + ';'.padEnd(PIECE, '\n').repeat(5);
  assert.deepEqual(await table(file), { fault: 'ragged' });
  assert.deepEqual(becameOf(await bankFile(file)), { fault: 'ragged' });
});

test('a table with some ragged rows and a blank line between any two is read', async () => {
  const read = await table(`nom;prix\n${'Pain;1;;\n\nSel\n'.repeat(4_000)}`);
  assert.ok('rows' in read, JSON.stringify(read));
  assert.equal(read.rows, 8_000);
});

test('an XML element with more than 100 attributes is refused, with 560,000 as with 101', async () => {
  for (const count of [101, 560_000])
    assert.deepEqual(becameOf(await bankFile(`${CAMT} ${attributes(count)}/>`)), { fault: 'attributes', row: 1 });
  assert.deepEqual(await bankFile(`${CAMT} ${attributes(99)}/>`), { fault: 'no_statement' });
});

test('a file that exceeds its processor time is abandoned, and the next file is read', async () => {
  processLimits.parsing.processorMs = 1;
  processLimits.parsing.lookMs = 1;
  assert.deepEqual(becameOf(await bankFile(statement(100_000))), { tooCostly: 'time' });
  Object.assign(processLimits.parsing, usual);
  assert.equal(becameOf(await bankFile(statement(1))), 'read');
});

test('a file that exceeds its memory is abandoned, and the next file is read', async () => {
  processLimits.parsing.heapMib = 8;
  assert.deepEqual(becameOf(await bankFile(statement(100_000))), { tooCostly: 'memory' });
  processLimits.parsing.heapMib = usual.heapMib;
  assert.equal(becameOf(await bankFile(statement(1))), 'read');
});

test('the event loop stays responsive while a file is parsed', async () => {
  let turns = 0;
  const counting = setInterval(() => turns++, 1);
  const read = await bankFile(statement(100_000));
  clearInterval(counting);
  assert.ok('statements' in read);
  assert.ok(turns > 10, `${turns} turns`);
});

test('lines and columns are returned as read, from text and from bytes', async () => {
  for (const file of [statement(3), Buffer.from(statement(3))]) {
    const read = await bankFile(file);
    assert.ok('statements' in read);
    const lines = await wholeList(read.statements[0]?.lines ?? []);
    assert.deepEqual(lines, Array(3).fill({ bookedOn: '2026-01-05', amount: 100, label: 'VIR DUPONT' }));
  }
  const untold = await bankFile(statement(3), { columns: undefined });
  assert.ok('untold' in untold && !('text' in untold.untold), 'the text of the file stays in the thread');
});

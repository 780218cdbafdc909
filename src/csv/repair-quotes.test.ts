import assert from 'node:assert/strict';
import fc from 'fast-check';
import { test } from 'vitest';
import { readCsvTable } from './read-table.ts';
import { repairQuotes } from './repair-quotes.ts';
import { writeRows } from './write-rows.ts';

const reading = { separator: ';', start: 0 } as const;
const columns = [
  { member: 'designation', names: ['Désignation'] },
  { member: 'price', names: ['Prix'] },
];

async function rowsOf(text: string): Promise<string[][] | string> {
  const table = await readCsvTable(text, { separator: ';', columns, rowsMax: 100 });
  if (!('body' in table)) return 'fault' in table ? table.fault : 'refused';
  const rows: string[][] = [];
  for await (const some of table.body) rows.push(...some.map(({ cells }) => [...cells]));
  return rows;
}

test('a quote inside a catalogue cell is part of the text, as in a bank statement', async () => {
  const text = 'Désignation;Prix\nÉcran 24" mat;199,99\n"Modèle "Pro" A";10\n"Deux "";"" points";5\n';
  assert.deepEqual(await rowsOf(text), [
    ['Écran 24" mat', '199,99'],
    ['Modèle "Pro" A', '10'],
    ['Deux ";" points', '5'],
  ]);
});

test('a quote that opens a cell and never closes is refused: no row absorbs the next', async () => {
  assert.equal(await rowsOf('Désignation;Prix\n"Écran 24;199,99\nÉcran 27" mat;299\n"Socle";5\n'), 'quote');
});

test('correctly quoted lines stay unchanged', () => {
  const cells = fc.string({ unit: fc.constantFrom('a', '"', ';', ' ', 'é'), maxLength: 8 });
  fc.assert(
    fc.property(fc.array(fc.array(cells, { minLength: 1, maxLength: 3 }), { maxLength: 4 }), (rows) => {
      const text = writeRows(rows, { separator: ';', decimalMark: ',', mark: '' });
      assert.equal(repairQuotes(text, reading), text);
    }),
  );
});

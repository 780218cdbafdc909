import assert from 'node:assert/strict';
import test from 'node:test';
import { zipSync } from 'fflate';
import { readBankFile } from '../../src/bankfile/read-bank-file.ts';
import { workbook } from './workbook.ts';

const read = async (bytes: Uint8Array) => {
  const first = await readBankFile(bytes, { columnsOf: () => undefined });
  if (!('untold' in first)) return first;
  const { guess } = first.untold;
  return readBankFile(bytes, { columns: guess, columnsOf: () => undefined });
};

test('a statement saved as an Excel workbook is read like its CSV: days, amounts, and rows that were not booked', async () => {
  const bytes = workbook([
    ['Relevé du compte FR76 3000 6000 0112 3456 7890 189'],
    ['Date', 'Libellé', 'Montant', 'Statut'],
    // 5 October 2026, as Excel counts days; an amount as it stores what it computed.
    [{ day: 46_300 }, 'VIR "ACME"; F-2026-0001', 1_200.1499999999999, 'Exécuté'],
    [{ day: 46_301 }, 'CARTE', -12.5, 'Refusé'],
  ]);
  const found = await read(bytes);
  assert.ok('statements' in found, JSON.stringify(found));
  const [{ account, lines } = { account: {}, lines: [] }] = found.statements;
  assert.deepEqual(account, { iban: 'FR7630006000011234567890189' });
  assert.deepEqual(
    lines.map(({ bookedOn, amount, label }) => [bookedOn, amount, label]),
    [['2026-10-05', 120_015, 'VIR "ACME"; F-2026-0001']],
  );
  assert.deepEqual(found.leftOut.byReason, [{ reason: 'declined', status: 'Refusé', count: 1 }]);
});

test('a workbook that unpacks to more than a statement ever takes is refused before it is read', async () => {
  const zeros = new Uint8Array(80 * 1_048_576);
  const bytes = zipSync({ 'xl/workbook.xml': zeros });
  assert.ok(bytes.length < 1_048_576);
  assert.deepEqual(await read(bytes), { fault: 'excel_too_large' });
});

import assert from 'node:assert/strict';
import { unzipSync, zipSync } from 'fflate';
import { test } from 'vitest';
import { readBankFile } from '../../src/bank-files/read-bank-file.ts';
import { workbook } from './workbook.ts';

const read = async (bytes: Uint8Array) => {
  const first = await readBankFile(bytes, { columnsOf: () => undefined });
  if (!('untold' in first)) return first;
  const { guess } = first.untold;
  return readBankFile(bytes, { columns: guess, columnsOf: () => undefined });
};

test('an Excel workbook is read like its CSV: dates, amounts and unbooked rows', async () => {
  const bytes = workbook([
    ['Relevé du compte FR76 3000 6000 0112 3456 7890 189'],
    ['Date', 'Libellé', 'Montant', 'Statut'],
    // 5 October 2026 as an Excel date, and an amount as Excel stores a computed value.
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

test('a workbook that unpacks above the statement limit is refused before it is read', async () => {
  const zeros = new Uint8Array(80 * 1_048_576);
  const bytes = zipSync({ 'xl/workbook.xml': zeros });
  assert.ok(bytes.length < 1_048_576);
  assert.deepEqual(await read(bytes), { fault: 'excel_too_large' });
});

/** A workbook with a changed sheet. */
function altered(change: (sheet: string) => string): Uint8Array {
  const files = unzipSync(
    workbook([
      ['Date', 'Libellé', 'Montant'],
      [{ day: 46_300 }, 'VIR', 1],
    ]),
  );
  const name = 'xl/worksheets/sheet1.xml';
  const sheet = new TextDecoder().decode(files[name]);
  return zipSync({ ...files, [name]: new TextEncoder().encode(change(sheet)) });
}

test('a sheet that would take minutes or gigabytes to read is refused at once', async () => {
  const row = (cell: string) => (sheet: string) => sheet.replace('</sheetData>', `${cell}</sheetData>`);
  const attributes = Array.from({ length: 560_000 }, (_, at) => `a${at}=""`).join(' ');
  const hostile: Readonly<Record<string, (sheet: string) => string>> = {
    'a cell in the last row': row('<row r="1048576"><c r="A1048576"><v>1</v></c></row>'),
    'a cell in the last column': row('<row r="3"><c r="XFD3"><v>1</v></c></row>'),
    '560,000 attributes': (sheet) => sheet.replace('<sheetData>', `<sheetData ${attributes}>`),
    'a cell of 30 million characters': (sheet) => sheet.replace('<t>VIR', `<t>${'A'.repeat(30_000_000)}`),
    entities: (sheet) => sheet.replace('<worksheet', '<!DOCTYPE x [<!ENTITY a "ha">]><worksheet'),
  };
  const began = process.cpuUsage();
  for (const [said, change] of Object.entries(hostile))
    assert.deepEqual(await read(altered(change)), { fault: 'excel_too_large' }, said);
  const { user } = process.cpuUsage(began);
  // Without the checks, each of three took 40 s or more.
  assert.ok(user < 20_000_000, `${user} µs`);
  assert.ok('statements' in (await read(altered((sheet) => sheet))), 'the sheet itself is read');
});

test('a ZIP with thousands of files is refused', async () => {
  const many = Object.fromEntries(Array.from({ length: 2_000 }, (_, at) => [`a${at}`, new Uint8Array()]));
  assert.deepEqual(await read(zipSync({ 'xl/workbook.xml': new Uint8Array(), ...many })), { fault: 'excel_too_large' });
});

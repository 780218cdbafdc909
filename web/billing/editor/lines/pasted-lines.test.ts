import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { VatCode } from '../draft/line.ts';
import { parsePastedLines } from './pasted-lines.ts';
import { parsePastedTable } from './pasted-table.ts';

const start = { unit: 'unit', vatCode: 'FR_2000', taxIncluded: false } as const;
const rate = (vatCode: VatCode, ratePercent: number) => ({ vatCode, ratePercent });
const rates = [rate('FR_2000', 20), rate('FR_1000', 10), rate('FR_550', 5.5), rate('FR_00HT', 0), rate('FR_00UE', 0)];
const linesOf = (text: string, vatCodes = rates) => {
  let count = 0;
  return parsePastedLines(text, { start, vatCodes, language: 'fr', newKey: () => `k${++count}` });
};

test('a spreadsheet table with French headers becomes lines with units, prices and VAT', () => {
  const pasted = linesOf(
    'Désignation\tQté\tUnité\tPrix unitaire HT\tTVA\tTotal HT\r\n' +
      'Plan de travail, chêne\t3,20\tm²\t385,00 €\t20 %\t1 232,00 €\r\n' +
      'Pose sur site\t2\tjours\t1\u202f480,50\t10%\t2 961,00\r\n' +
      '\t\t\t\t\t\r\n' +
      'Conseil\t\tforfait\t\t\t\r\n',
  );
  assert.deepEqual(pasted, {
    leftAside: [],
    lines: [
      {
        key: 'k1',
        designation: 'Plan de travail, chêne',
        quantity: 3.2,
        unit: 'square_meter',
        unitPrice: 38_500,
        vatCode: 'FR_2000',
        taxIncluded: false,
      },
      {
        key: 'k2',
        designation: 'Pose sur site',
        quantity: 2,
        unit: 'day',
        unitPrice: 148_050,
        vatCode: 'FR_1000',
        taxIncluded: false,
      },
      { key: 'k3', designation: 'Conseil', quantity: 1, unit: 'fixed_rate', vatCode: 'FR_2000', taxIncluded: false },
    ],
  });
});

test('English headers are accepted in another order, and so are prices with tax', () => {
  const [line] = linesOf('Qty;Item;Unit price (incl. VAT);SKU\n2;"Chair; oak";120.00;CH-35\n')?.lines ?? [];
  assert.deepEqual(line, {
    ...{ key: 'k1', designation: 'Chair; oak', reference: 'CH-35', quantity: 2, unitPrice: 12_000 },
    ...{ unit: 'unit', vatCode: 'FR_2000', taxIncluded: true },
  });
});

test('without headers, columns are recognized by their content', () => {
  const pasted = linesOf('Audit\t2\tj\t600\t20%\nRapport\t1\tforfait\t450,5\t5,5%');
  assert.deepEqual(
    pasted?.lines.map(({ designation, quantity, unit, unitPrice, vatCode }) => [
      designation,
      quantity,
      unit,
      unitPrice,
      vatCode,
    ]),
    [
      ['Audit', 2, 'day', 60_000, 'FR_2000'],
      ['Rapport', 1, 'fixed_rate', 45_050, 'FR_550'],
    ],
  );
  assert.deepEqual(
    linesOf('Audit\t600\nRapport\t450')?.lines.map(({ quantity, unitPrice }) => [quantity, unitPrice]),
    [
      [1, 60_000],
      [1, 45_000],
    ],
  );
});

test('a rate is the first matching code of the service, by number, share or name: 0 % differs for a customer abroad', () => {
  const codes = (cell: string, vatCodes = rates) =>
    linesOf(`Libellé\tPU\tTVA\nAudit\t600\t${cell}`, vatCodes)?.lines.map(({ vatCode }) => vatCode);
  assert.deepEqual([codes('0 %'), codes('0,1'), codes('fr_00ue')], [['FR_00HT'], ['FR_1000'], ['FR_00UE']]);
  assert.deepEqual(codes('0 %', rates.toReversed()), ['FR_00UE']);
  // An unknown rate is ignored: the line takes the rate of the one above.
  assert.deepEqual([codes('8,5 %'), codes('20 %', [])], [['FR_2000'], ['FR_2000']]);
});

test('a list of words, one per row, becomes one line each; a cell with a line break is one', () => {
  assert.deepEqual(
    linesOf('Audit\nRapport')?.lines.map(({ designation }) => designation),
    ['Audit', 'Rapport'],
  );
  assert.deepEqual(
    linesOf('"Audit\ndes comptes"\t3')?.lines.map(({ designation }) => designation),
    ['Audit des comptes'],
  );
});

test('an unreadable value is reported with its row and never guessed', () => {
  const pasted = linesOf('Libellé\tQuantité\tPU\nAudit\tdeux\t600\n\t1\t30\nRapport\t1\t30');
  assert.deepEqual([pasted?.lines.map(({ designation }) => designation), pasted?.leftAside], [['Rapport'], [2, 3]]);
});

test('text that is not a table is pasted as text: a sentence with commas, a single cell', () => {
  for (const text of ['Plan de travail, chêne massif, huilé', 'Pose', '12,5', '', 'Écran 24" ; support'])
    assert.equal(linesOf(text), undefined, text);
  // An inch sign does not open a quotation.
  assert.deepEqual(parsePastedTable('"24" screen\t1\nother\t2'), [
    ['"24" screen', '1'],
    ['other', '2'],
  ]);
  assert.deepEqual(parsePastedTable('"a ""b"" c"\tx'), [['a "b" c', 'x']]);
});

test('a row of words above figures begins a section, the next one or a subtotal ends it; words below words are lines', () => {
  const sectionsOf = (text: string) => linesOf(text)?.lines.map(({ section, designation }) => [section, designation]);
  assert.deepEqual(
    sectionsOf(
      'Désignation\tQté\tPU HT\tTotal HT\n' +
        'Visite\t1\t50\t50\nLot 1  – Gros œuvre\t\t\t\nMurs\t2\t300\t600\nDalle\t1\t900\t900\n' +
        'Sous-total Lot 1\t\t\t1 500,00\nNettoyage\t1\t80\t80\n\t\t\t\nLot 2\t\t\t\nToit\t1\t700\t700\nSous-total\t\t\t\nRetouches\t1\t50\t50\n',
    ),
    [
      [undefined, 'Visite'],
      ['Lot 1  – Gros œuvre', 'Murs'],
      ['Lot 1  – Gros œuvre', 'Dalle'],
      [undefined, 'Nettoyage'],
      ['Lot 2', 'Toit'],
      [undefined, 'Retouches'],
    ],
  );
  assert.deepEqual(sectionsOf('Site\t\t\nAudit\t2\t600\nRapport\t1\t450'), [
    ['Site', 'Audit'],
    ['Site', 'Rapport'],
  ]);
  assert.deepEqual(sectionsOf('Audit\nRapport'), [
    [undefined, 'Audit'],
    [undefined, 'Rapport'],
  ]);
  const words = `Audit\t1\t600\nConseil\t\t\n`;
  assert.deepEqual(sectionsOf(words), [
    [undefined, 'Audit'],
    [undefined, 'Conseil'],
  ]);
  const long = 'a'.repeat(121);
  assert.deepEqual(sectionsOf(`${long}\t\t\nAudit\t2\t600\nRapport\t1\t450`)?.[0], [undefined, long]);
});

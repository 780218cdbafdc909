import assert from 'node:assert/strict';
import { test } from 'vitest';
import { readImportFile } from '../../src/import-files/read-import-file.ts';

const HEADERS =
  'JournalCode JournalLib EcritureNum EcritureDate CompteNum CompteLib CompAuxNum CompAuxLib PieceRef PieceDate EcritureLib Debit Credit EcritureLet DateLet ValidDate Montantdevise Idevise';

type Line = [
  journal: string,
  entry: string,
  on: string,
  account: string,
  auxiliary: string,
  piece: string,
  debit: string,
  credit: string,
  letter?: string,
];
const fecOf = (lines: readonly Line[], separator = '\t'): string =>
  [
    HEADERS.split(' '),
    ...lines.map(([journal, entry, on, account, auxiliary, piece, debit, credit, letter = '']) => [
      ...[
        journal,
        `Journal ${journal}`,
        entry,
        on,
        account,
        `Compte ${account}`,
        auxiliary && `C${auxiliary}`,
        auxiliary,
      ],
      ...[piece, on, `Facture ${piece} "ECRAN 24""`, debit, credit, letter, '', on, '', ''],
    ]),
  ]
    .map((cells) => cells.join(separator))
    .join('\r\n');

const read = async (text: string) => {
  const found = await readImportFile({ name: '732829320FEC20251231.txt', bytes: Buffer.from(text), own: {} });
  assert.ok(!('fault' in found), JSON.stringify(found));
  return found;
};

const SALES: Line[] = [
  ['VE', '1', '20250110', '411000', 'Kervella', 'FA-1', '1200,00', '0,00', 'A'],
  ['VE', '1', '20250110', '706000', '', 'FA-1', '0,00', '1000,00'],
  ['VE', '1', '20250110', '445710', '', 'FA-1', '0,00', '200,00'],
  ['VE', '2', '20250115', '411000', 'Café des Arts', 'FA-2', '317,50', '0,00'],
  ['VE', '2', '20250115', '707000', '', 'FA-2', '0,00', '100,00'],
  ['VE', '2', '20250115', '706000', '', 'FA-2', '0,00', '150,00'],
  ['VE', '2', '20250115', '706100', '', 'FA-2', '0,00', '30,00'],
  ['VE', '2', '20250115', '445710', '', 'FA-2', '0,00', '30,00'],
  ['VE', '2', '20250115', '445711', '', 'FA-2', '0,00', '5,50'],
  ['VE', '2', '20250115', '758000', '', 'FA-2', '0,00', '2,00'],
  ['VE', '3', '20250120', '411000', 'Kervella', 'AV-1', '0,00', '120,00', 'A'],
  ['VE', '3', '20250120', '706000', '', 'AV-1', '100,00', '0,00'],
  ['VE', '3', '20250120', '445710', '', 'AV-1', '20,00', '0,00'],
  ['BQ', '4', '20250201', '512000', '', 'VIR1', '1080,00', '0,00'],
  ['BQ', '4', '20250201', '411000', 'Kervella', 'VIR1', '0,00', '1080,00', 'A'],
  ['BQ', '5', '20250210', '512000', '', 'FA-2', '117,50', '0,00'],
  ['BQ', '5', '20250210', '411000', 'Café des Arts', 'FA-2', '0,00', '117,50'],
  ['AC', '6', '20250211', '401000', 'SNCF', 'T-9', '0,00', '66,00'],
  ['AC', '6', '20250211', '625100', '', 'T-9', '60,00', '0,00'],
  ['AC', '6', '20250211', '445660', '', 'T-9', '6,00', '0,00'],
];

test('a file of entries gives three sales; a purchase is counted, not listed', async () => {
  for (const separator of ['\t', '|']) {
    const found = await read(fecOf(SALES, separator));
    assert.deepEqual([found.type, found.content, found.rows], ['fec', 'documents', SALES.length]);
    assert.deepEqual(
      found.documents.map(({ number, kind, issuedOn, customer }) => [
        number,
        kind,
        issuedOn,
        customer.name,
        customer.key,
      ]),
      [
        ['FA-1', 'invoice', '2025-01-10', 'Kervella', 'CKervella'],
        ['FA-2', 'invoice', '2025-01-15', 'Café des Arts', 'CCafé des Arts'],
        ['AV-1', 'credit_note', '2025-01-20', 'Kervella', 'CKervella'],
      ],
    );
  }
});

test('VAT of 30.00 belongs to services of 150.00 at 20 %, VAT of 5.50 to goods of 100.00 at 5.5 %', async () => {
  const { documents } = await read(fecOf(SALES));
  assert.deepEqual(documents[1]?.sums, [
    { rate: 2_000, net: 15_000, vat: 3_000, sold: 'services' },
    { rate: 550, net: 10_000, vat: 550, sold: 'goods' },
    { rate: 0, net: 3_200, vat: 0 },
  ]);
  assert.deepEqual(documents[2]?.sums, [{ rate: 2_000, net: 10_000, vat: 2_000, sold: 'services' }]);
});

test('1,080.00 with the letter A pays 1,200.00 less a credit note of 120.00; 117.50 is matched by its document', async () => {
  const { documents } = await read(fecOf(SALES));
  assert.deepEqual(
    documents.map(({ payments }) => payments),
    [[{ on: '2025-02-01', amount: 108_000 }], [{ on: '2025-02-10', amount: 11_750 }], []],
  );
});

test('one transfer of 300.00 pays two invoices of 100.00 and 200.00', async () => {
  const lines: Line[] = [
    ['VE', '1', '20250110', '411LUNA', '', 'F1', '100,00', '0,00', 'B'],
    ['VE', '1', '20250110', '706000', '', 'F1', '0,00', '100,00'],
    ['VE', '2', '20250111', '411LUNA', '', 'F2', '200,00', '0,00', 'B'],
    ['VE', '2', '20250111', '706000', '', 'F2', '0,00', '200,00'],
    ['BQ', '3', '20250301', '512000', '', 'X', '300,00', '0,00'],
    ['BQ', '3', '20250301', '411LUNA', '', 'X', '0,00', '300,00', 'B'],
  ];
  const { documents } = await read(fecOf(lines));
  assert.deepEqual(
    documents.map(({ payments }) => payments.map(({ amount }) => amount)),
    [[10_000], [20_000]],
  );
  assert.equal(documents[0]?.customer.name, 'Compte 411LUNA');
});

test('a file without sales is one of accounting entries', async () => {
  const found = await read(fecOf(SALES.slice(-3)));
  assert.deepEqual([found.content, found.documents.length, found.rows], ['accounting_entries', 0, 3]);
});

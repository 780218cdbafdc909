import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, test } from 'vitest';

import { workbook } from '../../../test/bank-files/workbook.ts';
import type { Books } from '../../../test/support/documents/example-books.ts';
import { bought, inShort, PAPER, purchaseLines, purchaser } from '../../../test/support/documents/purchases.ts';
import { COMPANY } from '../../../test/support/service/company.ts';
import { type TestService, testService } from '../../../test/support/service/in-process-service.ts';

// Purchases from a file. The clock stands on 2 March 2026.

let service: TestService;
beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.close());

const HEADERS = 'Date de paiement;Fournisseur;Nature;Montant TTC;dont TVA déductible;Mode de règlement;Pièce';
const ROW = '01/03/2026;Papeterie du Port;Fournitures;49,90;8,32;carte bancaire;TK-4411';
const fileOf = (...rows: string[]): string => `${[HEADERS, ...rows].join('\r\n')}\r\n`;
const imported = (books: Books, content: string, options: object = {}) =>
  books.done('import-purchases', undefined, { content, ...options });
const refused = async (books: Books, content: string, options: object = {}) => {
  const answer = await books.ask('import-purchases', { body: { content, ...options } });
  return answer as typeof answer & { report: any; columns?: string[]; limit?: number };
};
const business = (company: object = COMPANY) => purchaser(service, company);
const base64 = (text: string | Uint8Array, encoding: BufferEncoding = 'utf8'): string =>
  Buffer.from(text as string, encoding).toString('base64');

test('import-purchases: 49.90 with 8.32 of VAT by card and -12.00 in cash become lines 1 and 2, and the sums are 37.90 and 6.32', async () => {
  const { books } = await business();
  const report = await imported(books, fileOf(ROW, '28/02/2026;Miellerie;Marchandises;-12;-2;espèces;'));
  assert.deepEqual(
    [report.created, report.known, report.amount, report.deductibleVat, report.warningCount],
    [2, 0, 3_790, 632, 0],
  );
  assert.deepEqual(
    (await purchaseLines(books)).map((line) => [...inShort(line), line.nature, line.method, line.reference]),
    [
      [2, '2026-02-28', 'Miellerie', -1_200, -200, 'goods_for_resale', 'cash', undefined],
      [1, '2026-03-01', 'Papeterie du Port', 4_990, 832, 'supplies', 'credit_card', 'TK-4411'],
    ],
  );
});

test('English headers, commas and points, tabs, Windows-1252 and UTF-16 are read alike', async () => {
  const english =
    'Date,Supplier,Category,Amount,VAT,Payment,Reference\n2026-03-01,Épicerie,Supplies,"1,234.50",205.75,Card,A\n';
  const french =
    'Date\tFournisseur\tNature\tTTC\tTVA\tRèglement\tPièce\n1/3/2026\tÉpicerie\tFourniture\t1 234,50\t205,75\tCB\tA\n';
  const files = [
    { content: english },
    { content: french },
    { file: base64(french, 'latin1') },
    { file: base64(`\ufeff${french}`, 'utf16le') },
    {
      file: base64(
        workbook([
          ['Date', 'Fournisseur', 'Nature', 'TTC', 'TVA', 'Règlement', 'Pièce'],
          [{ day: 46_082 }, 'Épicerie', 'Fournitures', 1_234.5, 205.75, 'carte', 'A'],
        ]),
      ),
    },
  ];
  for (const [place, file] of files.entries()) {
    const { books } = await business();
    await books.done('import-purchases', undefined, file);
    assert.deepEqual(
      (await purchaseLines(books)).map((line) => [...inShort(line), line.nature, line.method, line.reference]),
      [[1, '2026-03-01', 'Épicerie', 123_450, 20_575, 'supplies', 'credit_card', 'A']],
      `file ${place}`,
    );
  }
});

test('the same file twice records nothing twice; two equal rows of one file are two purchases; importKnown records them again', async () => {
  const { books } = await business();
  const file = fileOf(ROW, ROW, '02/03/2026;Café;Déplacements;2,50;0;espèces;');
  assert.equal((await imported(books, file)).created, 3);
  const again = await imported(books, file);
  assert.deepEqual([again.created, again.known, again.amount], [0, 3, 0]);
  assert.deepEqual(
    again.warnings.map(({ row, code }: any) => [row, code]),
    [2, 3, 4].map((row) => [row, 'purchase_known']),
  );
  assert.equal((await imported(books, fileOf(ROW, ROW, ROW))).created, 1);
  assert.equal((await purchaseLines(books)).length, 4);
  const forced = await imported(books, fileOf(ROW), { importKnown: true });
  assert.deepEqual([forced.created, forced.known], [1, 0]);
});

test('a purchase recorded by hand is known to a file; another reference, day or amount is another purchase', async () => {
  const { books } = await business();
  await bought(books, { supplierName: ' papeterie  DU port' });
  const others = [ROW.replace('TK-4411', 'TK-4412'), ROW.replace('01/03', '02/03'), ROW.replace('49,90', '49,91')];
  const report = await imported(books, fileOf(ROW, ...others));
  assert.deepEqual([report.created, report.known], [3, 1]);
});

test('a file imported twice at once is recorded once', async () => {
  const { books } = await business();
  const rows = Array.from({ length: 20 }, (_, at) => ROW.replace('TK-4411', `TK-${at}`));
  const reports = await Promise.all([1, 2, 3, 4].map(() => imported(books, fileOf(...rows))));
  assert.deepEqual(
    reports.map(({ created, known }) => created + known),
    [20, 20, 20, 20],
  );
  assert.equal((await purchaseLines(books)).length, 20);
});

test('one bad row refuses the file; the preview and the refusal name row, column and rule; skipBad records the others', async () => {
  const { books } = await business();
  const file = fileOf(
    ROW,
    '31/02/2026;Faux jour;Services;10;0;virement;',
    '03/03/2026;Demain;Services;10;0;virement;',
    '01/03/2026;Trop de TVA;Services;10;11;virement;',
    '01/03/2026;;Services;10;0;virement;',
    '01/03/2026;Zéro;Services;0;0;virement;',
    '01/03/2026;Nature;Or;10;0;virement;',
    '01/03/2026;Lettres;Services;dix;0;virement;',
  );
  const bad = [
    [3, 'Date de paiement', 'day_unreadable'],
    [4, 'Date de paiement', 'purchase.in_future'],
    [5, 'dont TVA déductible', 'purchase.vat_exceeds_amount'],
    [6, 'Fournisseur', 'cell_missing'],
    [7, 'Montant TTC', 'amount_zero'],
    [8, 'Nature', 'invalid_value'],
    [9, 'Montant TTC', 'number_unreadable'],
  ];
  const tried = await imported(books, file, { dryRun: true, skipBad: true });
  const noted = (report: any) => report.errors.map(({ row, column }: any) => [row, column]);
  assert.deepEqual(
    noted(tried),
    bad.map(([row, column]) => [row, column]),
  );
  assert.deepEqual(
    tried.errors.map(({ code }: any) => code),
    bad.map(([, , code]) => code),
  );
  assert.deepEqual([tried.created, tried.skipped, tried.amount], [1, 7, 4_990]);
  assert.equal((await purchaseLines(books)).length, 0);
  const answer = await refused(books, file);
  assert.deepEqual([answer.refused, answer.report.created, noted(answer.report).length], ['file_rows_refused', 0, 7]);
  assert.equal((await purchaseLines(books)).length, 0);
  assert.equal((await imported(books, file, { skipBad: true })).created, 1);
  assert.deepEqual((await purchaseLines(books)).map(inShort), [[1, '2026-03-01', 'Papeterie du Port', 4_990, 832]]);
});

test('a file without amounts is refused with the missing columns; without nature or means of payment rows are "other", and said so', async () => {
  const { books } = await business();
  const missing = await refused(books, 'Date;Fournisseur\n01/03/2026;EDF\n');
  assert.deepEqual([missing.refused, missing.columns], ['file_columns_missing', ['Montant TTC']]);
  const report = await imported(books, 'Date;Fournisseur;TTC\n01/03/2026;EDF;120\n');
  assert.deepEqual(
    report.warnings.map(({ code }: any) => code),
    ['nature_missing', 'method_missing'],
  );
  const [line] = await purchaseLines(books);
  assert.deepEqual([line.nature, line.method, line.deductibleVat], ['other', 'other', 0]);
});

test('a row of a closed January is booked on 1 February, as by hand, and reported', async () => {
  const { books } = await business();
  await books.done('close-books', undefined, { through: '2026-01-31' });
  const report = await imported(books, fileOf(ROW.replace('01/03', '15/01'), ROW));
  assert.deepEqual(
    [report.created, report.bookedLater, report.warnings.map(({ row, code }: any) => [row, code])],
    [2, 1, [[2, 'purchase_booked_later']]],
  );
  assert.deepEqual(
    (await purchaseLines(books)).map(({ paidOn, bookedOn }) => [paidOn, bookedOn]),
    [
      ['2026-01-15', '2026-02-01'],
      ['2026-03-01', '2026-03-01'],
    ],
  );
});

test('10,000 rows are imported in one request; 10,001 are refused', async () => {
  const { books } = await business();
  const rows = Array.from({ length: 10_001 }, (_, at) => ROW.replace('TK-4411', `T-${at}`));
  const answer = await refused(books, fileOf(...rows));
  assert.deepEqual([answer.refused, answer.limit], ['file_too_long', 10_000]);
  const report = await imported(books, fileOf(...rows.slice(1)));
  assert.deepEqual([report.created, report.amount], [10_000, 49_900_000]);
  assert.equal((await books.ask('list-purchases', { query: { limit: 1 } })).json.totalDocs, 10_000);
});

describe('the file of export-purchases-register', () => {
  /** VAT charged at two rates and owed for two suppliers, corrections of a correction, formulas. */
  async function filled(books: Books): Promise<void> {
    await bought(books, { supplierName: '=1+1', designation: 'a; "b"\nc', reference: '-5' });
    await bought(books, {
      ...{ amount: 13_370, deductibleVat: 1_055, supplierName: "L'Épicerie & <fils>" },
      vat: [
        { rate: 2_000, net: 10_000, vat: 2_000, deductible: 1_000 },
        { rate: 550, net: 1_000, vat: 55 },
      ],
    });
    await bought(books, {
      ...{ supplierName: 'Cloud Ltd', nature: 'services', amount: 10_000, deductibleVat: undefined },
      vat: [{ treatment: 'foreign_services', rate: 2_000, net: 9_999, deductible: 1_234 }],
    });
    await bought(books, {
      ...{ supplierName: 'Bois GmbH', nature: 'raw_materials', amount: -5_000, deductibleVat: undefined },
      vat: [{ treatment: 'union_goods', rate: 550, net: -5_000 }],
    });
    const first = await bought(books, { paidOn: '2026-01-05', amount: 700, deductibleVat: 0, method: 'cash' });
    const second = await books.done('correct-purchase', first.id, {
      replacement: { ...PAPER, paidOn: '2026-01-02', amount: 800, deductibleVat: 0 },
    });
    await books.done('correct-purchase', second.replacement.id, {
      replacement: { ...PAPER, paidOn: '2026-01-03', amount: 900, deductibleVat: 100 },
    });
    await books.done('correct-purchase', (await bought(books, { amount: 66_600 })).id, {});
  }
  const NORMAL = { ...COMPANY, vatRegime: 'normal' };
  const shown = async (books: Books) =>
    (await purchaseLines(books))
      .map(({ id: _, number: _n, correctsId, replacesId, createdAt: _c, ...line }) => ({
        ...line,
        links: [correctsId !== undefined, replacesId !== undefined],
      }))
      .toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));
  const totals = async (books: Books) => (await books.ask('get-purchases-totals', { query: {} })).json;

  for (const company of [NORMAL, { ...COMPANY, vatRegime: 'franchise' }])
    test(`goes into an empty account as CSV and as XLSX, to the cent, with corrections and VAT by rate, under ${company.vatRegime}`, async () => {
      const { books } = await business(company);
      if (company === NORMAL) await filled(books);
      else {
        await bought(books, { deductibleVat: 0 });
        const vat = [{ treatment: 'foreign_services', rate: 2_000, net: 10_000 }];
        await bought(books, { supplierName: 'Cloud Ltd', amount: 10_000, deductibleVat: undefined, vat });
      }
      const { file } = await books.ask('download-purchases-register', { query: { format: 'xlsx' } });
      const csv = async (format: string) =>
        Buffer.from((await books.ask('export-purchases-register', { query: { format } })).json.csv);
      const files = [await csv('excel-fr'), await csv('plain'), file?.bytes as Buffer];
      for (const bytes of files) {
        const copy = (await business(company)).books;
        const report = await copy.done('import-purchases', undefined, { file: base64(bytes) });
        assert.deepEqual([report.created, report.known, report.warningCount], [(await shown(books)).length, 0, 0]);
        assert.deepEqual(await shown(copy), await shown(books));
        assert.deepEqual(await totals(copy), await totals(books));
        const again = await copy.done('import-purchases', undefined, { file: base64(bytes) });
        assert.deepEqual([again.created, again.known], [0, report.created]);
      }
      const own = await books.done('import-purchases', undefined, { file: base64(files[0] as Buffer) });
      assert.equal(own.created, 0);
    });

  test('a counter-entry whose line is not in the file, or of another amount, is refused with its row', async () => {
    const { books } = await business();
    await filled(books);
    const { csv } = (await books.ask('export-purchases-register', { query: {} })).json as { csv: string };
    const [headers = '', ...rows] = csv.trimEnd().split('\r\n');
    const counter = rows.find((row) => row.includes('-666'));
    const line = rows.find((row) => row.includes(';666'));
    assert.ok(counter && line);
    const copy = (await business()).books;
    const alone = await refused(copy, `${headers}\r\n${counter}\r\n`);
    assert.deepEqual(
      alone.report.errors.map(({ row, column, code }: any) => [row, column, code]),
      [[2, 'Annule', 'purchase_link_unknown']],
    );
    const other = await refused(copy, [headers, line, counter.replace('-666', '-665')].join('\r\n'));
    assert.deepEqual(
      other.report.errors.map(({ code }: any) => code),
      ['purchase_counter_entry_differs'],
    );
    const twice = await refused(copy, [headers, line, counter, counter].join('\r\n'));
    assert.deepEqual(
      twice.report.errors.map(({ row, code }: any) => [row, code]),
      [[4, 'purchase_taken_back_twice']],
    );
    assert.deepEqual(await purchaseLines(copy), []);
  });
});

test('VAT by rate that cannot be read, and VAT owed of another amount, are refused with their column', async () => {
  const { books } = await business({ ...COMPANY, vatRegime: 'normal' });
  const file = (text: string) => `Date;Fournisseur;TTC;TVA par taux\n01/03/2026;Cloud;100;${text}\n`;
  for (const text of ['vingt', '20 % sur 100 = 19, foreign services', '20 % sur 100, inconnue', 'x'.repeat(3_000)]) {
    const answer = await refused(books, file(text));
    assert.deepEqual(
      answer.report.errors.map(({ column, code }: any) => [column, code]),
      [['TVA par taux', 'purchase_vat_unreadable']],
      text,
    );
  }
  const report = await imported(books, file('20 % on 100, foreign services'));
  assert.deepEqual([report.created, report.owedVat, report.deductibleVat], [1, 2_000, 0]);
});

test('a test key imports into the test register only; a key without billing:write imports nothing', async () => {
  const { books, caller } = await business();
  await service.call('import-purchases', { body: { content: fileOf(ROW) }, caller: { ...caller, test: true } });
  assert.deepEqual(await purchaseLines(books), []);
  const reader = { ...caller, scopes: ['billing:read'] };
  const answer = await service.call('import-purchases', { body: { content: fileOf(ROW) }, caller: reader as never });
  assert.equal(answer.refused, 'scope_missing');
});

test('a ZIP that is no workbook, and a workbook that unpacks to 80 MiB, are refused', async () => {
  const { zipSync } = await import('fflate');
  const { books } = await business();
  const fault = async (bytes: Uint8Array) => {
    const answer = await books.ask('import-purchases', { body: { file: base64(bytes) } });
    return [answer.refused, (answer as { fault?: string }).fault];
  };
  assert.deepEqual(await fault(zipSync({ 'a.txt': new Uint8Array(3) })), ['file_unreadable', 'workbook_broken']);
  const large = zipSync({ 'xl/workbook.xml': new Uint8Array(80 * 1_048_576) });
  assert.deepEqual(await fault(large), ['file_unreadable', 'workbook_too_large']);
});

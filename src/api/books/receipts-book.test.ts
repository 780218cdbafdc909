import assert from 'node:assert/strict';
import readWorkbook from 'read-excel-file/universal';
import { afterAll, beforeAll, test } from 'vitest';
import { readPdf } from '../../../test/pdf/read-pdf.ts';
import { type Books, booksOf, TRAINING } from '../../../test/support/documents/example-books.ts';
import { COMPANY } from '../../../test/support/service/company.ts';
import { MONDAY, type TestService, testService } from '../../../test/support/service/in-process-service.ts';
import { scopesOfRole } from '../../domain/people/role.ts';

// The receipts book through the API: its lines, totals and files.

const DAY = 86_400;
const NO_VAT = { ...TRAINING, vatCode: 'FR_00HT' };
const STAMP = {
  designation: 'Timbre',
  quantity: 1,
  unitPrice: 5_000,
  vatCode: 'FR_00HT',
  type: 'disbursement',
} as const;
const HONEY = {
  designation: 'Miel',
  quantity: 1,
  unitPrice: 20_000,
  vatCode: 'FR_00HT',
  type: 'sale_of_goods',
} as const;
const REPAIR = {
  ...{ designation: 'Réparation', quantity: 1, unitPrice: 30_000, vatCode: 'FR_00HT' },
  type: 'commercial_or_craft_services',
} as const;
const LESSON = { ...NO_VAT, unitPrice: 10_000, type: 'service_delivery' } as const;

let service: TestService;
beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.close());

const FRANCHISE = { ...COMPANY, vatRegime: 'franchise' };
async function business(company: object = FRANCHISE) {
  service.clock.now = MONDAY;
  const account = await service.newAccount('Atelier');
  const books = booksOf(service, account.live);
  await books.company(company);
  return { books, caller: account.live, customer: await books.contact() };
}
const lines = async (books: Books, query: object = {}) => {
  const heard = await books.ask('list-receipts-book', { query: { limit: 100, ...query } });
  assert.equal(heard.refused, undefined, JSON.stringify(heard));
  return heard.json.docs;
};
const totals = async (books: Books, query: Record<string, unknown> = {}) =>
  (await books.ask('get-receipts-book-totals', { query })).json;
const said = (line: any) => [line.number, line.on, line.event, line.amount];
const pay = (books: Books, id: string, payment: object, keepExcess = false) =>
  books.done('mark-paid', id, {
    payments: [{ receivedAt: service.clock.now, method: 'transfer', ...payment }],
    keepExcess,
  });

test('list-receipts-book: 1,000.00 in two payments, one in cash, are lines 1 and 2 with their document and customer', async () => {
  const { books, customer } = await business();
  const { id, number } = await books.finalized(books.invoice(customer, { lines: [NO_VAT] }));
  service.clock.now += DAY;
  await pay(books, id, { amount: 40_000, method: 'cash' });
  service.clock.now += DAY;
  await pay(books, id, { amount: 60_000 });
  const [cash, transfer] = await lines(books);
  assert.deepEqual(
    [cash, transfer].map((line) => [...said(line), line.method, line.reference, line.customerName]),
    [
      [1, '2026-03-03', 'payment', 40_000, 'cash', number, 'Léa Moreau'],
      [2, '2026-03-04', 'payment', 60_000, 'transfer', number, 'Léa Moreau'],
    ],
  );
  assert.deepEqual(cash.natures, [{ nature: 'bnc', amount: 40_000, vat: 0 }]);
  const { total, months, quarters, years } = await totals(books);
  assert.deepEqual([total.count, total.amount, total.cash, total.vat], [2, 100_000, 40_000, 0]);
  assert.deepEqual(
    [months, quarters, years].map((all) => all.map(({ from, amount }: any) => [from, amount])),
    [[['2026-03-01', 100_000]], [['2026-01-01', 100_000]], [['2026-01-01', 100_000]]],
  );
});

test('a payment of 1,250.00 with 50.00 of disbursements is 1,200.00 of receipts, of which 200.00 are VAT', async () => {
  const { books, customer } = await business(COMPANY);
  const { id } = await books.finalized(books.invoice(customer, { lines: [TRAINING, STAMP] }));
  await pay(books, id, { amount: 125_000 });
  const [line] = await lines(books);
  assert.deepEqual([line.amount, line.vat, line.disbursements], [120_000, 20_000, 5_000]);
  assert.deepEqual(line.rates, [{ rate: 2000, net: 100_000, vat: 20_000 }]);
});

test('goods, repairs and lessons of one invoice are three natures; an untyped line of a trader is a service BIC', async () => {
  const { books, customer } = await business({ ...FRANCHISE, rcsNumber: '732829320', rcsCity: 'Paris' });
  const { id } = await books.finalized(books.invoice(customer, { lines: [HONEY, REPAIR, LESSON, NO_VAT] }));
  await pay(books, id, { amount: 160_000 });
  const [line] = await lines(books);
  assert.deepEqual(
    line.natures.map(({ nature, amount }: any) => [nature, amount]),
    [
      ['bic_goods', 20_000],
      ['bic_services', 130_000],
      ['bnc', 10_000],
    ],
  );
});

test('a reversed payment and a refund of 100.00 are negative lines of their own day that name what they correct', async () => {
  const { books, customer } = await business();
  const { id, number } = await books.finalized(books.invoice(customer, { lines: [NO_VAT] }));
  await pay(books, id, { amount: 100_000 });
  service.clock.now += DAY;
  await books.done('mark-unpaid', id);
  service.clock.now += DAY;
  await pay(books, id, { amount: 100_000 });
  const note = await books.done('create-asset', id);
  await books.done('update-billing-lines', note.id, { lines: [{ ...NO_VAT, unitPrice: 10_000 }] });
  await books.finalized(note);
  service.clock.now += DAY;
  await books.done('refund-asset', note.id, { refundAt: service.clock.now });
  const all = await lines(books);
  assert.deepEqual(all.map(said), [
    [1, '2026-03-02', 'payment', 100_000],
    [2, '2026-03-03', 'payment_reversed', -100_000],
    [3, '2026-03-04', 'payment', 100_000],
    [4, '2026-03-05', 'refund', -10_000],
  ]);
  assert.equal(all[1].corrects, all[0].id);
  assert.deepEqual([all[3].corrects, all[3].billingId], [id, note.id]);
  assert.equal(all[1].reference, number);
  assert.equal((await totals(books)).total.amount, 90_000);
});

test('an overpayment of 30.00 counts on the day received; applying 20.00 and returning 10.00 are lines that take it away', async () => {
  const { books, customer } = await business();
  const { id } = await books.finalized(books.invoice(customer, { lines: [NO_VAT] }));
  await pay(books, id, { amount: 103_000 }, true);
  const [kept] = (await books.ask('list-online-payments', { query: { source: 'recorded' } })).json.onlinePayments;
  const other = await books.finalized(books.invoice(customer, { lines: [{ ...NO_VAT, unitPrice: 2_000 }] }));
  service.clock.now += DAY;
  const path = { onlinePaymentId: kept.id };
  const applied = await books.ask('apply-online-payment', { path, body: { billingId: other.id } });
  assert.equal(applied.refused, undefined);
  service.clock.now += DAY;
  await books.ask('mark-online-payment-returned', { path, body: { by: 'otherwise' } });
  const all = (await lines(books)).map(said);
  assert.deepEqual(all.map(([, ...rest]: unknown[]) => rest.join(' ')).toSorted(), [
    '2026-03-02 overpayment 3000',
    '2026-03-02 payment 100000',
    '2026-03-03 overpayment_applied -2000',
    '2026-03-03 payment 2000',
    '2026-03-04 overpayment_returned -1000',
  ]);
  assert.deepEqual(
    all.map(([number]: number[]) => number),
    [1, 2, 3, 4, 5],
  );
  assert.equal((await totals(books)).total.amount, 102_000);
});

test('takings of a day are a line without customer; a correction takes them back on that day and enters the new amount', async () => {
  const { books } = await business();
  const entered = await books.done('create-counter-sale', undefined, {
    ...{ on: '2026-03-01', sold: 'goods', rate: 0, amount: 42_000, note: 'Marché' },
  });
  const corrected = await books.ask('correct-counter-sale', {
    path: { id: entered.id },
    body: { on: '2026-03-01', sold: 'goods', rate: 0, amount: 40_000, method: 'cash' },
  });
  assert.equal(corrected.refused, undefined);
  const all = await lines(books);
  assert.deepEqual(all.map((line: any) => [line.event, line.amount, line.on]).toSorted(), [
    ['takings', 40_000, '2026-03-01'],
    ['takings', 42_000, '2026-03-01'],
    ['takings_corrected', -42_000, '2026-03-01'],
  ]);
  assert.equal(all[0].note, 'Marché');
  const { total } = await totals(books);
  // The replaced entry states no means of payment, and neither does the line that takes it back.
  assert.deepEqual([total.amount, total.unstated, total.cash], [40_000, 0, 40_000]);
  assert.deepEqual(total.natures[0], { nature: 'bic_goods', amount: 40_000, vat: 0 });
});

test('1,000.00 CHF at 0.95 are 1,052.63 EUR in the book, with the amount received beside it', async () => {
  const { books, customer } = await business();
  const draft = await books.invoice(customer, { lines: [NO_VAT] });
  await books.done('update-invoice-currency', draft.id, { currency: 'CHF', currencyRate: 0.95 });
  await books.finalized(draft);
  await pay(books, draft.id, { amount: 100_000 });
  const [line] = await lines(books);
  assert.deepEqual([line.amount, line.foreign], [105_263, { currency: 'CHF', amount: 100_000 }]);
});

test('pages by cursor number the lines without gaps, across years too; a period inside a year continues its numbers', async () => {
  const { books, customer } = await business();
  service.clock.now = Date.UTC(2025, 10, 3, 10) / 1000;
  for (let month = 0; month < 5; month++) {
    const { id } = await books.finalized(books.invoice(customer, { lines: [NO_VAT] }));
    await pay(books, id, { amount: 100_000 });
    service.clock.now += 30 * DAY;
  }
  const read = [];
  let cursor: string | undefined;
  do {
    const heard = await books.ask('list-receipts-book', {
      query: { from: '2025-01-01', to: '2026-12-31', limit: 2, ...(cursor && { cursor }) },
    });
    assert.equal(heard.json.totalDocs, 5);
    read.push(...heard.json.docs.map((line: any) => [line.on.slice(0, 4), line.number]));
    cursor = heard.json.nextCursor;
  } while (cursor);
  assert.deepEqual(read, [
    ['2025', 1],
    ['2025', 2],
    ['2026', 1],
    ['2026', 2],
    ['2026', 3],
  ]);
  const february = await lines(books, { from: '2026-02-01', to: '2026-02-28' });
  assert.deepEqual(
    february.map(({ number }: any) => number),
    [2],
  );
  service.clock.now = MONDAY;
});

test('list-receipts-book refuses a period that ends before it begins, and a cursor of another list', async () => {
  const { books } = await business();
  const query = { from: '2026-03-02', to: '2026-03-01' };
  for (const name of [
    'list-receipts-book',
    'get-receipts-book-totals',
    'export-receipts-book',
    'download-receipts-book',
  ])
    assert.equal((await books.ask(name, { query })).refused, 'period_inverted', name);
  const heard = await books.ask('list-receipts-book', { query: { cursor: 'eyJvbiI6IjEifQ' } });
  assert.equal(heard.refused, 'input_invalid');
});

test('export-receipts-book writes the lines as CSV for a French spreadsheet; a name that looks like a formula is escaped', async () => {
  const { books, caller } = await business();
  const customer = await books.contact({ firstname: '=1+1', lastname: 'Cmd' });
  const { id, number } = await books.finalized(books.invoice(customer, { lines: [NO_VAT] }));
  await pay(books, id, { amount: 100_000, method: 'cash' });
  const { json } = await books.ask('export-receipts-book', { query: { format: 'excel-fr' } });
  const [head, row, ...rest] = json.csv.slice(1).split('\r\n');
  assert.ok(head.startsWith('N°;Date d’encaissement;Pièce;Client;Opération;Nature;Mode de règlement;Montant encaissé'));
  assert.ok(
    row.startsWith(`1;2026-03-02;${number};'=1+1 Cmd;Encaissement;Prestation de services (BNC);espèces;1000;0;;;1000;`),
    row,
  );
  assert.deepEqual(rest, ['']);
  assert.equal(json.next, undefined);
  const reader = { ...caller, scopes: scopesOfRole('accountant', { test: false }) };
  for (const name of [
    'list-receipts-book',
    'get-receipts-book-totals',
    'export-receipts-book',
    'download-receipts-book',
  ])
    assert.equal((await service.call(name, { caller: reader })).refused, undefined, `an accountant: ${name}`);
});

test('a key without billing:read reads no book; another account and a test key see other books', async () => {
  const { books, caller, customer } = await business();
  const { id } = await books.finalized(books.invoice(customer, { lines: [NO_VAT] }));
  await pay(books, id, { amount: 100_000 });
  assert.equal((await lines(books)).length, 1);
  for (const name of [
    'list-receipts-book',
    'get-receipts-book-totals',
    'export-receipts-book',
    'download-receipts-book',
  ])
    assert.equal(
      (await service.call(name, { caller: { ...caller, scopes: ['catalog:read'] } })).refused,
      'scope_missing',
    );
  assert.deepEqual(await lines((await business()).books), []);
  const tests = booksOf(service, { ...caller, test: true });
  assert.deepEqual(await lines(tests), []);
  const ofTest = await tests.finalized(tests.invoice(await tests.contact(), { lines: [NO_VAT] }));
  await pay(tests, ofTest.id, { amount: 7_000 });
  assert.deepEqual((await lines(tests)).map(said), [[1, '2026-03-02', 'payment', 7_000]]);
  assert.equal((await lines(books)).length, 1);
});

test('download-receipts-book: a PDF with the law, the SIRET, numbered lines and totals; a workbook with the same amounts', async () => {
  const { books } = await business();
  const customer = await books.contact({ firstname: '=SUM(A1)', lastname: 'Moreau' });
  const { id, number } = await books.finalized(books.invoice(customer, { lines: [NO_VAT] }));
  await pay(books, id, { amount: 40_000, method: 'cash' });
  await pay(books, id, { amount: 60_000 });
  const pdf = await books.ask('download-receipts-book', { query: { from: '2026-01-01', to: '2026-03-31' } });
  assert.deepEqual(
    [pdf.file?.name, pdf.file?.mediaType],
    ['livre-des-recettes-2026-01-01-2026-03-31.pdf', 'application/pdf'],
  );
  const [text = ''] = (await readPdf(pdf.file?.bytes as Buffer)).pages;
  for (const said of [
    'Livre des recettes',
    'art. 50-0',
    '732 829 320',
    number,
    'espèces',
    'virement',
    '1 000,00',
    'Page 1 / 1',
  ])
    assert.ok(text.includes(said), `${said}: ${text}`);
  const xlsx = await books.ask('download-receipts-book', { query: { format: 'xlsx' } });
  const [sheet] = await readWorkbook(Uint8Array.from(xlsx.file?.bytes ?? []).buffer);
  const [heads, cash, transfer] = sheet?.data ?? [];
  assert.deepEqual(heads?.slice(0, 4), ['N°', 'Date d’encaissement', 'Pièce', 'Client']);
  assert.deepEqual(
    [cash, transfer].map((row) => [row?.[0], row?.[2], row?.[3], row?.[6], row?.[7]]),
    [
      [1, number, '=SUM(A1) Moreau', 'espèces', 400],
      [2, number, '=SUM(A1) Moreau', 'virement', 600],
    ],
  );
  assert.deepEqual(cash?.[1], new Date('2026-03-02T00:00:00Z'));
});

import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { type Books, booksOf } from '../../../../test/support/documents/example-books.ts';
import { openImport, PAST_LIST, takeOver } from '../../../../test/support/documents/past-lists.ts';
import { COMPANY } from '../../../../test/support/service/company.ts';
import { MONDAY, type TestService, testService } from '../../../../test/support/service/in-process-service.ts';

// Documents of another program: taken over as they were, counted wherever money is counted.

let service: TestService;
beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.close());

async function business() {
  service.clock.now = MONDAY;
  const account = await service.newAccount('Atelier');
  const books = booksOf(service, account.live);
  await books.company(COMPANY);
  return { books, account };
}
const pastOf = async (books: Books, query: object = {}) =>
  (await books.ask('list-past-documents', { query: { limit: 100, ...query } })).json.docs;

test('get-import shows what a list would bring, before anything is taken over', async () => {
  const { books } = await business();
  const importId = await openImport(books, { 'factures.csv': PAST_LIST });
  const plan = (await books.ask('get-import', { path: { id: importId } })).json;
  assert.deepEqual(plan.sums, [
    {
      ...{ currency: 'EUR', invoices: 4, creditNotes: 1, payments: 2 },
      ...{ invoiced: 240_000, credited: 6_000, paid: 156_000, remaining: 84_000 },
    },
  ]);
  assert.deepEqual([plan.state, plan.newCustomers, plan.known, plan.leftOut], ['open', 2, 0, []]);
  assert.deepEqual(await pastOf(books), []);
});

test('run-import takes documents over with their numbers, customers and payments; the newest come first', async () => {
  const { books } = await business();
  const done = await takeOver(books, { 'factures.csv': PAST_LIST });
  assert.deepEqual([done.state, done.result.documents, done.result.payments, done.result.customers], ['done', 5, 2, 2]);
  assert.deepEqual(
    (await pastOf(books)).map(({ type, number, issuedOn, customerName, withTax, paid, remaining }: any) => [
      ...[type, number, issuedOn, customerName, withTax, paid, remaining],
    ]),
    [
      ['asset', 'AV-2026-0001', '2026-02-25', 'Jeanne Petit', 6_000, 0, 0],
      ['invoice', 'FA-2026-0002', '2026-02-20', 'Jeanne Petit', 24_000, 0, 18_000],
      ['invoice', 'FA-2026-0001', '2026-01-12', 'Jeanne Petit', 60_000, 0, 60_000],
      ['invoice', 'FA-2025-0041', '2025-12-03', 'Atelier Lumière SARL', 36_000, 36_000, 0],
      ['invoice', 'FA-2025-0040', '2025-10-15', 'Atelier Lumière SARL', 120_000, 120_000, 0],
    ],
  );
});

test('home counts past documents: 780.00 owed, 600.00 of it late, 650.00 invoiced and 300.00 collected this year', async () => {
  const { books } = await business();
  await takeOver(books, { 'factures.csv': PAST_LIST });
  const home = (await books.ask('get-dashboard', { query: { year: '2026' } })).json;
  assert.deepEqual([home.owed.amount, home.owed.count, home.late.amount], [78_000, 2, 60_000]);
  assert.deepEqual([home.turnover.invoiced.year.amount, home.turnover.collected.year.amount], [65_000, 30_000]);
  const last = home.turnover.invoiced.months.map(({ lastYear }: any) => lastYear.amount);
  assert.deepEqual([last[9], last[11]], [100_000, 30_000]);
  for (const { path, query, member } of [...home.owed.lists, ...home.turnover.invoiced.year.lists])
    if (path === '/v2/past-documents') {
      const totals = (
        await books.ask('sum-past-documents', { query: { ...query, unpaid: String(query.unpaid ?? false) } })
      ).json;
      assert.equal(totals[member], member === 'turnover' ? 65_000 : 78_000);
    }
});

test('the receipts book, the VAT return, the journals and the statement have the money of past documents', async () => {
  const { books } = await business();
  await takeOver(books, { 'factures.csv': PAST_LIST });
  const book = (await books.ask('list-receipts-book', { query: { from: '2025-01-01', to: '2026-12-31' } })).json.docs;
  assert.deepEqual(
    book.map(({ on, reference, customerName, amount, vat, pastDocumentId }: any) => [
      ...[on, reference, customerName, amount, vat, typeof pastDocumentId],
    ]),
    [
      ['2025-11-20', 'FA-2025-0040', 'Atelier Lumière SARL', 120_000, 20_000, 'string'],
      ['2026-01-12', 'FA-2025-0041', 'Atelier Lumière SARL', 36_000, 6_000, 'string'],
    ],
  );
  const vat = (await books.ask('get-vat-return', { query: { on: '2026-01-15' } })).json;
  const standard = vat.lines.find(({ line }: any) => line === '08');
  assert.deepEqual([standard.base.cents, standard.tax.cents], [30_000, 6_000]);
  const entries = (await books.ask('list-accounting-entries', { query: { from: '2026-01-01', to: '2026-12-31' } }))
    .json;
  assert.deepEqual(
    entries.docs.map(({ journal, piece }: any) => `${journal} ${piece}`),
    ['AN A-NOUVEAUX', 'VE FA-2026-0001', 'BQ FA-2025-0041', 'VE FA-2026-0002', 'VE AV-2026-0001'],
  );
  const [jeanne] = (await books.ask('list-contacts', { query: {} })).json.docs;
  const statement = (await books.ask('get-customer-statement', { path: { id: jeanne.id } })).json;
  assert.deepEqual(
    statement.entries.map(({ type, number, amount, balance, past }: any) => [type, number, amount, balance, past]),
    [
      ['invoice', 'FA-2026-0001', 60_000, 60_000, true],
      ['invoice', 'FA-2026-0002', 24_000, 84_000, true],
      ['asset', 'AV-2026-0001', -6_000, 78_000, true],
    ],
  );
  const balance = (await books.ask('get-customer-balance', { path: { id: jeanne.id } })).json;
  assert.deepEqual([balance.owed.amount, balance.late.amount, balance.billed.amount], [78_000, 60_000, 65_000]);
});

test('record-past-payment pays 100.00 of 600.00 and then the rest; reverse-past-payment takes one back, once', async () => {
  const { books } = await business();
  await takeOver(books, { 'factures.csv': PAST_LIST });
  const [, , january] = await pastOf(books);
  const pay = (body: object) => books.ask('record-past-payment', { path: { id: january.id }, body });
  assert.equal((await pay({ amount: 60_001, method: 'transfer' })).refused, 'past_payment_exceeds');
  assert.equal((await pay({ paidOn: '2026-03-03', method: 'transfer' })).refused, 'past_payment_in_future');
  const part = (await pay({ amount: 10_000, paidOn: '2026-02-02', method: 'transfer' })).json;
  assert.deepEqual([part.paid, part.remaining], [10_000, 50_000]);
  assert.equal((await pay({ method: 'cash' })).json.remaining, 0);
  assert.equal((await pay({ method: 'cash' })).refused, 'past_document_settled');
  const path = { id: january.id, paymentId: part.payments[0].id };
  const back = (await books.ask('reverse-past-payment', { path })).json;
  assert.deepEqual([back.paid, back.remaining], [50_000, 10_000]);
  assert.equal((await books.ask('reverse-past-payment', { path })).refused, 'past_payment_reversed');
  const home = (await books.ask('get-dashboard', { query: { year: '2026' } })).json;
  assert.deepEqual([home.owed.amount, home.turnover.collected.year.amount], [28_000, 71_667]);
});

test('the same list twice adds nothing; undo-import takes it back, and after a payment it is refused', async () => {
  const { books } = await business();
  const first = await takeOver(books, { 'factures.csv': PAST_LIST });
  const again = await openImport(books, { 'encore.csv': `${PAST_LIST}\n` });
  const plan = (await books.ask('get-import', { path: { id: again } })).json;
  assert.deepEqual([plan.known, plan.sums], [5, []]);
  assert.equal((await books.ask('run-import', { path: { id: again } })).refused, 'import_empty');
  assert.equal((await books.ask('run-import', { path: { id: first.id } })).refused, 'import_done');
  const undone = await books.ask('undo-import', { path: { id: first.id } });
  assert.deepEqual([undone.refused, undone.json?.state, undone.json?.kept], [undefined, 'undone', 0]);
  assert.deepEqual(await pastOf(books), []);
  assert.equal((await books.ask('list-contacts', { query: {} })).json.totalDocs, 0);
  assert.equal((await books.ask('get-dashboard', { query: { year: '2026' } })).json.owed.amount, 0);
  const second = (await books.ask('run-import', { path: { id: again } })).json;
  assert.equal(second.result.documents, 5);
  const [, , january] = await pastOf(books);
  await books.ask('record-past-payment', { path: { id: january.id }, body: { method: 'transfer' } });
  assert.equal((await books.ask('undo-import', { path: { id: again } })).refused, 'import_in_use');
});

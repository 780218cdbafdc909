import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { type Books, booksOf, TRAINING } from '../../../test/support/documents/example-books.ts';
import { COMPANY } from '../../../test/support/service/company.ts';
import { type TestService, testService } from '../../../test/support/service/in-process-service.ts';
import { inTransaction } from '../../db/transaction.ts';

// E-reporting through the API: periods, figures with what is behind them, the file and the takings.

const DAY = 86_400;
const SEPTEMBER_2 = Date.UTC(2027, 8, 2, 10) / 1000;
const PAPER = { designation: 'Papier', quantity: 1, unitPrice: 50_000, vatCode: 'FR_550', type: 'sale_of_goods' };

let service: TestService;
let books: Books;
beforeAll(async () => {
  service = await testService();
  service.clock.now = SEPTEMBER_2;
  books = booksOf(service);
  await books.company({ ...COMPANY, vatRegime: 'normal' });
});
afterAll(() => service.close());

const report = async (kind: 'transactions' | 'payments', on: string) =>
  (await books.ask('get-e-report', { path: { kind }, query: { on } })).json;

test('list-e-report-periods: three periods a month for sales under the monthly regime, one for receipts', async () => {
  const { json } = await books.ask('list-e-report-periods', { query: { from: '2027-09-01', to: '2027-09-30' } });
  assert.equal(json.regime, 'normal_monthly');
  assert.deepEqual(
    json.periods.map(({ kind, from, lastDay, state }: Record<string, string>) => `${kind} ${from} ${lastDay} ${state}`),
    [
      'transactions 2027-09-01 2027-09-20 running',
      'transactions 2027-09-11 2027-09-30 running',
      'transactions 2027-09-21 2027-10-10 running',
      'payments 2027-09-01 2027-10-10 running',
    ],
  );
});

test('get-e-report: a consumer’s invoice of goods and services is in two sums, a business with a SIREN in none', async () => {
  const lea = await books.contact();
  const mixed = await books.finalized(books.invoice(lea, { lines: [TRAINING, PAPER] }));
  await books.finalized(books.invoice(await books.organization()));
  const german = await books.organization({
    ...{ name: 'Müller GmbH', siret: null, vatNumber: 'DE136695976' },
    billingAddress: { address: 'Hauptstr. 1', city: 'Berlin', zipCode: '10115', country: 'DE' },
  });
  const service27 = { ...TRAINING, vatCode: 'FR_00UE' };
  const { id } = await books.invoice(german, { lines: [service27] });
  await books.done('update-invoice-general-informations', id, { vatMention: 'vat_exemption_eu_service' });
  await books.finalized(Promise.resolve({ id }));
  await books.pay('invoice', mixed.id, 60_000);
  const sales = await report('transactions', '2027-09-05');
  assert.deepEqual(
    sales.sales.map(({ category, net, vat, rates }: any) => [category, net, vat, rates.length]),
    [
      ['TLB1', 50_000, 2_750, 1],
      ['TPS1', 100_000, 20_000, 1],
    ],
  );
  assert.deepEqual(sales.international, [{ currency: 'EUR', count: 1, net: 100_000, vat: 0 }]);
  const receipts = await report('payments', '2027-09-05');
  assert.equal(receipts.receipts.length, 1);
});

test('get-e-report-file: refused while the period runs, then XML of all blocks; a period without sales has none', async () => {
  const file = (kind: string, query: object = {}) =>
    books.ask('get-e-report-file', { path: { kind }, query: { on: '2027-09-05', platform: '0123', ...query } });
  assert.equal((await file('transactions')).refused, 'e_report_running');
  service.clock.now = SEPTEMBER_2 + 40 * DAY;
  const sales = textOf(await file('transactions', { type: 'RE' }));
  assert.match(sales, /<TypeCode>RE</);
  assert.match(sales, /<Id schemeId="0238">0123</);
  assert.match(sales, /<CompanyId schemeId="0223">DE136695976</);
  assert.match(sales, /<CategoryCode>TLB1<\/CategoryCode>\s*<TaxExclusiveAmount>500.00</);
  const receipts = textOf(await file('payments'));
  assert.match(receipts, /<Transactions>\s*<Payment>\s*<Date>20270902<\/Date>/);
  assert.ok(!receipts.includes('<TypeCode>RE<'));
  assert.equal((await file('transactions', { on: '2027-08-05' })).refused, 'e_report_empty');
});

const textOf = (heard: object): string => Buffer.from((heard as { file: { bytes: Uint8Array } }).file.bytes).toString();

test('list-e-report-entries: each figure has its documents, each document its id; a day outside has none', async () => {
  const entries = async (query: object) =>
    (
      await books.ask('list-e-report-entries', {
        path: { kind: 'transactions' },
        query: { on: '2027-09-05', ...query },
      })
    ).json;
  const all = await entries({});
  assert.deepEqual(all.docs.map(({ block }: any) => block).toSorted(), ['10.1', '10.3', '10.3']);
  assert.ok(all.docs.every(({ billingId, number }: any) => billingId && number.startsWith('F-')));
  assert.equal((await entries({ block: '10.1' })).totalDocs, 1);
  assert.equal((await entries({ day: '2027-09-04' })).totalDocs, 0);
  assert.equal((await entries({ day: '2027-12-04' })).totalDocs, 0);
});

test('export-e-report: a CSV row for each entry', async () => {
  const { json } = await books.ask('export-e-report', {
    path: { kind: 'transactions' },
    query: { on: '2027-09-05', format: 'plain' },
  });
  assert.equal(json.csv.trim().split('\n').length, 4);
});

test('create-counter-sale and correct-counter-sale: takings are in the report, and a correction replaces them', async () => {
  const takings = { on: '2027-09-03', sold: 'services', rate: 1000, amount: 11_000 };
  const { id } = await books.done('create-counter-sale', undefined, takings);
  const figure = async () =>
    (await report('transactions', '2027-09-03')).sales.find(({ on }: any) => on === '2027-09-03');
  assert.deepEqual([(await figure()).net, (await figure()).vat], [10_000, 1_000]);
  const [receipt] = (await report('payments', '2027-09-03')).receipts.filter(({ on }: any) => on === '2027-09-03');
  assert.deepEqual(receipt.rates, [{ rate: 1000, amount: 11_000, reported: 11_000 }]);
  const { id: second } = await books.done('correct-counter-sale', id, { ...takings, amount: 22_000 });
  assert.equal((await figure()).net, 20_000);
  assert.equal(await books.refusal('correct-counter-sale', id, takings), 'counter_sale_replaced');
  await books.done('correct-counter-sale', second, { ...takings, amount: 0 });
  assert.equal(await figure(), undefined);
  const listed = await books.done('list-counter-sales');
  assert.deepEqual(
    listed.docs.map(({ replaced }: any) => replaced),
    [false, true, true],
  );
});

test('takings of tomorrow, of an unknown rate, and more than a hundred a day are refused; no row can be changed', async () => {
  const takings = { on: '2027-09-04', sold: 'goods', rate: 2000, amount: 12_000 };
  const refusal = (said: object) => books.refusal('create-counter-sale', undefined, { ...takings, ...said });
  assert.equal(await refusal({ on: '2027-12-01' }), 'counter_sale_to_come');
  assert.equal(await refusal({ rate: 1950 }), 'counter_sale_rate_unknown');
  assert.equal(await refusal({ amount: 1.5 }), 'input_invalid');
  for (let entry = 0; entry < 100; entry++) await books.done('create-counter-sale', undefined, takings);
  assert.equal(await refusal({}), 'counter_sales_of_day_full');
  const changed = (text: string) =>
    inTransaction(service.owner, { accountId: service.accountId, test: false }, async (tx) => ({
      commit: true,
      answer: await tx.read({ text }, [service.accountId]),
    }));
  for (const change of ['update billing.counter_sale set amount_cents = 0', 'delete from billing.counter_sale'])
    await assert.rejects(changed(`${change} where account_id = $1`), { code: 'FA002' });
});

test('a key without billing:read sees no report, one without billing:write enters nothing, and modes and accounts are apart', async () => {
  const narrowed = (scopes: string[]) => booksOf(service, { ...service.live, scopes } as typeof service.live);
  const asked = { path: { kind: 'transactions' }, query: { on: '2027-09-05' } };
  for (const name of [
    'list-e-report-periods',
    'get-e-report',
    'list-e-report-entries',
    'export-e-report',
    'get-e-report-file',
    'list-counter-sales',
  ])
    assert.equal((await narrowed(['customers:write']).ask(name, asked)).refused, 'scope_missing', name);
  const takings = { on: '2027-09-03', sold: 'goods', rate: 2000, amount: 1_200 };
  assert.equal(await narrowed(['billing:read']).refusal('create-counter-sale', undefined, takings), 'scope_missing');
  const other = await service.newAccount('Otto Fremd');
  for (const caller of [service.test, other.live]) {
    const { json } = await booksOf(service, caller).ask('get-e-report', asked);
    assert.equal(json.isEmpty, true);
    const [{ id } = { id: '' }] = (await books.done('list-counter-sales')).docs;
    assert.equal(await booksOf(service, caller).refusal('correct-counter-sale', id, takings), 'counter_sale_not_found');
  }
});

test('under the quarterly regime sales are reported by month, under the franchise by two months as TNT1', async () => {
  const regime = async (said: object) => {
    await books.company({ ...COMPANY, ...said });
    return (await books.ask('list-e-report-periods', { query: { from: '2027-09-01', to: '2027-09-01' } })).json;
  };
  assert.equal((await regime({ vatRegime: 'normal', vatDeclaredQuarterly: true })).periods[0].to, '2027-09-30');
  assert.equal((await regime({ vatRegime: 'franchise' })).regime, 'franchise');
});

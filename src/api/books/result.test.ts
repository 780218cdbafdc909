import assert from 'node:assert/strict';
import { afterAll, beforeAll, beforeEach, test } from 'vitest';
import { type Books, booksOf } from '../../../test/support/documents/example-books.ts';
import { PAPER } from '../../../test/support/documents/purchases.ts';
import { COMPANY } from '../../../test/support/service/company.ts';
import { MONDAY, type TestService, testService } from '../../../test/support/service/in-process-service.ts';
import { scopesOfRole } from '../../domain/people/role.ts';
import type { Caller } from '../../services/caller.ts';

// The result of a month and of its year. The clock stands on Monday 2 March 2026.

const DAY = 86_400;
/** 2 February and 20 February. */
const [FEBRUARY_2, FEBRUARY_20] = [MONDAY - 28 * DAY, MONDAY - 10 * DAY];
const MICRO = { ...COMPANY, vatRegime: 'franchise', legalStatus: 'micro_enterprise' };

let service: TestService;
beforeAll(async () => {
  service = await testService();
});
beforeEach(() => {
  service.clock.now = MONDAY;
});
afterAll(() => service.close());

async function business(company: object): Promise<{ books: Books; caller: Caller; trial: Books }> {
  const { live, test: trial } = await service.newAccount('Atelier');
  const books = booksOf(service, live);
  await books.company(company);
  return { books, caller: live, trial: booksOf(service, trial) };
}

/** An invoice paid at once, on the day of the clock. */
async function sold(books: Books, line: { unitPrice: number; vatCode?: string; type?: string }) {
  const lines = [{ designation: 'Atelier', quantity: 1, vatCode: 'FR_00HT', type: 'service_delivery', ...line }];
  const { id, settlement } = await books.finalized(books.invoice(await books.contact(), { lines }));
  await books.pay('invoice', id, settlement.remainingAmount);
  return id as string;
}

const result = async (books: Books, month?: string) => {
  const { json, refused } = await books.ask('get-result', { query: { ...(month && { month }) } });
  assert.equal(refused, undefined);
  return json;
};

/** Billed, received, spent, charges, VAT balance, set aside and left. */
const figuresOf = ({ billed, received, spent, charges, vat, setAside, left }: any) => [
  ...[billed.amount, received.net, spent.net, charges?.amount, vat?.balance, setAside, left],
];

test('get-result: a micro-enterprise received 1,000.00 and spent 49.90: 258.00 are set aside and 692.10 are left', async () => {
  const { books } = await business(MICRO);
  service.clock.now = FEBRUARY_2;
  await sold(books, { unitPrice: 40_000 });
  service.clock.now = FEBRUARY_20;
  await sold(books, { unitPrice: 30_000 });
  service.clock.now = MONDAY;
  await sold(books, { unitPrice: 100_000 });
  await books.done('record-purchase', undefined, { ...PAPER, deductibleVat: 0 });

  const { day, month, year, before, change } = await result(books);
  assert.deepEqual([day, month.from, month.to], ['2026-03-02', '2026-03-01', '2026-03-02']);
  // 25.8 % of 1,000.00: contributions of 25.6 % and training of 0.2 %.
  assert.deepEqual(figuresOf(month), [100_000, 100_000, 4_990, 25_800, undefined, 25_800, 69_210]);
  // 25.8 % of 1,700.00 are 438.60.
  assert.deepEqual(figuresOf(year), [170_000, 170_000, 4_990, 43_860, undefined, 43_860, 121_150]);
  // The same days: 400.00 on 2 February, without the 300.00 of 20 February.
  assert.deepEqual([before.from, before.to], ['2026-02-01', '2026-02-02']);
  assert.deepEqual(figuresOf(before), [40_000, 40_000, 0, 10_320, undefined, 10_320, 29_680]);
  assert.deepEqual(change, { billed: 60_000, received: 60_000, spent: 4_990, setAside: 15_480, left: 39_530 });

  // A month that is over is whole, and so is the one before it.
  const february = await result(books, '2026-02');
  assert.deepEqual([february.month.to, february.before.from], ['2026-02-28', '2026-01-01']);
  assert.deepEqual(figuresOf(february.month), [70_000, 70_000, 0, 18_060, undefined, 18_060, 51_940]);
});

test('the contributions of three months sum to those of their quarter, although three receipts of 0.50 are declared as 2 euros', async () => {
  const { books } = await business(MICRO);
  const months = ['2026-01', '2026-02', '2026-03'];
  for (const at of [MONDAY - 40 * DAY, FEBRUARY_2, MONDAY]) {
    service.clock.now = at;
    await sold(books, { unitPrice: 50, type: 'sale_of_goods' });
  }
  const charges: number[] = [];
  for (const month of months) charges.push((await result(books, month)).month.charges.amount);
  const { due, declared } = (await books.ask('get-urssaf-declaration', { query: { on: '2026-03-02' } })).json;
  // 12.3 % of 2.00 and 0.1 % for training: the first 0.50 is declared as 1.
  assert.deepEqual([declared, due, charges], [200, 25, [12, 0, 13]]);
});

test('réel normal: 200.00 of VAT on 1,000.00 less 8.32 on a purchase are set aside, and there are no charges', async () => {
  const { books } = await business({ ...COMPANY, vatRegime: 'normal', legalStatus: 'ei' });
  await sold(books, { unitPrice: 100_000, vatCode: 'FR_2000' });
  await books.done('record-purchase', undefined, PAPER);
  await books.done('create-counter-sale', undefined, { on: '2026-03-01', sold: 'goods', rate: 2_000, amount: 1_200 });
  const { month } = await result(books);
  // Takings of 12.00 have 2.00 of VAT: 202.00 less 8.32 are 193.68.
  assert.deepEqual(figuresOf(month), [100_000, 101_000, 4_158, undefined, 19_368, 19_368, 96_842]);
  assert.deepEqual([month.received.amount, month.received.vat], [121_200, 20_200]);
  assert.deepEqual(month.vat.list, { path: '/v2/books/vat', query: { on: '2026-03-02' } });
  const { lines } = (await books.ask('get-vat-return', { query: { on: '2026-03-02' } })).json;
  const tax = (name: string) => lines.find((each: any) => each.line === name).tax.cents;
  assert.deepEqual([tax('08'), tax('20')], [month.vat.due, month.vat.deductible]);
});

test('réel simplifié sees the VAT of its year and no Urssaf; a credit of VAT sets nothing aside', async () => {
  const { books } = await business({ ...COMPANY, vatRegime: 'simplified', legalStatus: 'ei' });
  await books.done('record-purchase', undefined, PAPER);
  const { month, year } = await result(books);
  assert.deepEqual(figuresOf(month), [0, 0, 4_158, undefined, -832, 0, -4_158]);
  assert.deepEqual(month.charges, undefined);
  assert.deepEqual(year.vat.deductible, 832);
});

test('a micro-enterprise that declares VAT sets both aside: 258.00 and 200.00', async () => {
  const { books } = await business({ ...MICRO, vatRegime: 'normal' });
  await sold(books, { unitPrice: 100_000, vatCode: 'FR_2000' });
  const { month } = await result(books);
  assert.deepEqual(figuresOf(month), [100_000, 100_000, 0, 25_800, 20_000, 45_800, 74_200]);
});

test('VAT owed for a supplier abroad: 20.00 due and deducted, but lost under the franchise, which does not free from it', async () => {
  const abroad = { ...PAPER, amount: 10_000, deductibleVat: undefined };
  const vat = [{ treatment: 'foreign_services', rate: 2_000, net: 10_000 }];
  const { books } = await business({ ...COMPANY, vatRegime: 'normal', legalStatus: 'ei' });
  await books.done('record-purchase', undefined, { ...abroad, vat });
  const { month } = await result(books);
  assert.deepEqual([month.vat.due, month.vat.deductible], [2_000, 2_000]);
  assert.deepEqual(figuresOf(month), [0, 0, 10_000, undefined, 0, 0, -10_000]);
  const { books: micro } = await business(MICRO);
  await micro.done('record-purchase', undefined, { ...abroad, vat });
  assert.deepEqual(figuresOf((await result(micro)).month), [0, 0, 10_000, 0, 2_000, 2_000, -12_000]);
});

test('each figure is its list: documents, receipts book and register of purchases', async () => {
  const { books } = await business({ ...COMPANY, vatRegime: 'normal' });
  const id = await sold(books, { unitPrice: 100_000, vatCode: 'FR_2000' });
  const note = await books.done('create-asset', id);
  await books.finalized(note);
  await books.done('refund-asset', note.id, { refundAt: service.clock.now });
  await sold(books, { unitPrice: 12_345, vatCode: 'FR_2000' });
  await books.done('record-purchase', undefined, PAPER);
  const { month } = await result(books);
  const totals = async (name: string, query: Record<string, unknown>) => (await books.ask(name, { query })).json;
  const { booked } = await totals('get-billings-totals', { ...month.billed.list.query, booked: true });
  assert.equal(booked.turnover, month.billed.amount);
  const receipts = await totals('get-receipts-book-totals', month.received.list.query);
  assert.deepEqual([receipts.total.amount, receipts.total.vat], [month.received.amount, month.received.vat]);
  const purchases = await totals('get-purchases-totals', month.spent.list.query);
  assert.deepEqual(
    [purchases.total.amount, purchases.total.deductibleVat],
    [month.spent.amount, month.spent.deductibleVat],
  );
  assert.equal(month.received.net, 12_345);
});

test('members and accountants read it; a key without the scope, another account and test mode see nothing of it', async () => {
  const { books, caller, trial } = await business(MICRO);
  await sold(books, { unitPrice: 100_000 });
  for (const role of ['member', 'accountant'] as const) {
    const theirs = booksOf(service, { ...caller, scopes: scopesOfRole(role, { test: false }) });
    assert.equal((await result(theirs)).month.received.net, 100_000, role);
  }
  assert.equal(await booksOf(service, { ...caller, scopes: ['catalog:read'] }).refusal('get-result'), 'scope_missing');
  const { books: other } = await business(MICRO);
  assert.deepEqual(figuresOf((await result(other)).year), [0, 0, 0, 0, undefined, 0, 0]);
  await sold(trial, { unitPrice: 500 });
  assert.equal((await result(trial)).month.received.net, 500);
  assert.equal((await result(books)).month.received.net, 100_000);
});

test('result_in_euros_only, and a month that is none is refused', async () => {
  const { books } = await business({ ...COMPANY, currency: 'CHF' });
  assert.equal(await books.refusal('get-result'), 'result_in_euros_only');
  const { books: euros } = await business(COMPANY);
  for (const month of ['2026-13', '2026-3', '0000-01', 'mars'])
    assert.equal((await euros.ask('get-result', { query: { month } })).refused, 'input_invalid', month);
  assert.equal((await result(euros, '2031-01')).year.from, '2031-01-01');
});

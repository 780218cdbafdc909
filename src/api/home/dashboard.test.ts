import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { type Books, booksOf, TRAINING } from '../../../test/support/documents/example-books.ts';
import { everyFigureIsItsList, figuresIn, sumIsThatOfTheRows } from '../../../test/support/documents/home-figures.ts';
import { type Chance, seeded, seedOf } from '../../../test/support/runner/seeded-random.ts';
import { COMPANY } from '../../../test/support/service/company.ts';
import { MONDAY, type TestService, testService } from '../../../test/support/service/in-process-service.ts';
import { type Booked, LINKS_KEPT_EVERY } from '../../db/home/turnover-by-day.ts';
import { inTransaction } from '../../db/transaction.ts';
import { keepTurnover } from '../../jobs/account/close-books.ts';
import type { Caller } from '../../services/caller.ts';

// Compares the home page with its lists: their totals and their entries.

const DAY = 86_400;
let service: TestService;
beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.close());

const BOOK = { designation: 'Livre', quantity: 3, unitPrice: 2_000, vatCode: 'FR_550', type: 'sale_of_goods' } as const;
const STAMP = {
  designation: 'Timbre',
  quantity: 1,
  unitPrice: 5_000,
  vatCode: 'FR_00HT',
  type: 'disbursement',
} as const;

async function business(company: object = COMPANY): Promise<{ books: Books; caller: Caller; customer: string }> {
  const { live } = await service.newAccount('Atelier');
  const books = booksOf(service, live);
  await books.company(company);
  return { books, caller: live, customer: await books.contact() };
}
/** A finalized credit note for these lines of an invoice. */
const credited = async (books: Books, invoiceId: string, lines: object[]) => {
  const { id } = await books.done('create-asset', invoiceId);
  await books.done('update-billing-lines', id, { lines });
  return books.finalized({ id });
};
const dashboard = async (books: Books, query: Record<string, unknown> = {}) => {
  const { refused, json } = await books.ask('get-dashboard', { query });
  assert.equal(refused, undefined);
  return json;
};

test('a new account has zero in every figure and no tasks to do', async () => {
  const { books } = await business();
  const told = await dashboard(books);
  assert.ok(
    figuresIn(told).every(([, { amount, count = 0, others }]) => amount === 0 && count === 0 && others.length === 0),
  );
  assert.deepEqual(
    [told.day, told.year, told.currency, told.todo, told.thresholds],
    ['2026-03-02', 2026, 'EUR', [], []],
  );
});

test('of 1,200.00, 500.00 are paid: 700.00 are due, 416.67 are collected turnover, 83.33 are VAT due on services', async () => {
  const { books, customer } = await business();
  const { id } = await books.finalized(books.invoice(customer));
  await books.pay('invoice', id, 50_000);
  const told = await dashboard(books);
  assert.deepEqual([told.owed.amount, told.owed.count, told.late.amount], [70_000, 1, 0]);
  assert.equal(told.turnover.invoiced.year.amount, 100_000);
  assert.equal(told.turnover.collected.months[2].thisYear.amount, 41_667);
  assert.deepEqual(told.vat.rates, [
    { vatCode: 'FR_2000', ratePercent: 20, onInvoices: 0, onReceipts: 8_333, amount: 8_333 },
  ]);
  await books.pay('invoice', id, 70_000);
  const paid = await dashboard(books);
  assert.deepEqual(
    [paid.owed.amount, paid.turnover.collected.year.amount, paid.vat.total.amount],
    [0, 100_000, 20_000],
  );
});

test('VAT on goods is due when invoiced; so is VAT on services with the option for debits', async () => {
  const goods = await business();
  await goods.books.finalized(goods.books.invoice(goods.customer, { lines: [BOOK, TRAINING] }));
  assert.deepEqual((await dashboard(goods.books)).vat.rates, [
    { vatCode: 'FR_550', ratePercent: 5.5, onInvoices: 330, onReceipts: 0, amount: 330 },
  ]);
  const debits = await business({ ...COMPANY, vatOnDebits: true });
  await debits.books.finalized(debits.books.invoice(debits.customer));
  const { vat } = await dashboard(debits.books);
  assert.deepEqual([vat.period, vat.from, vat.to, vat.total.amount], ['month', '2026-03-01', '2026-03-31', 20_000]);
  const quarter = await dashboard(debits.books, { vatPeriod: 'quarter' });
  assert.deepEqual([quarter.vat.from, quarter.vat.to], ['2026-01-01', '2026-03-31']);
});

test('disbursements are not turnover; a credit note reduces invoiced turnover, and collected turnover when refunded', async () => {
  const { books, customer } = await business();
  const { id } = await books.finalized(books.invoice(customer, { lines: [TRAINING, STAMP] }));
  await books.pay('invoice', id, 125_000);
  const { id: note } = await credited(books, id, [{ ...TRAINING, unitPrice: 25_000 }]);
  const before = await dashboard(books);
  assert.deepEqual([before.turnover.invoiced.year.amount, before.turnover.collected.year.amount], [75_000, 100_000]);
  await books.done('refund-asset', note, { refundAt: MONDAY });
  const after = await dashboard(books);
  assert.deepEqual([after.turnover.collected.year.amount, after.vat.total.amount], [75_000, 15_000]);
  await everyFigureIsItsList(books, after);
  // The payments page for the same days: 1,250.00 received, 250.00 of turnover refunded, 750.00
  // left.
  const year = { from: '2026-01-01', to: '2026-12-31', refunds: 'true' };
  const totals = async (query: Record<string, string>) => (await books.ask('get-payments-totals', { query })).json;
  const page = { currency: 'EUR', count: 1, amount: 125_000, refunds: 1, refunded: -25_000, collected: 75_000 };
  const { turnover, vatDue, ...said } = (await totals(year)).currencies[0];
  assert.deepEqual([said, turnover, vatDue], [page, 100_000, 20_000]);
  assert.equal((await totals({ ...year, method: 'transfer' })).currencies[0].refunds, 0);
  assert.ok(!('collected' in (await totals({ from: '2026-01-01' })).currencies[0]));
  // Control: days without the refund do not include it.
  assert.equal((await totals({ ...year, from: '2026-03-03' })).currencies.length, 0);
});

test('a month with only a credit note shows -228.00, and so does the list behind the figure', async () => {
  const { books, customer } = await business({ ...COMPANY, vatRegime: 'franchise' });
  const line = { ...TRAINING, unitPrice: 22_800, vatCode: 'FR_00HT' };
  const { id } = await books.finalized(books.invoice(customer, { lines: [line] }));
  service.clock.now = MONDAY + 30 * DAY;
  await books.finalized(books.done('create-asset', id));
  const told = await dashboard(books);
  const april = told.turnover.invoiced.months[3].thisYear;
  assert.deepEqual([april.amount, april.count], [-22_800, 1]);
  const [{ query }] = april.lists;
  const listed = async (asked: object) =>
    (await books.ask('get-billings-totals', { query: { ...asked, booked: 'true' } })).json.currencies[0];
  const { withTax, turnover } = await listed(query);
  assert.deepEqual([withTax, turnover], [-22_800, -22_800]);
  assert.equal((await listed({ type: 'asset' })).withTax, -22_800, 'alone, too');
  await everyFigureIsItsList(books, told);
  // Control: a sum without its sign is detected.
  const page = (await books.ask('get-billings', { query })).json;
  assert.throws(() => sumIsThatOfTheRows(page, { withTax: 22_800 }), /the sum of the rows/);
  service.clock.now = MONDAY;
});

test('to do: an overdue invoice, an incomplete and a ready draft, an estimate to bill, one about to expire', async () => {
  const { books, customer } = await business();
  const old = await books.invoice(customer);
  await books.done('update-invoice-timeline', old.id, { emittedAt: MONDAY - 42 * DAY, paymentDelay: 'thirty_days' });
  await books.finalized(old);
  await books.signedEstimate(customer);
  const offer = await books.estimate(customer);
  await books.done('update-estimate-timeline', offer.id, {
    emittedAt: MONDAY,
    paymentDelay: 'thirty_days',
    expiredAt: MONDAY + 5 * DAY,
  });
  await books.finalized(offer);
  await books.invoice(customer, { lines: [] });
  await books.invoice(customer);
  const { todo, todoTotal, age, toBill, offers } = await dashboard(books);
  assert.deepEqual(
    todo.map(({ act, days, lacks }: any) => [act, days, lacks.map(({ name }: any) => name).join()]),
    [
      ['remind', 12, ''],
      ['finalize', undefined, ''],
      ['complete', undefined, 'hasLines'],
      ['bill', undefined, ''],
      ['remind_offer', 5, ''],
    ],
  );
  assert.deepEqual(todoTotal, {
    unapplied: 0,
    refunds: 0,
    late: 1,
    drafts: 2,
    paused: 0,
    toBill: 1,
    expiring: 1,
    failedAtPlatform: 0,
    unsent: 0,
    unstamped: 0,
  });
  assert.deepEqual([age.days1To30.amount, age.notDue.amount, toBill.amount], [120_000, 0, 120_000]);
  assert.deepEqual([offers.waiting.count, offers.signed.count], [1, 1]);
});

test('amounts due in CHF are shown beside EUR; turnover and VAT are in EUR at the rate stored on the document', async () => {
  const { books, customer } = await business();
  const draft = await books.invoice(customer);
  await books.done('update-invoice-currency', draft.id, { currency: 'CHF', currencyRate: 0.95 });
  await books.finalized(draft);
  const told = await dashboard(books);
  assert.equal(told.owed.amount, 0);
  assert.equal(told.owed.others[0].currency, 'CHF');
  // 1,000.00 CHF at 0.95 CHF per EUR are 1,052.63 EUR; 1,200.00 CHF are 1,263.16 EUR, of which
  // 210.53 EUR are VAT.
  const { total } = (await books.ask('get-billing-by-id', { path: { id: draft.id } })).json;
  assert.deepEqual(total.convertedAmounts.vatDetails, [{ vatCode: 'FR_2000', amount: 21_053, vatRate: 20 }]);
  assert.deepEqual([told.turnover.invoiced.year.amount, told.turnover.invoiced.year.count], [105_263, 1]);
  assert.equal(told.vat.total.amount, 0, 'VAT on services is due when they are paid');
  await books.pay('invoice', draft.id, 120_000);
  const paid = await dashboard(books);
  assert.deepEqual([paid.turnover.collected.year.amount, paid.vat.total.amount], [105_263, 21_053]);
  assert.deepEqual(paid.vat.rates[0].onReceipts, 21_053);
  await everyFigureIsItsList(books, paid);
  // Its credit note reverses the same amount, to the cent.
  await books.finalized(books.done('create-asset', draft.id));
  assert.equal((await dashboard(books)).turnover.invoiced.year.amount, 0);
});

test('another account sees none of these figures, and a test key sees only test documents', async () => {
  const { books, customer, caller } = await business();
  await books.finalized(books.invoice(customer));
  const other = await business();
  assert.equal((await dashboard(other.books)).owed.amount, 0);
  const tests = booksOf(service, { ...caller, test: true });
  assert.equal((await dashboard(tests)).owed.amount, 0);
  await tests.finalized(tests.invoice(await tests.contact()));
  assert.deepEqual([(await dashboard(tests)).owed.amount, (await dashboard(books)).owed.amount], [120_000, 120_000]);
});

test('in random years, every figure equals the total of its list, both cached and recalculated', async () => {
  const seed = seedOf('HOME_SEED');
  console.log(`HOME_SEED=${seed}`);
  const random = seeded(seed);
  const years = Number(process.env.HOME_YEARS ?? 1);
  for (let year = 0; year < years; year++) {
    const { books, customer } = await business({ ...COMPANY, ...(random.chance(50) && { vatOnDebits: true }) });
    service.clock.now = MONDAY - 300 * DAY;
    for (let step = 0; step < 22; step++) {
      await something(books, customer, random);
      service.clock.now += random.int(0, 27) * DAY;
      // Queried in between, so that part of the year is cached and part is read again.
      if (step === 9) await dashboard(books);
    }
    const told = await dashboard(books);
    assert.ok((await everyFigureIsItsList(books, told)) > 20);
    const { months } = told.turnover.invoiced;
    assert.ok(months.some(({ thisYear, lastYear }: any) => thisYear.count + lastYear.count > 0));
    // Control: a figure off by one cent is detected.
    const off = { ...told, owed: { ...told.owed, amount: told.owed.amount + 1 } };
    await assert.rejects(everyFigureIsItsList(books, off), /owed/);
  }
  service.clock.now = MONDAY;
});

async function refundNextDay(books: Books, note: string): Promise<void> {
  service.clock.now += DAY;
  await books.done('refund-asset', note, { refundAt: service.clock.now });
}

/** A random action: invoice, partial or full payment, refund, estimate, advance or cancellation. */
async function something(books: Books, customer: string, random: Chance): Promise<void> {
  const one = random.pick;
  const lines = [
    one([TRAINING, BOOK, { ...TRAINING, unitPrice: 33_333, taxIncluded: true }]),
    ...one([[], [BOOK], [STAMP]]),
  ];
  const act = random.int(0, 7);
  if (act === 0) return void (await books.signedEstimate(customer, { lines }));
  if (act === 1) return void (await books.finalized(books.estimate(customer, { lines })));
  if (act === 2) {
    const { id } = await books.signedEstimate(customer, { lines });
    const { id: advance } = await books.finalizedAdvance(id);
    const { total } = (await books.ask('get-billing-by-id', { path: { id: advance } })).json;
    if (random.chance(50)) await books.pay('advance', advance, total.remainingReconciliateAmount);
    if (random.chance(50)) await books.finalized(books.done('create-final-invoice', id));
    return;
  }
  const draft = await books.invoice(customer, { lines });
  if (random.chance(25)) await books.done('update-invoice-currency', draft.id, { currency: 'CHF', currencyRate: 0.95 });
  const { id, total } = await books.finalized(draft);
  const whole = total.remainingReconciliateAmount;
  if (act === 3) return;
  if (act === 4) return void (await books.done('cancel-invoice', id));
  // At most three payments add up to the total, each at least one cent.
  const part = random.int(1, whole - 3);
  await books.pay('invoice', id, part);
  if (act === 5) return;
  await books.pay('invoice', id, Math.floor((whole - part) / 2));
  if (act === 6) {
    const { id: note } = await credited(books, id, [{ ...lines[0], unitPrice: random.int(1, 2_000) }]);
    if (random.chance(60)) await refundNextDay(books, note);
    return;
  }
  await books.pay('invoice', id, whole - part - Math.floor((whole - part) / 2));
  if (random.chance(50)) return void (await books.done('mark-unpaid', id));
  const { id: note } = await books.finalized(books.done('create-asset', id));
  if (random.chance(60)) await refundNextDay(books, note);
}

test('the first steps are company, bank, customer, document and sending; test keys have steps of their own', async () => {
  const { live } = await service.newAccount('Neuf');
  const books = booksOf(service, live);
  const done = async () =>
    (await dashboard(books)).firstSteps.flatMap(({ name, done }: any) => (done ? [name] : [])).join();
  assert.equal(await done(), '');
  const { vatNumber, ...rest } = COMPANY;
  await books.company(rest);
  assert.equal(await done(), '', 'the account charges VAT and has no VAT number');
  await books.company({ vatNumber });
  const bankInformation = { iban: 'FR7630006000011234567890189', bic: 'AGRIFRPP', holder: 'Zoé Martin' };
  await books.company({ bankInformation });
  assert.equal(await done(), 'company,bank');
  const customer = await books.contact();
  const draft = await books.invoice(customer);
  assert.equal(await done(), 'company,bank,customer,document');
  await books.finalized(draft);
  assert.equal(await done(), 'company,bank,customer,document');
  await books.done('send-billing-by-email', draft.id, {
    ...{ emails: ['lea@exemple.fr'], subject: 'Facture', content: '<p>Bonjour,</p>' },
  });
  assert.equal(await done(), 'company,bank,customer,document,sent');
  const tests = booksOf(service, { ...live, test: true });
  const { firstSteps } = await dashboard(tests);
  assert.deepEqual(
    firstSteps.map((step: any) => step.done),
    [true, true, false, false, false],
  );
});

test('a new process reads the stored turnover and adds later documents; control: wrong stored values show up', async () => {
  const { books, customer, caller } = await business();
  for (let n = 0; n < LINKS_KEPT_EVERY / 2; n++) {
    const { id } = await books.finalized(books.invoice(customer));
    await books.pay('invoice', id, 120_000);
  }
  const whose = { accountId: caller.accountId, test: false };
  await keepTurnover(service.services, whose);
  const { id: late } = await books.finalized(books.invoice(customer));
  await books.pay('invoice', late, 30_000);
  const anew = async () => {
    // A second instance of the module has an empty cache, like another process.
    const fresh = await import(new URL(`../../db/home/turnover-by-day.ts?${++instances}`, import.meta.url).href);
    const told: Booked = await inTransaction(service.services.pool, whose, async (tx) => ({
      commit: false,
      answer: await fresh.turnoverByDay(tx, false),
    }));
    const of = (how: string) => told.parts.filter((part) => part.how === how).reduce((all, { net }) => all + net, 0);
    return { invoiced: of('invoiced'), collected: of('collected'), kept: told.keptSeq };
  };
  const kept = await anew();
  assert.deepEqual([kept.invoiced, kept.collected], [2_100_000, 2_025_000]);
  assert.ok(kept.kept >= LINKS_KEPT_EVERY);
  const inAccount = `select set_config('app.account_id', '${caller.accountId}', true)`;
  const owner = (text: string) => service.owner.query(`begin; ${inAccount}; ${text}; commit`);
  await owner(`update billing.booked_turnover set parts = '[]'`);
  assert.equal((await anew()).invoiced, 100_000);
  await owner('update billing.booked_turnover set rules = 0');
  assert.deepEqual(await anew(), { ...kept, kept: 0 });
});
let instances = 0;

test('create-counter-sale: takings of 1,200.00 with 20 % and of 50.00 without VAT count 1,050.00 in the micro threshold of goods, their correction too; the chart has documents only', async () => {
  const { books } = await business({ ...COMPANY, legalStatus: 'micro_enterprise', vatRegime: 'normal' });
  const taken = (amount: number, rate: number, more: object = {}) =>
    books.done('create-counter-sale', undefined, { on: '2026-02-20', sold: 'goods', rate, amount, ...more });
  const thresholds = async (query = {}) =>
    (await dashboard(books, query)).thresholds.map((each: { name: string; turnover: number }) => [
      each.name,
      each.turnover,
    ]);
  const { id } = await taken(120_000, 2_000);
  await taken(5_000, 0);
  await taken(5_000, 0, { on: '2025-12-31' });
  assert.deepEqual(await thresholds(), [['micro_goods', 105_000]]);
  assert.deepEqual(await thresholds({ year: 2025 }), [['micro_goods', 5_000]]);
  await books.done('correct-counter-sale', id, { on: '2026-02-20', sold: 'services', rate: 2_000, amount: 60_000 });
  assert.deepEqual(await thresholds(), [
    ['micro_goods', 55_000],
    ['micro_services', 50_000],
  ]);
  assert.equal((await dashboard(books)).turnover.collected.year.amount, 0);
});

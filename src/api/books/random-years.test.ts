import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { type Books, booksOf } from '../../../test/support/documents/example-books.ts';
import { payMoreThanDue } from '../../../test/support/documents/overpaid-invoice.ts';
import { parisDay } from '../../../test/support/documents/paris-day.ts';
import { type Entry, receiptsReference, type Sold } from '../../../test/support/documents/receipts-reference.ts';
import { resultOfItsLists } from '../../../test/support/documents/result-months.ts';
import { type Chance, seeded, seedOf } from '../../../test/support/runner/seeded-random.ts';
import { COMPANY } from '../../../test/support/service/company.ts';
import { MONDAY, type TestService, testService } from '../../../test/support/service/in-process-service.ts';

// Random years of a business through the API, and the receipts book against a reference written
// apart from the rules.

const DAY = 86_400;
/** Acts of a year. */
const ACTS = 12;
let service: TestService;
beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.close());

const today = (): string => parisDay(service.clock.now);

/** The lines of a draft, and their amounts by rate, in the order of the rates. */
function drawn(random: Chance, hasVat: boolean): { lines: object[]; sold: Sold[] } {
  const service20 = { designation: 'Conseil', quantity: 1, unitPrice: random.int(101, 90_001), vatCode: 'FR_2000' };
  const honey = { designation: 'Miel', quantity: 1, unitPrice: random.int(101, 30_001), type: 'sale_of_goods' };
  const stamp = { designation: 'Timbre', quantity: 1, unitPrice: random.int(100, 9_000), type: 'disbursement' };
  const [hasGoods, hasStamp] = [random.chance(50), random.chance(30)];
  const none = { vatCode: 'FR_00HT' };
  const lines = [
    hasVat ? service20 : { ...service20, ...none },
    ...(hasGoods ? [{ ...honey, ...(hasVat ? { vatCode: 'FR_550' } : none) }] : []),
    ...(hasStamp ? [{ ...stamp, ...none }] : []),
  ];
  const [price, goods] = [BigInt(service20.unitPrice), hasGoods ? BigInt(honey.unitPrice) : 0n];
  const apart: Sold[] = hasStamp ? [{ rate: 0, net: BigInt(stamp.unitPrice), goods: 0n, isDisbursement: true }] : [];
  if (!hasVat) return { lines, sold: [{ rate: 0, net: price + goods, goods, isDisbursement: false }, ...apart] };
  const byRate: Sold[] = [
    ...(hasGoods ? [{ rate: 550, net: goods, goods, isDisbursement: false }] : []),
    { rate: 2000, net: price, goods: 0n, isDisbursement: false },
  ];
  return { lines, sold: [...byRate, ...apart] };
}

type Year = {
  books: Books;
  customer: string;
  random: Chance;
  hasVat: boolean;
  book: ReturnType<typeof receiptsReference>;
};

async function invoiced({ books, customer, random, hasVat, book }: Year) {
  const { lines, sold } = drawn(random, hasVat);
  const draft = await books.invoice(customer, { lines });
  const isForeign = random.chance(20);
  if (isForeign) await books.done('update-invoice-currency', draft.id, { currency: 'CHF', currencyRate: 0.95 });
  const { id, total } = await books.finalized(draft);
  book.billed(id, sold, isForeign ? [100n, 95n] : undefined);
  return { id, lines, sold, isForeign, whole: total.remainingReconciliateAmount as number };
}

async function paid({ books, book }: Year, id: string, amount: number, kind: 'invoice' | 'advance' = 'invoice') {
  await books.pay(kind, id, amount);
  return book.paid(today(), id, amount);
}

/** An invoice paid in up to three parts, then reversed or credited and refunded; or overpaid. */
async function sale(year: Year): Promise<void> {
  const { books, random, book } = year;
  const { id, lines, sold, isForeign, whole } = await invoiced(year);
  const act = random.int(0, 4);
  if (act === 0) return beyond(year, { id, whole, isForeign });
  const first = random.int(1, whole - 2);
  const parts = [await paid(year, id, first)];
  if (act === 1) return;
  service.clock.now += random.int(0, 6) * DAY;
  const second = random.int(1, whole - first - 1);
  parts.push(await paid(year, id, second));
  parts.push(await paid(year, id, whole - first - second));
  service.clock.now += random.int(0, 6) * DAY;
  if (act === 2) {
    await books.done('mark-unpaid', id);
    for (const part of parts) book.reversed(today(), id, part);
    return;
  }
  if (act === 3) return;
  // What happens in one second has no order.
  service.clock.now += 1;
  const note = await books.done('create-asset', id);
  const [line] = lines as [{ unitPrice: number }];
  const credit = random.int(1, line.unitPrice);
  await books.done('update-billing-lines', note.id, { lines: [{ ...line, unitPrice: credit }] });
  const { total } = await books.finalized(note);
  const rate = sold.find(({ isDisbursement, goods, net }) => !isDisbursement && goods < net)?.rate ?? 0;
  // A credit note states the VAT of the invoice in proportion.
  const vat = BigInt(total.amountWithTaxAfterDiscount - credit);
  const credited = [{ rate, net: BigInt(credit), vat, goods: 0n, isDisbursement: false }];
  const amounts = book.credited(id, credited);
  if (random.chance(70)) {
    await books.done('refund-asset', note.id, { refundAt: service.clock.now });
    book.refunded(today(), id, amounts);
  }
}

/** Overpays an invoice. A part of the excess pays another invoice, a part is returned. */
async function beyond(year: Year, { id, whole, isForeign }: { id: string; whole: number; isForeign: boolean }) {
  const { books, random, book, customer } = year;
  // A reference in another currency would repeat the conversion; its payments have it already.
  if (isForeign) return;
  const excess = random.int(2, 5_000);
  const at = service.clock.now;
  const path = await payMoreThanDue(books, { id, customer }, { amount: whole + excess, at });
  book.paid(today(), id, whole);
  book.beyond(today(), id, excess);
  service.clock.now += random.int(0, 6) * DAY;
  const used = random.int(1, excess - 1);
  const other = await invoiced(year);
  if (!other.isForeign && other.whole > used) {
    await books.ask('apply-online-payment', { path, body: { billingId: other.id, amount: used } });
    book.beyond(today(), id, -used);
    book.paid(today(), other.id, used);
  }
  if (random.chance(60)) {
    await books.ask('mark-online-payment-returned', { path, body: { by: 'otherwise', amount: 1 } });
    book.beyond(today(), id, -1);
  }
}

/** An advance of 30 % on a signed estimate, paid. */
async function advance(year: Year): Promise<void> {
  const { books, customer, random, book } = year;
  const price = random.int(1_000, 90_000);
  const vatCode = year.hasVat ? 'FR_2000' : 'FR_00HT';
  const { id } = await books.signedEstimate(customer, {
    lines: [{ designation: 'Chantier', quantity: 1, unitPrice: price, vatCode }],
  });
  const { id: advanceId, total } = await books.finalizedAdvance(id);
  const net = BigInt(total.amountWithoutTaxAfterDiscount);
  // A part of the VAT of an estimate is split, not computed anew.
  const vat = BigInt(total.remainingReconciliateAmount) - net;
  book.billed(advanceId, [{ rate: year.hasVat ? 2000 : 0, net, vat, goods: 0n, isDisbursement: false }]);
  await paid(year, advanceId, total.remainingReconciliateAmount, 'advance');
}

async function takings({ books, random, hasVat, book }: Year): Promise<void> {
  const sale = { sold: random.pick(['goods', 'services']), rate: hasVat ? random.pick([2000, 550]) : 0 };
  const [on, amount] = [today(), random.int(1, 90_000)];
  const reference = { isGoods: sale.sold === 'goods', rate: sale.rate };
  const { id } = await books.done('create-counter-sale', undefined, { ...sale, on, amount });
  book.takings(on, { ...reference, amount });
  if (random.chance(60)) return;
  const corrected = random.int(1, 90_000);
  await books.done('correct-counter-sale', id, { ...sale, on, amount: corrected });
  book.takings(on, { ...reference, amount }, -1);
  book.takings(on, { ...reference, amount: corrected });
}

const asText = ({ on, amount, vat, goods, disbursements }: Entry): string =>
  [on, amount, vat, goods, disbursements].join(' ');

async function bookRead(books: Books, limit: number): Promise<{ entries: Entry[]; numbers: number[]; docs: any[] }> {
  const docs: any[] = [];
  for (let cursor: string | undefined; ; ) {
    const { json } = await books.ask('list-receipts-book', {
      query: { from: '2026-01-01', to: '2026-12-31', limit, ...(cursor && { cursor }) },
    });
    docs.push(...json.docs);
    cursor = json.nextCursor;
    if (!cursor) break;
  }
  const entries = docs.map(({ on, amount, vat, natures, disbursements }) => {
    const goods = natures.find(({ nature }: any) => nature === 'bic_goods')?.amount ?? 0;
    return { on, amount, vat, goods, disbursements };
  });
  return { entries, numbers: docs.map(({ number }) => number), docs };
}

const sum = (all: readonly number[]): number => all.reduce((a, b) => a + b, 0);

test('in random years the book has the lines of a bookkeeper to the cent, numbered without gaps, and the sum of the payments', async () => {
  const seed = seedOf('BOOK_SEED');
  console.log(`BOOK_SEED=${seed}`);
  const random = seeded(seed);
  const years = Number(process.env.BOOK_YEARS ?? 2);
  let events = new Set<string>();
  for (let n = 0; n < years; n++) {
    service.clock.now = MONDAY - 50 * DAY;
    const hasVat = random.chance(60);
    const { live } = await service.newAccount('Atelier');
    const books = booksOf(service, live);
    const regime = hasVat ? (random.chance(50) ? { vatOnDebits: true } : {}) : { vatRegime: 'franchise' };
    await books.company({ ...COMPANY, ...regime });
    const year: Year = { books, customer: await books.contact(), random, hasVat, book: receiptsReference() };
    for (let act = 0; act < ACTS; act++) {
      const which = random.int(0, 9);
      await (which < 6 ? sale : which < 8 ? takings : advance)(year);
      service.clock.now += random.int(0, 20) * DAY;
    }
    const { entries, numbers, docs } = await bookRead(books, random.int(1, 100));
    const about = `BOOK_SEED=${seed}, year ${n}`;
    assert.deepEqual(entries.map(asText).toSorted(), year.book.entries.map(asText).toSorted(), about);
    assert.deepEqual(
      numbers,
      Array.from({ length: numbers.length }, (_, place) => place + 1),
      about,
    );
    assert.deepEqual(
      entries.map(({ on }) => on),
      entries.map(({ on }) => on).toSorted(),
      about,
    );
    await sumsAgree(books, { entries, docs }, about);
    await resultsAgree(books, entries, about);
    events = new Set([...events, ...docs.map(({ event }) => event)]);
    // Control: one cent more in one line is found.
    const off = entries.map((entry, place) => (place === 0 ? { ...entry, amount: entry.amount + 1 } : entry));
    if (off.length > 0)
      assert.notDeepEqual(off.map(asText).toSorted(), year.book.entries.map(asText).toSorted(), about);
  }
  if (years >= 20) assert.equal(events.size, 8, [...events].join());
  service.clock.now = MONDAY;
});

/** Results of months are those of the bookkeeper, and their charges are those declared. */
async function resultsAgree(books: Books, entries: readonly Entry[], about: string) {
  await books.company({ legalStatus: 'micro_enterprise', microSocial: { rhythm: 'monthly' } });
  for (const month of MONTHS) {
    const { received, charges } = (await resultOfItsLists(books, month, about)).month;
    const within = entries.filter(({ on }) => on.startsWith(month));
    assert.equal(received.amount, sum(within.map(({ amount }) => amount)), `${about}: ${month}`);
    assert.equal(received.vat, sum(within.map(({ vat }) => vat)), `${about}: ${month}`);
    const { due } = (await books.ask('get-urssaf-declaration', { query: { on: `${month}-01` } })).json;
    assert.equal(charges.amount, due, `${about}: charges of ${month}`);
  }
}

const MONTHS = Array.from({ length: 12 }, (_, month) => `2026-${String(month + 1).padStart(2, '0')}`);

async function sumsAgree(books: Books, { entries, docs }: { entries: Entry[]; docs: any[] }, about: string) {
  const query = { from: '2026-01-01', to: '2026-12-31' };
  const { months, quarters, total } = (await books.ask('get-receipts-book-totals', { query })).json;
  const amount = sum(entries.map((entry) => entry.amount));
  for (const sums of [months, quarters, [total]])
    assert.equal(sum(sums.map((each: any) => each.amount)), amount, about);
  assert.equal(sum(total.natures.map((each: any) => each.amount)), amount, about);
  for (const month of months) {
    const within = entries.filter(({ on }) => on.slice(0, 7) === month.from.slice(0, 7));
    assert.equal(month.amount, sum(within.map((entry) => entry.amount)), `${about}: ${month.from}`);
  }
  // The list of payments, which knows nothing of the book.
  const { currencies } = (await books.ask('get-payments-totals', { query })).json;
  for (const currency of ['EUR', 'CHF']) {
    const listed = currencies.find((each: any) => each.currency === currency)?.amount ?? 0;
    const inBook = docs
      .filter(({ event }) => event === 'payment' || event === 'payment_reversed')
      .filter((line) => (line.foreign?.currency ?? 'EUR') === currency)
      .map((line) => (line.foreign ? line.foreign.amount : line.amount + line.disbursements));
    assert.equal(sum(inBook), listed, `${about}: payments in ${currency}`);
  }
}

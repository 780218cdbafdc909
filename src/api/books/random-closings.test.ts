import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { type Books, booksOf, TRAINING } from '../../../test/support/documents/example-books.ts';
import { parisDay } from '../../../test/support/documents/paris-day.ts';
import { bought } from '../../../test/support/documents/purchases.ts';
import { resultOfItsLists } from '../../../test/support/documents/result-months.ts';
import { type Chance, seeded, seedOf } from '../../../test/support/runner/seeded-random.ts';
import { COMPANY } from '../../../test/support/service/company.ts';
import { MONDAY, type TestService, testService } from '../../../test/support/service/in-process-service.ts';

// Random sequences of movements and closings: CLOSING_YEARS=100 runs more, CLOSING_SEED=… repeats.

const DAY = 86_400;
/** Acts of a sequence. */
const ACTS = 22;

let service: TestService;
beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.close());

type Year = {
  readonly books: Books;
  readonly random: Chance;
  readonly customer: string;
  /** What a bookkeeper adds up: cents received and paid. */
  readonly sums: { received: number; bought: number };
  readonly open: { id: string; left: number }[];
  readonly paid: string[];
  readonly notes: { id: string; amount: number; isRefunded: boolean }[];
  readonly sales: { id: string; on: string; amount: number }[];
  readonly purchases: { id: string; amount: number }[];
  closedThrough: string | undefined;
};

/** A day in the last 60, or today: also one that is closed. */
const earlier = (random: Chance): number => service.clock.now - random.int(0, 60) * DAY;

async function invoice({ books, customer, random, open }: Year): Promise<void> {
  const unitPrice = random.int(2_000, 90_000);
  service.clock.now -= 70 * DAY;
  const { id } = await books.finalized(
    books.invoice(customer, { lines: [{ ...TRAINING, unitPrice, vatCode: 'FR_00HT' }] }),
  );
  service.clock.now += 70 * DAY;
  open.push({ id, left: unitPrice });
}

async function pay(year: Year): Promise<void> {
  const { books, random, open, paid, sums } = year;
  if (open.length === 0) await invoice(year);
  const bill = random.pick(open);
  const amount = random.chance(50) ? bill.left : random.int(1, bill.left);
  await books.done('mark-paid', bill.id, { payments: [{ receivedAt: earlier(random), method: 'transfer', amount }] });
  sums.received += amount;
  bill.left -= amount;
  if (bill.left > 0) return;
  open.splice(open.indexOf(bill), 1);
  paid.push(bill.id);
}

async function reverse({ books, random, paid, sums, open }: Year): Promise<void> {
  if (paid.length === 0) return;
  const [id = ''] = paid.splice(random.int(0, paid.length - 1), 1);
  const before = (await books.done('get-billing-payments', id)).reduce(
    (all: number, { amount }: any) => all + amount,
    0,
  );
  await books.done('mark-unpaid', id);
  sums.received -= before;
  open.push({ id, left: before });
}

async function credit({ books, random, paid, notes }: Year): Promise<void> {
  if (paid.length === 0) return;
  const [id = ''] = paid.splice(random.int(0, paid.length - 1), 1);
  const note = await books.done('create-asset', id);
  const amount = random.int(1, 1_500);
  await books.done('update-billing-lines', note.id, {
    lines: [{ ...TRAINING, vatCode: 'FR_00HT', unitPrice: amount }],
  });
  service.clock.now -= 65 * DAY;
  const isFinal = (await books.ask('finalize-billing', { path: { id: note.id } })).refused === undefined;
  service.clock.now += 65 * DAY;
  if (!isFinal) await books.finalized(note);
  notes.push({ id: note.id, amount, isRefunded: false });
}

/** Refunds a credit note on a day, dates the refund anew, or removes it. */
async function refund({ books, random, notes, sums }: Year): Promise<void> {
  if (notes.length === 0) return;
  const note = random.pick(notes);
  const refundAt = note.isRefunded && random.chance(60) ? null : earlier(random);
  const heard = await books.ask('refund-asset', { path: { id: note.id }, body: { refundAt } });
  if (heard.refused !== undefined) return;
  sums.received += (note.isRefunded ? note.amount : 0) - (refundAt === null ? 0 : note.amount);
  note.isRefunded = refundAt !== null;
}

async function takings({ books, random, sales, sums }: Year): Promise<void> {
  const sale = { sold: 'goods', rate: 0, amount: random.int(1, 40_000) };
  if (sales.length > 0 && random.chance(50)) {
    const place = random.int(0, sales.length - 1);
    const [replaced] = sales.splice(place, 1);
    const { id } = await books.done('correct-counter-sale', replaced?.id, { ...sale, on: replaced?.on });
    sums.received += sale.amount - (replaced?.amount ?? 0);
    sales.push({ id, on: replaced?.on ?? '', amount: sale.amount });
    return;
  }
  const on = parisDay(earlier(random));
  const { id } = await books.done('create-counter-sale', undefined, { ...sale, on });
  sums.received += sale.amount;
  sales.push({ id, on, amount: sale.amount });
}

async function purchase({ books, random, purchases, sums }: Year): Promise<void> {
  if (purchases.length > 0 && random.chance(40)) {
    const [taken] = purchases.splice(random.int(0, purchases.length - 1), 1);
    await books.done('correct-purchase', taken?.id);
    sums.bought -= taken?.amount ?? 0;
    return;
  }
  const amount = random.int(1, 40_000);
  const { id } = await bought(books, { paidOn: parisDay(earlier(random)), amount, deductibleVat: 0 });
  sums.bought += amount;
  purchases.push({ id, amount });
}

async function close(year: Year): Promise<void> {
  const { books, random } = year;
  const through = parisDay(service.clock.now - random.int(1, 40) * DAY);
  if (year.closedThrough !== undefined && through <= year.closedThrough) return;
  await books.done('close-books', undefined, { through });
  year.closedThrough = through;
}

const SPAN = { from: '2025-01-01', to: '2028-12-31' };

async function read(books: Books, name: 'list-receipts-book' | 'list-purchases', limit: number): Promise<any[]> {
  const docs: any[] = [];
  for (let cursor: string | undefined; ; ) {
    const { json } = await books.ask(name, { query: { ...SPAN, limit, ...(cursor && { cursor }) } });
    docs.push(...json.docs);
    cursor = json.nextCursor;
    if (!cursor) {
      assert.equal(json.totalDocs, docs.length);
      return docs;
    }
  }
}

const sumOf = (all: readonly { amount: number }[]): number => all.reduce((sum, { amount }) => sum + amount, 0);

/** Numbers count from 1 in each year, without gaps, in the order of the lines. */
function assertNumbered(lines: readonly any[], about: string): void {
  const years = Map.groupBy(lines, ({ on }) => on.slice(0, 4));
  for (const [year, same] of years)
    assert.deepEqual(
      same.map(({ number }) => number),
      same.map((_, place) => place + 1),
      `${about}, ${year}`,
    );
}

test('in random sequences of movements and closings the book has the sum of the movements, and closed lines stay as they were', async () => {
  const seed = seedOf('CLOSING_SEED');
  console.log(`CLOSING_SEED=${seed}`);
  const random = seeded(seed);
  const years = Number(process.env.CLOSING_YEARS ?? 2);
  const met = new Set<string>();
  let late = 0;
  for (let n = 0; n < years; n++) {
    service.clock.now = MONDAY;
    const { live } = await service.newAccount('Atelier');
    const books = booksOf(service, live);
    await books.company({ ...COMPANY, vatRegime: 'franchise' });
    const year: Year = {
      ...{ books, random, customer: await books.contact(), sums: { received: 0, bought: 0 }, open: [], paid: [] },
      ...{ notes: [], sales: [], purchases: [], closedThrough: undefined },
    };
    let frozen: { receipts: string[]; purchases: string[] } = { receipts: [], purchases: [] };
    service.clock.now += 100 * DAY;
    for (let act = 0; act < ACTS; act++) {
      const about = `CLOSING_SEED=${seed}, sequence ${n}, act ${act}`;
      const which = random.int(0, 11);
      const acts = [pay, pay, pay, reverse, credit, refund, refund, takings, takings, purchase, purchase, close];
      await (acts[which] ?? pay)(year);
      service.clock.now += random.int(0, 9) * DAY;
      const receipts = await read(books, 'list-receipts-book', random.int(1, 60));
      const purchases = await read(books, 'list-purchases', random.int(1, 60));
      assert.equal(sumOf(receipts), year.sums.received, about);
      assert.equal(sumOf(purchases), year.sums.bought, about);
      assertNumbered(receipts, about);
      assert.equal(new Set(receipts.map(({ id }) => id)).size, receipts.length, about);
      const { closedThrough = '' } = year;
      for (const line of receipts) assert.equal(line.on <= closedThrough, line.closed === true, about);
      const texts = {
        receipts: receipts.filter(({ closed }) => closed).map((line) => JSON.stringify(line)),
        purchases: purchases
          .filter(({ bookedOn }) => bookedOn <= closedThrough)
          .map(({ corrected: _, ...line }) => JSON.stringify(line)),
      };
      assert.deepEqual(texts.receipts.slice(0, frozen.receipts.length), frozen.receipts, about);
      assert.deepEqual(texts.purchases.slice(0, frozen.purchases.length), frozen.purchases, about);
      if (which !== 11) assert.equal(texts.receipts.length, frozen.receipts.length, about);
      frozen = texts;
      await resultOfItsLists(books, parisDay(earlier(random)).slice(0, 7), about);
      for (const { event } of receipts) met.add(event);
      late += receipts.filter(({ receivedOn }) => receivedOn !== undefined).length;
    }
    const { total } = (await books.ask('get-receipts-book-totals', { query: SPAN })).json;
    assert.equal(total.amount, year.sums.received);
    assert.deepEqual((await books.ask('verify-book-closings')).json.faults, []);
    // Control: a bookkeeper who is one cent off is found.
    assert.notEqual(total.amount, year.sums.received + 1);
  }
  console.log(`late lines read: ${late}; events: ${[...met].toSorted().join(' ')}`);
  if (years >= 20)
    for (const event of ['refund_withdrawn', 'takings_corrected', 'payment_reversed']) assert.ok(met.has(event));
  service.clock.now = MONDAY;
}, 3_600_000);

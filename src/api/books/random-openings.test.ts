import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { type Books, booksOf } from '../../../test/support/documents/example-books.ts';
import { fecFaults, fecRows } from '../../../test/support/documents/fec-checks.ts';
import { parisDay } from '../../../test/support/documents/paris-day.ts';
import { type Chance, seeded, seedOf } from '../../../test/support/runner/seeded-random.ts';
import { COMPANY } from '../../../test/support/service/company.ts';
import { MONDAY, type TestService, testService } from '../../../test/support/service/in-process-service.ts';

// Random businesses over three years: the opening balances of each year are the closing balances of
// the year before, and the debts of each file add up.

const DAY = 86_400;
// Balances of January may be typed for a day of the year before.
const YEARS = [2025, 2026, 2027, 2028].map((year) => ({ from: `${year}-01-01`, to: `${year}-12-31` }));
/** Acts of a business, spread over the three years. */
const ACTS = 24;
const STEP_DAYS = Math.floor((3 * 365 - 70) / ACTS);
const METHODS = ['transfer', 'cash', 'credit_card'] as const;

let service: TestService;
beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.close());

type Business = { books: Books; customers: string[]; random: Chance; unpaid: { id: string; due: number }[] };

async function invoice({ books, customers, random, unpaid }: Business): Promise<void> {
  const lines = [{ designation: 'Conseil', quantity: 1, unitPrice: random.int(101, 90_001), vatCode: 'FR_2000' }];
  const { id, total } = await books.finalized(books.invoice(random.pick(customers), { lines }));
  unpaid.push({ id, due: total.remainingReconciliateAmount });
}

/** Pays a part of an invoice of any year, or all of it. */
async function payment({ books, random, unpaid }: Business): Promise<void> {
  const claim = random.pick(unpaid);
  if (!claim || claim.due === 0) return;
  const amount = random.chance(60) ? claim.due : random.int(1, claim.due);
  claim.due -= amount;
  const payments = [{ amount, receivedAt: service.clock.now, method: random.pick(METHODS) }];
  await books.done('mark-paid', claim.id, { payments });
}

/** An advance whose final invoice may come in a later year. */
async function advance({ books, customers, random, unpaid }: Business, estimates: string[]): Promise<void> {
  const signed = estimates.shift();
  if (signed !== undefined) {
    const { id, total } = await books.finalized(books.done('create-final-invoice', signed));
    unpaid.push({ id, due: total.remainingReconciliateAmount });
    return;
  }
  const { id } = await books.signedEstimate(random.pick(customers));
  await books.finalizedAdvance(id);
  estimates.push(id);
}

async function purchase({ books, random }: Business): Promise<void> {
  const amount = random.int(100, 90_000);
  const body = {
    ...{
      paidOn: parisDay(service.clock.now),
      supplierName: `Fournisseur ${random.int(1, 3)}`,
      method: random.pick(METHODS),
    },
    ...{
      nature: random.pick(['supplies', 'equipment', 'travel']),
      amount,
      deductibleVat: random.int(0, Math.floor(amount / 6)),
    },
  };
  await books.done('record-purchase', undefined, body);
}

async function typed({ books, random }: Business): Promise<void> {
  const [bank, loan] = [random.int(1, 900_000), random.int(1, 900_000)];
  const lines = [
    { account: '512', label: 'Banque', debit: bank },
    { account: '2183', label: 'Ordinateur', debit: loan },
    { account: '164', label: 'Emprunt', credit: bank + loan },
  ];
  await books.done('record-opening-balances', undefined, {
    on: parisDay(service.clock.now - random.int(0, 90) * DAY),
    lines,
  });
}

type Sums = Map<string, number>;
const sumsOf = (accounts: any[]): Sums => new Map(accounts.map(({ account, balance }) => [account, balance]));

/** What the year after begins with, by the closing balances: classes 1 to 5, and the result. */
function expectedOpening(closing: Sums, isSoleTrader: boolean): [string, number][] {
  const opening: Sums = new Map([...closing].filter(([account]) => account < '6'));
  const result = [...closing].reduce((all, [account, balance]) => (account < '6' ? all : all + balance), 0);
  const account = isSoleTrader ? '101' : result < 0 ? '120' : '129';
  opening.set(account, (opening.get(account) ?? 0) + result);
  return [...opening].filter(([, balance]) => balance !== 0).toSorted();
}

async function agree({ books, random }: Business, isSoleTrader: boolean, about: string): Promise<number> {
  let closing: Sums | undefined;
  let carried = 0;
  for (const span of YEARS) {
    const { accounts, total } = (await books.ask('get-trial-balance', { query: span })).json;
    const debits = accounts.reduce((all: number, { debit }: any) => all + debit, 0);
    const credits = accounts.reduce((all: number, { credit }: any) => all + credit, 0);
    assert.deepEqual([debits, credits], [total, total], about);
    const query = { ...span, limit: random.int(1, 30) };
    const [first] = (await books.ask('list-accounting-entries', { query })).json.docs;
    const isCarried = first?.piece === 'A-NOUVEAUX';
    const opening: Sums = new Map();
    for (const { account, debit, credit } of isCarried ? first.lines : [])
      opening.set(account, (opening.get(account) ?? 0) + debit - credit);
    if (closing) {
      const expected = expectedOpening(closing, isSoleTrader);
      assert.deepEqual([...opening].filter(([, balance]) => balance !== 0).toSorted(), expected, about);
      // Control: one cent more is found.
      const off = [...opening].map(([account, balance]) => [account, balance + 1]).toSorted();
      if (expected.length > 0) assert.notDeepEqual(off, expected, about);
      carried += first?.lines.length ?? 0;
    } else assert.equal(isCarried, false, about);
    closing = sumsOf(accounts);
    await fileAgrees(books, span, about);
  }
  return carried;
}

/** The file passes the checks, and the lines of each letter add up to zero in it. */
async function fileAgrees(books: Books, span: { from: string; to: string }, about: string): Promise<void> {
  const { file } = await books.ask('download-accounting-entries', { query: span });
  assert.ok(file);
  const faults = fecFaults(file.bytes).filter((fault) => fault !== 'no line');
  assert.deepEqual(faults, [], about);
  const cents = (field = '0'): number => Number(field.replace(',', ''));
  const rows = fecRows(file.bytes.toString()).filter(({ EcritureLet }) => EcritureLet !== '');
  const letters = Map.groupBy(rows, (row) => `${row.CompteNum} ${row.CompAuxNum} ${row.EcritureLet} ${row.DateLet}`);
  for (const [letter, lines] of letters) {
    const sum = lines.reduce((all, { Debit, Credit }) => all + cents(Debit) - cents(Credit), 0);
    assert.equal(sum, 0, `${about}: ${letter}`);
  }
}

test('over random years the opening balances are the closing balances of the year before and its result, and each file balances', async () => {
  const seed = seedOf('OPENINGS_SEED');
  console.log(`OPENINGS_SEED=${seed}`);
  const random = seeded(seed);
  const businesses = Number(process.env.OPENINGS_BUSINESSES ?? 4);
  let carried = 0;
  for (let n = 0; n < businesses; n++) {
    service.clock.now = MONDAY - 50 * DAY;
    const { live } = await service.newAccount('Atelier');
    const books = booksOf(service, live);
    const isSoleTrader = random.chance(50);
    await books.company({ ...COMPANY, legalStatus: isSoleTrader ? 'ei' : 'sas' });
    const customers = [await books.contact(), await books.contact()];
    const business: Business = { books, customers, random, unpaid: [] };
    const estimates: string[] = [];
    for (let act = 0; act < ACTS; act++) {
      const which = random.int(0, 11);
      if (which < 4 || business.unpaid.length === 0) await invoice(business);
      else if (which < 7) await payment(business);
      else if (which < 9) await advance(business, estimates);
      else if (which < 11) await purchase(business);
      else await typed(business);
      service.clock.now += random.int(1, 2 * STEP_DAYS - 1) * DAY;
    }
    carried += await agree(business, isSoleTrader, `OPENINGS_SEED=${seed}, business ${n}`);
  }
  console.log(JSON.stringify({ businesses, carried }));
  assert.ok(carried > 0);
  service.clock.now = MONDAY;
}, 3_600_000);

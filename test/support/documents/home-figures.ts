import assert from 'node:assert/strict';
import type { Books } from './example-books.ts';

// Compares each figure of the home page with the list it links to.

type Figure = {
  amount: number;
  count?: number;
  lists: { path: string; query: object; member: string }[];
  others: unknown[];
};
const isFigure = (value: any): value is Figure => Array.isArray(value?.lists);
/** Every figure of a response, by path. */
export function figuresIn(value: any, at = ''): [string, Figure][] {
  if (isFigure(value)) return [[at, value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => figuresIn(inner, at ? `${at}.${name}` : name));
}

const BOOKED: ReadonlySet<string> = new Set(['turnover', 'vatDue', 'refunded', 'vatRefunded']);
/** The lists behind a figure: the member of their totals and the number of entries. */
async function saidByLists(books: Books, { lists }: Figure): Promise<{ amount: number; count: number }> {
  let [amount, count] = [0, 0];
  for (const { path, query, member } of lists) {
    const isPayments = path === '/v2/payments';
    const asked = { ...query, ...(!isPayments && { booked: 'true' }) };
    const totals = (await books.ask(isPayments ? 'get-payments-totals' : 'get-billings-totals', { query: asked })).json;
    const own = totals.currencies.find(({ currency }: { currency: string }) => currency === 'EUR');
    // Booked figures are in the account’s currency, for documents in any currency.
    const isBooked = BOOKED.has(member);
    amount += (isBooked ? totals.booked[member] : own?.[member]) ?? 0;
    const name = isPayments ? 'get-payments-of-account' : 'get-billings';
    const page = (await books.ask(name, { query: { ...query, limit: 100 } })).json;
    assert.equal(page.totalDocs, totals.totalDocs);
    if (!isPayments) sumIsThatOfTheRows(page, own);
    count += (isBooked ? totals.totalDocs : own?.count) ?? 0;
  }
  return { amount, count };
}

/** The total of a list is the sum of its rows; credit notes are subtracted. */
export function sumIsThatOfTheRows({ docs, totalDocs }: any, own: any): void {
  assert.equal(docs.length, totalDocs, 'all rows stand on one page');
  const rows = docs.filter(({ currencyCode }: any) => currencyCode === 'EUR');
  // A final invoice counts without the advances it deducts, which are in the list too.
  const signed = rows.map(({ type, settlement, total: { amountWithTaxAfterDiscount: amount } }: any) =>
    type === 'asset' ? -amount : amount - (settlement?.deductedAmountWithTax ?? 0),
  );
  assert.equal(
    own?.withTax ?? 0,
    signed.reduce((all: number, each: number) => all + each, 0),
    'the sum of the rows',
  );
}

export async function everyFigureIsItsList(books: Books, told: any): Promise<number> {
  const { months, year } = told.turnover.invoiced;
  const ofMonths = months.reduce((all: number, { thisYear }: any) => all + thisYear.amount, 0);
  assert.equal(ofMonths, year.amount, 'the months make the year');
  // A month without entries counts in the sum of the year; its own list need not be read.
  const isAsked = ([at, { amount, count = 0 }]: [string, Figure]) => !/months/.test(at) || amount !== 0 || count !== 0;
  const figures = figuresIn(told).filter(isAsked);
  for (const [at, figure] of figures) {
    const said = await saidByLists(books, figure);
    assert.equal(figure.amount, said.amount, `${at}: ${JSON.stringify(figure.lists)}`);
    if (figure.count !== undefined) assert.equal(figure.count, said.count, `count of ${at}`);
  }
  for (const { thisYear } of [...told.turnover.collected.months, { thisYear: told.turnover.collected.year }])
    if (thisYear.amount !== 0 || thisYear.count !== 0) await collectedIsItsPage(books, thisYear);
  return figures.length;
}

/** The page a collected figure opens: payments and refunds of the same days. */
async function collectedIsItsPage(books: Books, { amount, lists: [list] }: Figure): Promise<void> {
  const query = { ...list?.query, refunds: 'true' };
  const { booked } = (await books.ask('get-payments-totals', { query })).json;
  assert.equal(booked.collected, amount, `collected: ${JSON.stringify(query)}`);
}

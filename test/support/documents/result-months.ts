import assert from 'node:assert/strict';
import type { Books } from './example-books.ts';

const asked = async (books: Books, name: string, query: Record<string, unknown>) => {
  const heard = await books.ask(name, { query });
  assert.equal(heard.refused, undefined, `${name}: ${JSON.stringify(heard)}`);
  return heard.json;
};

/** The result of a month, whose figures and those of its year are the totals of their lists. */
export async function resultOfItsLists(books: Books, month: string, about: string) {
  const result = await asked(books, 'get-result', { month });
  for (const span of [result.month, result.year, result.before]) {
    const { billed, received, spent } = span;
    const where = `${about}: ${span.from} to ${span.to}`;
    const receipts = (await asked(books, 'get-receipts-book-totals', received.list.query)).total;
    assert.deepEqual([received.amount, received.vat], [receipts.amount, receipts.vat], where);
    const purchases = (await asked(books, 'get-purchases-totals', spent.list.query)).total;
    assert.deepEqual([spent.amount, spent.deductibleVat], [purchases.amount, purchases.deductibleVat], where);
    const { booked } = await asked(books, 'get-billings-totals', { ...billed.list.query, booked: true });
    assert.equal(billed.amount, booked.turnover, where);
  }
  return result;
}

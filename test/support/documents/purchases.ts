import assert from 'node:assert/strict';
import { COMPANY } from '../service/company.ts';
import { MONDAY, type TestService } from '../service/in-process-service.ts';
import { type Books, booksOf } from './example-books.ts';

/** A ream of paper at 49.90, paid by card. */
export const PAPER = {
  ...{ paidOn: '2026-03-01', supplierName: 'Papeterie du Port', nature: 'supplies', amount: 4_990, deductibleVat: 832 },
  ...{ method: 'credit_card', reference: 'TK-4411' },
} as const;
/** Honey to be sold, at 300.00. */
export const GOODS = {
  ...PAPER,
  supplierName: 'Miellerie',
  nature: 'goods_for_resale',
  amount: 30_000,
  deductibleVat: 1_564,
};

/** What is read of the register as a whole. */
export const READS = [
  'list-purchases',
  'get-purchases-totals',
  'export-purchases-register',
  'download-purchases-register',
];

/** A business with its purchases, on Monday 2 March 2026. */
export async function purchaser(service: TestService, company: object = COMPANY) {
  service.clock.now = MONDAY;
  const account = await service.newAccount('Atelier');
  const books = booksOf(service, account.live);
  await books.company(company);
  return { books, caller: account.live };
}

/** The lines of the register. */
export async function purchaseLines(books: Books, query: object = {}): Promise<any[]> {
  const heard = await books.ask('list-purchases', { query: { limit: 100, ...query } });
  assert.equal(heard.refused, undefined, JSON.stringify(heard));
  return heard.json.docs;
}

/** Records paper, or what a change makes of it. */
export const bought = (books: Books, change: object = {}) =>
  books.done('record-purchase', undefined, { ...PAPER, ...change });

/** A line in short. */
export const inShort = (line: any) => [line.number, line.paidOn, line.supplierName, line.amount, line.deductibleVat];

import { billKinds, creditKinds, shareKinds } from '../../domain/billing/document/kind.ts';
import type { Debts } from '../../domain/books/accounting/lettering.ts';
import type { BillFacts } from '../../domain/home/turnover-part.ts';
import type { CurrencyCode } from '../../domain/money/currency.ts';
import type { CivilDay } from '../../domain/time/civil-day.ts';
import { kindsInSql } from '../billing/document-kind-sql.ts';
import { billFacts } from '../home/bill-facts.ts';
import { type Row, sql, type Tx } from '../transaction.ts';
import { BUYER } from './receipt-documents.ts';

/** Where a bill stands in the sales journal: by day, then in the order of its series. */
export type BillPlace = {
  readonly on: CivilDay;
  readonly prefix: string;
  readonly year: number;
  readonly counter: number;
};

/** A finalized bill of the sales journal. */
export type StoredBill = {
  readonly id: string;
  readonly number: string;
  readonly place: BillPlace;
  /** Unix seconds. */
  readonly finalizedAt: number;
  readonly customer?: { readonly id: string; readonly name: string };
  /** The currency to which its rate converts. */
  readonly base: CurrencyCode;
  readonly facts: BillFacts;
};

const OF_BILLS = `d.kind in ${kindsInSql(billKinds)} and d.number is not null`;
const PAGE = sql`
  select d.id from billing.document d
  where d.account_id = $1 and d.test = $2 and ${OF_BILLS} and d.emitted_on between $3 and $4
    and (d.emitted_on, d.prefix, d.year, d.counter) > ($5::date, $6::text, $7::int, $8::int)
  order by d.emitted_on, d.prefix, d.year, d.counter limit $9`;
// Contents are read by ID: with the page in the same statement, PostgreSQL may read all contents.
const BILLS = sql`
  select ${billFacts.columns}, d.number, d.prefix, d.year, d.counter, d.finalized_at,
    coalesce(firm.id, buyer.id) as customer_id, coalesce(firm.name, buyer.name) as customer_name
  from ${billFacts.from}
  ${BUYER}
  where d.account_id = $1 and d.id = any ($2::uuid[])
  order by d.emitted_on, d.prefix, d.year, d.counter`;
// The rows of a family are few.
const OF_FAMILIES = sql`
  select d.id from billing.document d
  where d.account_id = $1 and d.test = $2 and ${OF_BILLS} and d.emitted_on <= $3
    and d.family_id in (select f.family_id from billing.document f where f.account_id = $1 and f.id = any ($4::uuid[]))`;
const DEBTS = sql`
  select d.id, case when d.kind in ${kindsInSql(creditKinds)} then coalesce(p.number, d.number) else d.number end as claim,
    d.number, (
      select a.number from billing.document a
      where a.account_id = $1 and a.family_id = d.family_id and a.kind in ${kindsInSql(shareKinds)} and a.number is not null
      order by a.emitted_on, a.prefix, a.year, a.counter limit 1) as advance
  from billing.document d left join billing.document p on p.account_id = $1 and p.id = d.parent_id
  where d.account_id = $1 and d.id = any ($2::uuid[]) and ${OF_BILLS}`;
const COUNT = sql`
  select count(*)::int as total from billing.document d
  where d.account_id = $1 and d.test = $2 and ${OF_BILLS} and d.emitted_on between $3 and $4`;

type Span = { readonly from: CivilDay; readonly to: CivilDay };

/** The bills of the caller’s mode after a place, in order. */
export async function billsAfter(
  tx: Tx,
  { from, to }: Span,
  { place, limit }: { place: BillPlace | undefined; limit: number },
): Promise<StoredBill[]> {
  const after = place ?? { on: from, prefix: '', year: 0, counter: 0 };
  const values = [after.on, after.prefix, after.year, after.counter, limit];
  const page = await tx.read<{ id: string }>(PAGE, [tx.accountId, tx.test, from, to, ...values]);
  return billsOf(tx, page);
}

const billsOf = async (tx: Tx, found: readonly { id: string }[]): Promise<StoredBill[]> =>
  found.length === 0 ? [] : (await tx.read(BILLS, [tx.accountId, found.map(({ id }) => id)])).map(billFrom);

/** The bills related to documents until a day, those documents included, in order. */
export const relatedBills = async (tx: Tx, ids: readonly string[], to: CivilDay): Promise<StoredBill[]> =>
  billsOf(tx, await tx.read<{ id: string }>(OF_FAMILIES, [tx.accountId, tx.test, to, ids]));

/**
 * The debts of bills by ID. A credit note changes the debt of the bill it corrects, a final invoice
 * the debt of its first advance.
 */
export const debtsOfBills = async (tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, Debts>> =>
  new Map(
    (await tx.read(DEBTS, [tx.accountId, ids])).map(({ id, claim, number, advance }) => [
      id as string,
      { customers: claim, customer_credits: number, ...(advance !== null && { customer_advances: advance }) },
    ]),
  );

export const countBills = async (tx: Tx, { from, to }: Span): Promise<number> =>
  (await tx.read<{ total: number }>(COUNT, [tx.accountId, tx.test, from, to]))[0]?.total ?? 0;

const billFrom = (row: Row): StoredBill => ({
  ...{ id: row.id, number: row.number, finalizedAt: row.finalized_at },
  place: { on: row.emitted_on, prefix: row.prefix, year: row.year, counter: row.counter },
  ...(row.customer_id && { customer: { id: row.customer_id, name: row.customer_name ?? '' } }),
  base: (row.base ?? row.currency) as CurrencyCode,
  facts: billFacts.read(row),
});

const APPLIED = sql`
  select u.payment_id as id from billing.unapplied_use u
  where u.account_id = $1 and u.test = $2 and u.kind = 'applied' and u.payment_id is not null`;

/** The payments that apply money received before; money beyond a document is rare. */
export const paymentsFromExcess = async (tx: Tx): Promise<ReadonlySet<string>> =>
  new Set((await tx.read<{ id: string }>(APPLIED, [tx.accountId, tx.test])).map(({ id }) => id));

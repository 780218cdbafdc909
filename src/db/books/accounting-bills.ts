import { billKinds, creditKinds, shareKinds } from '../../domain/billing/document/kind.ts';
import type { Debts } from '../../domain/books/accounting/lettering.ts';
import type { CivilDay } from '../../domain/time/civil-day.ts';
import { kindsInSql } from '../billing/document-kind-sql.ts';
import { PAST_PREFIX } from '../billing/past/past-prefix.ts';
import { type IssuedBill, issuedBills } from '../home/bill-facts.ts';
import { sql, type Tx } from '../transaction.ts';

/** Where a bill stands in the sales journal: by day, then in the order of its series. */
export type BillPlace = {
  readonly on: CivilDay;
  readonly prefix: string;
  readonly year: number;
  readonly counter: number;
};

const OF_BILLS = `d.kind in ${kindsInSql(billKinds)} and d.number is not null`;
const OF_PAST = 'o.account_id = $1 and o.test = $2 and o.in_books';
const PAGE = sql`
  select id from (
    (select d.id, d.emitted_on, d.prefix, d.year, d.counter from billing.document d
     where d.account_id = $1 and d.test = $2 and ${OF_BILLS} and d.emitted_on between $3 and $4
       and (d.emitted_on, d.prefix, d.year, d.counter) > ($5::date, $6::text, $7::int, $8::int)
     order by d.emitted_on, d.prefix, d.year, d.counter limit $9)
    union all
    (select o.id, o.emitted_on, ${PAST_PREFIX}, 0, 0 from billing.past_document o
     where ${OF_PAST} and o.emitted_on between $3 and $4 and o.emitted_on >= $5
       and (o.emitted_on, ${PAST_PREFIX}, 0, 0) > ($5::date, $6::text, $7::int, $8::int)
     order by o.emitted_on, ${PAST_PREFIX} limit $9)) bills
  order by emitted_on, prefix, year, counter limit $9`;
// The rows of a family are few.
const OF_FAMILIES = sql`
  select id from (
    select d.id, d.emitted_on, d.prefix, d.year, d.counter from billing.document d
    where d.account_id = $1 and d.test = $2 and ${OF_BILLS} and d.emitted_on <= $3
      and d.family_id in (select f.family_id from billing.document f where f.account_id = $1 and f.id = any ($4::uuid[]))
    union all
    select o.id, o.emitted_on, ${PAST_PREFIX}, 0, 0 from billing.past_document o
    where ${OF_PAST} and o.emitted_on <= $3 and (o.id = any ($4::uuid[]) or o.corrects_id = any ($4::uuid[])
      or o.id in (select c.corrects_id from billing.past_document c where c.account_id = $1 and c.id = any ($4::uuid[]))))
    bills
  order by emitted_on, prefix, year, counter`;
// The debt of a past document has its day in its name: its number may be one of this account, too.
const DEBTS = sql`
  select d.id, case when d.kind in ${kindsInSql(creditKinds)} then coalesce(p.number, d.number) else d.number end as claim,
    d.number, (
      select a.number from billing.document a
      where a.account_id = $1 and a.family_id = d.family_id and a.kind in ${kindsInSql(shareKinds)} and a.number is not null
      order by a.emitted_on, a.prefix, a.year, a.counter limit 1) as advance
  from billing.document d left join billing.document p on p.account_id = $1 and p.id = d.parent_id
  where d.account_id = $1 and d.id = any ($2::uuid[]) and ${OF_BILLS}
  union all
  select o.id, coalesce(p.number, o.number) || ' ' || coalesce(p.emitted_on, o.emitted_on),
    o.number || ' ' || o.emitted_on, null
  from billing.past_document o left join billing.past_document p on p.account_id = $1 and p.id = o.corrects_id
  where o.account_id = $1 and o.id = any ($2::uuid[])`;
const COUNT = sql`
  select (select count(*) from billing.document d
    where d.account_id = $1 and d.test = $2 and ${OF_BILLS} and d.emitted_on between $3 and $4)::int
  + (select count(*) from billing.past_document o where ${OF_PAST} and o.emitted_on between $3 and $4)::int as total`;

type Span = { readonly from: CivilDay; readonly to: CivilDay };

/** The bills of the caller’s mode after a place, in order. */
export async function billsAfter(
  tx: Tx,
  { from, to }: Span,
  { place, limit }: { place: BillPlace | undefined; limit: number },
): Promise<IssuedBill[]> {
  const after = place ?? { on: from, prefix: '', year: 0, counter: 0 };
  const values = [after.on, after.prefix, after.year, after.counter, limit];
  const page = await tx.read<{ id: string }>(PAGE, [tx.accountId, tx.test, from, to, ...values]);
  return billsOf(tx, page);
}

/** Bills by ID, in the order of their places. */
const billsOf = async (tx: Tx, found: readonly { id: string }[]): Promise<IssuedBill[]> => {
  const ids = found.map(({ id }) => id);
  const bills = new Map((await issuedBills(tx, ids)).map((bill) => [bill.id, bill]));
  return ids.flatMap((id) => bills.get(id) ?? []);
};

/** The bills related to documents until a day, those documents included, in order. */
export const relatedBills = async (tx: Tx, ids: readonly string[], to: CivilDay): Promise<IssuedBill[]> =>
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

/** The place of a bill in the sales journal. */
export const placeOfBill = ({ on, series }: IssuedBill): BillPlace => ({ on, ...series });

const APPLIED = sql`
  select u.payment_id as id from billing.unapplied_use u
  where u.account_id = $1 and u.test = $2 and u.kind = 'applied' and u.payment_id is not null`;

/** The payments that apply money received before; money beyond a document is rare. */
export const paymentsFromExcess = async (tx: Tx): Promise<ReadonlySet<string>> =>
  new Set((await tx.read<{ id: string }>(APPLIED, [tx.accountId, tx.test])).map(({ id }) => id));

import { billKinds, shareKinds } from '../../domain/billing/document/kind.ts';
import { UNION_SALES } from '../../domain/books/vat-return/sale-entries.ts';
import type { CivilDay } from '../../domain/time/civil-day.ts';
import { kindsInSql } from '../billing/document-kind-sql.ts';
import { type IssuedBill, issuedBills } from '../home/bill-facts.ts';
import { sql, type Tx } from '../transaction.ts';

/** Where a page of bills starts: after a bill of a day. */
export type BillPlace = { readonly on: CivilDay; readonly id: string };
/** Before every bill of a day. */
export const beforeBillsOf = (on: CivilDay): BillPlace => ({ on, id: '00000000-0000-0000-0000-000000000000' });

const OF_SHARE = kindsInSql(shareKinds);
const SPAN = `d.account_id = $1 and d.test = $2 and d.kind in ${kindsInSql(billKinds)} and d.number is not null
  and d.emitted_on between $3 and $4`;
const PAST_SPAN = 'o.account_id = $1 and o.test = $2 and o.in_books and o.emitted_on between $3 and $4';
const PAGE = sql`
  select id from (
    (select d.id, d.emitted_on from billing.document d
     where ${SPAN} and (d.emitted_on, d.id) > ($5::date, $6::uuid) order by d.emitted_on, d.id limit $7)
    union all
    (select o.id, o.emitted_on from billing.past_document o
     where ${PAST_SPAN} and (o.emitted_on, o.id) > ($5::date, $6::uuid) order by o.emitted_on, o.id limit $7)) bills
  order by emitted_on, id limit $7`;
const COUNT = sql`
  select (select count(*) from billing.document d where ${SPAN})::int
    + (select count(*) from billing.past_document o where ${PAST_SPAN})::int as total`;
const SELLS_IN_UNION = sql`
  select exists (select from billing.document d where ${SPAN} and strpos(d.content, $5) > 0)
    or exists (select from billing.past_document o where ${PAST_SPAN} and strpos(o.content, $5) > 0)
    or exists (select from billing.payment m
      join billing.document d on d.account_id = $1 and d.id = m.document_id and d.kind in ${OF_SHARE}
      left join billing.document p on p.account_id = $1 and p.id = d.parent_id
      where m.account_id = $1 and m.test = $2 and m.received_on between $3 and $4
        and (strpos(d.content, $5) > 0 or strpos(p.content, $5) > 0)) as sells`;
/** Days of issue in one mode, both included. */
export type BillSpan = { readonly test: boolean; readonly from: CivilDay; readonly to: CivilDay };

/** The bills of a span by day of issue after a place; fewer than `limit` at its end. */
export async function vatBillsAfter(
  tx: Tx,
  { test, from, to }: BillSpan,
  { place, limit }: { place: BillPlace; limit: number },
): Promise<IssuedBill[]> {
  const page = await tx.read<{ id: string }>(PAGE, [tx.accountId, test, from, to, place.on, place.id, limit]);
  const ids = page.map(({ id }) => id);
  const bills = new Map((await issuedBills(tx, ids)).map((bill) => [bill.id, bill]));
  return ids.flatMap((id) => bills.get(id) ?? []);
}

/** How many bills a span has. */
export const countVatBills = async (tx: Tx, { test, from, to }: BillSpan): Promise<number> =>
  (await tx.read<{ total: number }>(COUNT, [tx.accountId, test, from, to]))[0]?.total ?? 0;

/** Whether bills of a span, or advances paid in it, may state sales to businesses of the Union. */
export const sellsInUnion = async (tx: Tx, { test, from, to }: BillSpan): Promise<boolean> =>
  (await tx.read<{ sells: boolean }>(SELLS_IN_UNION, [tx.accountId, test, from, to, `"${UNION_SALES}"`]))[0]?.sells ??
  false;

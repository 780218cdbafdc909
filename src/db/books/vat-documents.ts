import { billKinds, shareKinds } from '../../domain/billing/document/kind.ts';
import { type SaleFacts, UNION_SALES } from '../../domain/books/vat-return/sale-entries.ts';
import type { BillFacts } from '../../domain/home/turnover-part.ts';
import type { CurrencyCode } from '../../domain/money/currency.ts';
import type { CivilDay } from '../../domain/time/civil-day.ts';
import type { VatMention } from '../../domain/vat/mention-text.ts';
import { kindsInSql } from '../billing/document-kind-sql.ts';
import { billFacts } from '../home/bill-facts.ts';
import { type Row, sql, type Tx } from '../transaction.ts';

/** What a document states about its VAT and its customer. */
export type VatDocument = SaleFacts & { readonly vatNumber?: string };

/** A finalized invoice, advance or credit note, as it adds to the VAT of its day of issue. */
export type VatBill = VatDocument & {
  readonly id: string;
  readonly number: string;
  readonly customerName?: string;
  readonly facts: BillFacts;
  /** The currency to which its rate converts. */
  readonly base: CurrencyCode;
};

/** Where a page of bills starts: after a bill of a day. */
export type BillPlace = { readonly on: CivilDay; readonly id: string };
/** Before every bill of a day. */
export const beforeBillsOf = (on: CivilDay): BillPlace => ({ on, id: '00000000-0000-0000-0000-000000000000' });

const OF_SHARE = kindsInSql(shareKinds);
const VAT_NUMBER = `coalesce(frozen.customer ->> 'vatNumber', frozen.customer #>> '{organization,vatNumber}') as vat_number`;
const MENTION = `entered.legals ->> 'vatMention' as mention, said.content ->> 'framework' = 'already_reported' as is_reported_before`;
const SPAN = `d.account_id = $1 and d.test = $2 and d.kind in ${kindsInSql(billKinds)} and d.number is not null
  and d.emitted_on between $3 and $4`;
const BILLS = sql`
  select ${billFacts.columns}, d.number, ${VAT_NUMBER}, ${MENTION},
    coalesce(frozen.customer #>> '{organization,name}', frozen.customer ->> 'name') as customer_name
  from ${billFacts.from} where ${SPAN} and (d.emitted_on, d.id) > ($5::date, $6::uuid)
  order by d.emitted_on, d.id limit $7`;
const COUNT = sql`select count(*)::int as total from billing.document d where ${SPAN}`;
const SELLS_IN_UNION = sql`
  select exists (select from billing.document d where ${SPAN} and strpos(d.content, $5) > 0)
    or exists (select from billing.payment m
      join billing.document d on d.account_id = $1 and d.id = m.document_id and d.kind in ${OF_SHARE}
      left join billing.document p on p.account_id = $1 and p.id = d.parent_id
      where m.account_id = $1 and m.test = $2 and m.received_on between $3 and $4
        and (strpos(d.content, $5) > 0 or strpos(p.content, $5) > 0)) as sells`;
const STATED = sql`
  select d.id, d.emitted_on, ${MENTION}, ${VAT_NUMBER},
    d.kind in ${OF_SHARE} or coalesce(p.kind in ${OF_SHARE}, false) as of_advance
  from billing.document d
  cross join lateral json_to_record(d.content::json) as said (content json, sealed json)
  cross join lateral json_to_record(said.content) as entered (legals json)
  left join lateral json_to_record(said.sealed) as frozen (customer json) on true
  left join billing.document p on p.account_id = $1 and p.id = d.parent_id
  where d.account_id = $1 and d.id = any ($2::uuid[]) and d.number is not null`;

/** Days of issue in one mode, both included. */
export type BillSpan = { readonly test: boolean; readonly from: CivilDay; readonly to: CivilDay };

/** The bills of a span by day of issue after a place; fewer than `limit` at its end. */
export async function vatBillsAfter(
  tx: Tx,
  { test, from, to }: BillSpan,
  { place, limit }: { place: BillPlace; limit: number },
): Promise<VatBill[]> {
  const rows = await tx.read(BILLS, [tx.accountId, test, from, to, place.on, place.id, limit]);
  return rows.map((row) => {
    const facts = billFacts.read(row);
    return {
      ...{ id: row.id, number: row.number, facts, base: (row.base ?? row.currency) as CurrencyCode },
      ...statedFrom({ ...row, of_advance: facts.isOfAdvance }),
      ...(row.customer_name && { customerName: row.customer_name as string }),
    };
  });
}

/** How many bills a span has. */
export const countVatBills = async (tx: Tx, { test, from, to }: BillSpan): Promise<number> =>
  (await tx.read<{ total: number }>(COUNT, [tx.accountId, test, from, to]))[0]?.total ?? 0;

/** Whether bills of a span, or advances paid in it, may state sales to businesses of the Union. */
export const sellsInUnion = async (tx: Tx, { test, from, to }: BillSpan): Promise<boolean> =>
  (await tx.read<{ sells: boolean }>(SELLS_IN_UNION, [tx.accountId, test, from, to, `"${UNION_SALES}"`]))[0]?.sells ??
  false;

/** What documents state about their VAT, by ID: at most a few thousand per call. */
export async function vatDocuments(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, VatDocument>> {
  if (ids.length === 0) return new Map();
  const rows = await tx.read(STATED, [tx.accountId, ids]);
  return new Map(rows.map((row) => [row.id as string, statedFrom(row)]));
}

const statedFrom = ({ mention, emitted_on, of_advance, is_reported_before, vat_number }: Row): VatDocument => ({
  ...{ mention: (mention ?? 'not_subject') as VatMention, issuedOn: emitted_on as CivilDay },
  ...{ isOfAdvance: of_advance === true, isReportedBefore: is_reported_before === true },
  ...(vat_number && { vatNumber: vat_number as string }),
});

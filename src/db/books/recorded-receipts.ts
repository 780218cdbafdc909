import { creditKinds } from '../../domain/billing/document/kind.ts';
import type { ReceiptEvent } from '../../domain/books/receipts-book.ts';
import { addDays, type CivilDay, startOfDay } from '../../domain/time/civil-day.ts';
import { kindsInSql } from '../billing/document-kind-sql.ts';
import { type Row, sql, type Tx } from '../transaction.ts';

/** Where a movement stands in the book: by day, then in the order of recording. */
export type BookPlace = { readonly on: CivilDay; readonly at: number; readonly id: string };

/** A movement of money as it is stored, without what its document says. */
export type StoredReceipt = BookPlace & {
  readonly event: ReceiptEvent;
  readonly correctsId?: string;
  readonly documentId?: string;
  /** Of the credit note, for a refund: the document it corrects. */
  readonly parentId?: string;
  readonly refundAt?: number;
  /** Cents of the currency of the document; euros for takings. */
  readonly amount: number;
  readonly method?: string;
  readonly otherMethod?: string;
  readonly note?: string;
  /** Only takings: what was sold, and the rate in basis points. */
  readonly sold?: string;
  readonly rate?: number;
};

/** A span of days of one mode, both included, in a time zone. */
export type BookSpan = {
  readonly test: boolean;
  readonly from: CivilDay;
  readonly to: CivilDay;
  readonly zone: string;
};

/** Whether one place comes before another. */
export const isEarlier = (a: BookPlace, b: BookPlace): boolean =>
  a.on === b.on ? (a.at === b.at ? a.id < b.id : a.at < b.at) : a.on < b.on;

const PAYMENTS = `billing.payment m where m.account_id = $1 and m.test = $2 and m.received_on between $3 and $4`;
const REFUNDS = `billing.document d where d.account_id = $1 and d.test = $2 and d.kind in ${kindsInSql(creditKinds)}
  and d.number is not null and d.refund_at between $5 and $6`;
const TAKINGS = `billing.counter_sale s where s.account_id = $1 and s.test = $2 and s.sold_on between $3 and $4
  and s.amount_cents <> 0`;
// A replaced entry of takings stays in the book; a line takes it back on the same day.
const CORRECTIONS = `billing.counter_sale s join billing.counter_sale c on c.account_id = $1 and c.corrects_id = s.id
  where s.account_id = $1 and s.test = $2 and s.sold_on between $3 and $4 and s.amount_cents <> 0`;

const REFUND_ON = `(to_timestamp(d.refund_at::bigint) at time zone $7)::date`;
/** The part of a source after a place, in order. */
const after = (on: string, at: string, id: string): string => `
  and (${on}, ${at}::bigint, ${id}) > ($8::date, $9::bigint, $10::text)
  order by ${on}, ${at}, ${id} limit $11`;
const ID = (id: string): string => `${id}::text collate "C"`;

const PAGE = sql`
  select * from (
    (select m.received_on as "on", m.created_at::bigint as at, ${ID('m.id')} as id,
      case when m.reverses_id is null then 'payment' else 'payment_reversed' end as event, m.reverses_id::text as corrects,
      m.document_id, null::uuid as parent_id, null::bigint as refund_at, m.amount_cents as amount, m.method,
      m.content::json ->> 'otherMethod' as other_method, null as note, null as sold, null::int as rate
    from ${PAYMENTS} ${after('m.received_on', 'm.created_at', ID('m.id'))})
    union all
    (select ${REFUND_ON}, d.refund_at::bigint, ${ID('d.id')}, 'refund', d.parent_id::text, d.id, d.parent_id, d.refund_at::bigint,
      -d.total_cents, null, null, null, null, null
    from ${REFUNDS} ${after(REFUND_ON, 'd.refund_at', ID('d.id'))})
    union all
    (select s.sold_on, s.created_at::bigint, ${ID('s.id')}, 'takings', s.corrects_id::text, null, null, null,
      s.amount_cents, s.method, null, s.note, s.sold, s.rate_bp
    from ${TAKINGS} ${after('s.sold_on', 's.created_at', ID('s.id'))})
    union all
    (select s.sold_on, c.created_at::bigint, ${ID(`(c.id || '-')`)}, 'takings_corrected', s.id::text, null, null, null,
      -s.amount_cents, s.method, null, s.note, s.sold, s.rate_bp
    from ${CORRECTIONS} ${after('s.sold_on', 'c.created_at', ID(`(c.id || '-')`))})
  ) moved order by 1, 2, 3 limit $11`;

const COUNT = sql`
  select (select count(*) from ${PAYMENTS}) + (select count(*) from ${REFUNDS}) + (select count(*) from ${TAKINGS})
    + (select count(*) from ${CORRECTIONS}) as total`;

const spanValues = (tx: Tx, { test, from, to, zone }: BookSpan): unknown[] => [
  ...[tx.accountId, test, from, to],
  ...[Math.max(0, startOfDay(from, zone)), startOfDay(addDays(to, 1), zone) - 1],
];

/** The next movements of a span after a place, in order: payments, refunds and takings. */
export async function receiptsAfter(
  tx: Tx,
  span: BookSpan,
  { place, limit }: { place: BookPlace; limit: number },
): Promise<StoredReceipt[]> {
  const rows = await tx.read(PAGE, [...spanValues(tx, span), span.zone, place.on, place.at, place.id, limit]);
  return rows.map(receiptFrom);
}

/** How many movements a span has, money kept apart aside. */
export const countReceipts = async (tx: Tx, span: BookSpan): Promise<number> =>
  (await tx.read<{ total: number }>(COUNT, spanValues(tx, span)))[0]?.total ?? 0;

const receiptFrom = (row: Row): StoredReceipt => ({
  ...{ on: row.on, at: row.at, id: row.id, event: row.event as ReceiptEvent, amount: row.amount },
  ...(row.corrects !== null && { correctsId: row.corrects }),
  ...(row.document_id !== null && { documentId: row.document_id }),
  ...(row.parent_id !== null && { parentId: row.parent_id }),
  ...(row.refund_at !== null && { refundAt: row.refund_at }),
  ...(row.method !== null && { method: row.method }),
  ...(row.other_method !== null && { otherMethod: row.other_method }),
  ...(row.note !== null && { note: row.note }),
  ...(row.sold !== null && { sold: row.sold, rate: row.rate }),
});

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
  /** Of a payment of a past document: that document. */
  readonly pastDocumentId?: string;
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

type Source = 'payments' | 'refunds' | 'takings' | 'corrections' | 'past';
/** The columns of a source by which it is narrowed and ordered. */
type Keys = { readonly on: string; readonly at: string; readonly id: string };

const ID = (id: string): string => `${id}::text collate "C"`;
// A refund that was withdrawn after its line was frozen and recorded again is another movement.
const REFUND_ID = `(d.id || coalesce('-' || nullif((
  select count(*) from billing.closed_receipt c
  where c.account_id = $1 and c.document_id = d.id and c.event = 'refund'), 0), ''))`;

const keysOf = (zone: string): { readonly [Name in Source]: Keys } => ({
  payments: { on: 'm.received_on', at: 'm.created_at', id: ID('m.id') },
  refunds: {
    on: `(to_timestamp(d.refund_at::bigint) at time zone ${zone})::date`,
    at: 'd.refund_at',
    id: ID(REFUND_ID),
  },
  takings: { on: 's.sold_on', at: 's.created_at', id: ID('s.id') },
  corrections: { on: 's.sold_on', at: 'c.created_at', id: ID(`(c.id || '-')`) },
  past: { on: 'm.received_on', at: 'm.created_at', id: ID('m.id') },
});

const FROM: { readonly [Name in Source]: string } = {
  payments: `billing.payment m where m.account_id = $1 and m.test = $2`,
  // The day of a refund follows from the time zone, which can change: a frozen one is not read
  // again.
  refunds: `billing.document d where d.account_id = $1 and d.test = $2 and d.kind in ${kindsInSql(creditKinds)}
    and d.number is not null and not exists (
      select from billing.closed_receipt r
      where r.account_id = $1 and r.document_id = d.id and r.event = 'refund' and r.recorded_at = d.refund_at
        and not exists (
          select from billing.closed_receipt w where w.account_id = $1 and w.movement_id = r.movement_id || '--'))`,
  takings: `billing.counter_sale s where s.account_id = $1 and s.test = $2 and s.amount_cents <> 0`,
  // A replaced entry of takings stays in the book; a line takes it back on the same day.
  corrections: `billing.counter_sale s join billing.counter_sale c on c.account_id = $1 and c.corrects_id = s.id
    where s.account_id = $1 and s.test = $2 and s.amount_cents <> 0`,
  // The money of a past credit note is a refund.
  past: `billing.past_payment m join billing.past_document o on o.account_id = $1 and o.id = m.document_id
    where m.account_id = $1 and m.test = $2 and m.in_books`,
};

const columnsOf = ({ on, at, id }: Keys, source: Source): string => {
  const place = `${on} as "on", ${at}::bigint as at, ${id} as id`;
  return {
    payments: `${place}, case when m.reverses_id is null then 'payment' else 'payment_reversed' end as event,
      m.reverses_id::text as corrects, m.document_id, null::uuid as parent_id, null::bigint as refund_at,
      m.amount_cents as amount, m.method, m.content::json ->> 'otherMethod' as other_method, null as note, null as sold,
      null::int as rate, null::uuid as past_document_id`,
    refunds: `${place}, 'refund', d.parent_id::text, d.id, d.parent_id, d.refund_at::bigint, -d.total_cents, null, null,
      null, null, null, null`,
    takings: `${place}, 'takings', s.corrects_id::text, null, null, null, s.amount_cents, s.method, null, s.note, s.sold,
      s.rate_bp, null`,
    corrections: `${place}, 'takings_corrected', s.id::text, null, null, null, -s.amount_cents, s.method, null, s.note,
      s.sold, s.rate_bp, null`,
    past: `${place}, case when o.kind in ${kindsInSql(creditKinds)} then 'refund' when m.reverses_id is null then 'payment'
      else 'payment_reversed' end, m.reverses_id::text, null, null, null,
      case when o.kind in ${kindsInSql(creditKinds)} then -m.amount_cents else m.amount_cents end, m.method, null, null,
      null, null, o.id`,
  }[source];
};

const SOURCES = ['payments', 'refunds', 'takings', 'corrections', 'past'] as const;
/** Every source with one condition. */
const everySource = (zone: string, of: (source: Source, keys: Keys) => string): string =>
  SOURCES.map((source) => `(${of(source, keysOf(zone)[source])})`).join(' union all ');

/** The column with the day of receipt; that of a refund follows from the time zone. */
const DAY: { readonly [Name in Exclude<Source, 'refunds'>]: string } = {
  payments: 'm.received_on',
  takings: 's.sold_on',
  corrections: 's.sold_on',
  past: 'm.received_on',
};
const within = (source: Source): string =>
  source === 'refunds' ? 'd.refund_at between $5 and $6' : `${DAY[source]} between $3 and $4`;

const PAGE = sql`
  select * from (${everySource(
    '$7',
    (source, keys) => `
    select ${columnsOf(keys, source)} from ${FROM[source]} and ${within(source)}
      and (${keys.on}, ${keys.at}::bigint, ${keys.id}) > ($8::date, $9::bigint, $10::text)
    order by ${keys.on}, ${keys.at}, ${keys.id} limit $11`,
  )}) moved order by 1, 2, 3 limit $11`;
const COUNT = sql`
  select ${SOURCES.map((source) => `(select count(*) from ${FROM[source]} and ${within(source)})`).join(' + ')} as total`;

/** Before the first open day, and in no closing. */
const late = (source: Source, { id }: Keys): string =>
  source === 'refunds'
    ? 'd.refund_at < $4'
    : `${DAY[source]} < $3 and not exists (
        select from billing.closed_receipt r where r.account_id = $1 and r.movement_id = ${id})`;
const LATE = sql`
  select * from (${everySource(
    '$5',
    (source, keys) => `
    select ${columnsOf(keys, source)} from ${FROM[source]} and ${late(source, keys)}
      and (${keys.at}::bigint, ${keys.id}) > ($6::bigint, $7::text)
    order by ${keys.at}, ${keys.id} limit $8`,
  )}) moved order by 2, 3 limit $8`;
const LATE_COUNT = sql`
  select count(*)::int as count, min("on")::text as first from (${everySource(
    '$5',
    (source, keys) => `select ${keys.on} as "on" from ${FROM[source]} and ${late(source, keys)}`,
  )}) moved`;
const FIRST_DAY = sql`
  select least((select min(m.received_on) from ${FROM.payments}), (select min(m.received_on) from ${FROM.past}),
    (select min(s.sold_on) from ${FROM.takings}),
    (select min(${keysOf('$3').refunds.on}) from ${FROM.refunds} and d.refund_at is not null))::text as first`;

/** The open movements of documents: a frozen one is read with its line. */
const ofDocuments = (source: 'payments' | 'refunds' | 'past', { id }: Keys): string =>
  source === 'refunds'
    ? 'd.id = any ($3::uuid[]) and d.refund_at is not null'
    : `m.document_id = any ($3::uuid[]) and not exists (
        select from billing.closed_receipt r where r.account_id = $1 and r.movement_id = ${id})`;
const OF_DOCUMENTS = sql`${(['payments', 'refunds', 'past'] as const)
  .map((source) => {
    const keys = keysOf('$4')[source];
    return `(select ${columnsOf(keys, source)} from ${FROM[source]} and ${ofDocuments(source, keys)})`;
  })
  .join(' union all ')}`;

const spanValues = (tx: Tx, { test, from, to, zone }: BookSpan): unknown[] => [
  ...[tx.accountId, test, from, to],
  ...[Math.max(0, startOfDay(from, zone)), startOfDay(addDays(to, 1), zone) - 1],
];

/**
 * The next movements of a span after a place, in order: payments, refunds, takings, and those of
 * past documents.
 */
export async function receiptsAfter(
  tx: Tx,
  span: BookSpan,
  { place, limit }: { place: BookPlace; limit: number },
): Promise<StoredReceipt[]> {
  const rows = await tx.read(PAGE, [...spanValues(tx, span), span.zone, place.on, place.at, place.id, limit]);
  return rows.map(receiptFrom);
}

/** The payments and refunds of documents that no closing has frozen, on their days of receipt. */
export const receiptsOfDocuments = async (
  tx: Tx,
  { test, zone }: Pick<BookSpan, 'test' | 'zone'>,
  ids: readonly string[],
): Promise<StoredReceipt[]> => (await tx.read(OF_DOCUMENTS, [tx.accountId, test, ids, zone])).map(receiptFrom);

/** How many movements a span has, money kept apart aside. */
export const countReceipts = async (tx: Tx, span: BookSpan): Promise<number> =>
  span.from > span.to ? 0 : ((await tx.read<{ total: number }>(COUNT, spanValues(tx, span)))[0]?.total ?? 0);

/** The first open day, in a mode and a time zone. */
type OpenFrom = { readonly test: boolean; readonly openFrom: CivilDay; readonly zone: string };

const lateValues = (tx: Tx, { test, openFrom, zone }: OpenFrom): unknown[] => [
  ...[tx.accountId, test, openFrom, Math.max(0, startOfDay(openFrom, zone)), zone],
];

/**
 * The late movements after a place on the first open day, in the order of recording. A movement is
 * late if it was recorded after its day was closed.
 */
export async function lateReceiptsAfter(
  tx: Tx,
  open: OpenFrom,
  { place, limit }: { place: Pick<BookPlace, 'at' | 'id'>; limit: number },
): Promise<StoredReceipt[]> {
  const rows = await tx.read(LATE, [...lateValues(tx, open), place.at, place.id, limit]);
  return rows.map(receiptFrom);
}

/** The number of late movements, and the earliest of their days. */
export async function lateReceipts(
  tx: Tx,
  open: OpenFrom,
): Promise<{ readonly count: number; readonly first?: CivilDay }> {
  const [row] = await tx.read(LATE_COUNT, lateValues(tx, open));
  return { count: row?.count ?? 0, ...(row?.first && { first: row.first as CivilDay }) };
}

/** The first day with a movement, money kept apart aside. */
export const firstReceiptDay = async (
  tx: Tx,
  { test, zone }: Pick<BookSpan, 'test' | 'zone'>,
): Promise<CivilDay | undefined> => (await tx.read(FIRST_DAY, [tx.accountId, test, zone]))[0]?.first ?? undefined;

const receiptFrom = (row: Row): StoredReceipt => ({
  ...{ on: row.on, at: row.at, id: row.id, event: row.event as ReceiptEvent, amount: row.amount },
  ...(row.corrects !== null && { correctsId: row.corrects }),
  ...(row.document_id !== null && { documentId: row.document_id }),
  ...(row.past_document_id !== null && { pastDocumentId: row.past_document_id }),
  ...(row.parent_id !== null && { parentId: row.parent_id }),
  ...(row.refund_at !== null && { refundAt: row.refund_at }),
  ...(row.method !== null && { method: row.method }),
  ...(row.other_method !== null && { otherMethod: row.other_method }),
  ...(row.note !== null && { note: row.note }),
  ...(row.sold !== null && { sold: row.sold, rate: row.rate }),
});

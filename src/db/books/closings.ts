import { canonicalJson } from '../../audit/canonical-json.ts';
import type { BookClosing, StatedClosing } from '../../domain/books/closing.ts';
import type { ReceiptLine } from '../../domain/books/receipts-book.ts';
import type { CivilDay } from '../../domain/time/civil-day.ts';
import { toColumns } from '../rows-to-columns.ts';
import { type Reading, type Row, sql, type Tx } from '../transaction.ts';
import type { BookPlace, StoredReceipt } from './recorded-receipts.ts';

const LAST = sql`
  select c.content, c.actor, encode(c.sha256, 'hex') as sha256, c.created_at from billing.book_closing c
  where c.account_id = $1 and c.test = $2 order by c.number desc limit 1`;
const PAGE = sql`
  select c.content, c.actor, encode(c.sha256, 'hex') as sha256, c.created_at from billing.book_closing c
  where c.account_id = $1 and c.test = $2 and c.number < $3 order by c.number desc limit $4`;
const COVERING = sql`
  select c.content, c.actor, encode(c.sha256, 'hex') as sha256, c.created_at from billing.book_closing c
  where c.account_id = $1 and c.test = $2 and c.to_day >= $3 and c.from_day <= $4 order by c.number`;
const INSERT = sql`
  insert into billing.book_closing (account_id, id, test, number, from_day, to_day, actor, content, sha256, created_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, decode($9, 'hex'), $10)`;
const INSERT_LINES = sql`
  insert into billing.closed_receipt (account_id, test, closing_id, movement_id, booked_on, number, recorded_at,
    received_on, event, document_id, line)
  select a.account_id, $2, $3, l.movement_id, l.booked_on, l.number, l.recorded_at, l.received_on, l.event, l.document_id,
    l.line
  from billing.account a, unnest($4::text[], $5::date[], $6::int[], $7::bigint[], $8::date[], $9::text[], $10::uuid[], $11::text[])
    as l (movement_id, booked_on, number, recorded_at, received_on, event, document_id, line)
  where a.account_id = $1`;
const SPAN = `c.account_id = $1 and c.test = $2 and c.booked_on between $3 and $4`;
const LINES = sql`
  select c.movement_id, c.booked_on::text as booked_on, c.recorded_at, c.event, c.number, c.line
  from billing.closed_receipt c
  where ${SPAN} and (c.booked_on, c.recorded_at::bigint, c.movement_id) > ($5::date, $6::bigint, $7::text)
  order by c.booked_on, c.recorded_at, c.movement_id limit $8`;
const COUNT = sql`select count(*)::int as total from billing.closed_receipt c where ${SPAN}`;
const LINE = 'c.movement_id, c.booked_on::text as booked_on, c.recorded_at, c.event, c.number, c.line';
// Each part has an index.
const OF_DOCUMENTS = sql`
  select ${LINE} from billing.payment m join billing.closed_receipt c
    on c.account_id = $1 and c.movement_id = m.id::text collate "C"
  where m.account_id = $1 and c.test = $2 and m.document_id = any ($3::uuid[])
  union all select ${LINE} from billing.past_payment m join billing.closed_receipt c
    on c.account_id = $1 and c.movement_id = m.id::text collate "C"
  where m.account_id = $1 and c.test = $2 and m.document_id = any ($3::uuid[])
  union all select ${LINE} from billing.closed_receipt c
  where c.account_id = $1 and c.test = $2 and c.document_id = any ($3::uuid[]) and c.event in ('refund', 'refund_withdrawn')
  union all select ${LINE} from billing.closed_receipt c
  where c.account_id = $1 and c.test = $2 and c.document_id = any ($3::uuid[])
    and c.event in ('overpayment', 'overpayment_applied', 'overpayment_restored', 'overpayment_returned')`;
const OVERPAYMENTS = sql`
  select c.movement_id from billing.closed_receipt c
  where c.account_id = $1 and c.test = $2
    and c.event in ('overpayment', 'overpayment_applied', 'overpayment_restored', 'overpayment_returned')`;
// The refund of a credit note can be removed or dated anew after its line was frozen.
const WITHDRAWN = sql`
  select c.movement_id, c.recorded_at, c.line, c.received_on::text as received_on from billing.closed_receipt c
  join billing.document d on d.account_id = $1 and d.id = c.document_id
  where c.account_id = $1 and c.test = $2 and c.event = 'refund' and d.refund_at is distinct from c.recorded_at
    and not exists (select from billing.closed_receipt w where w.account_id = $1 and w.movement_id = c.movement_id || '--')`;

/** A closing as it is stored, with the digest of its content. */
export type StoredClosing = BookClosing & { readonly sha256: string };

/** The hashed part of a closing. Its author and time are in the audit trail. */
const contentOf = ({ actor: _, createdAt: __, ...content }: BookClosing): StatedClosing => content;

/** The canonical text of a closing, whose digest the next closing and the audit chain record. */
export const textOfClosing = (closing: BookClosing): string => canonicalJson(contentOf(closing));

const closingFrom = (row: Row): StoredClosing => ({
  ...(JSON.parse(row.content) as ReturnType<typeof contentOf>),
  ...{ actor: row.actor, createdAt: row.created_at, sha256: row.sha256 },
});

/** The last closing of the caller’s mode; undefined if the books were never closed. */
export async function lastClosing(tx: Tx): Promise<StoredClosing | undefined> {
  const [row] = await tx.read(LAST, [tx.accountId, tx.test]);
  return row && closingFrom(row);
}

/** The closings of the caller’s mode before a number, the latest first. */
export const closingsBefore = async (tx: Tx, number: number, limit: number): Promise<StoredClosing[]> =>
  (await tx.read(PAGE, [tx.accountId, tx.test, number, limit])).map(closingFrom);

/** The closings that have a day of a span, in order. */
export const closingsOfSpan = async (
  tx: Tx,
  { from, to }: { readonly from: CivilDay; readonly to: CivilDay },
): Promise<StoredClosing[]> => (await tx.read(COVERING, [tx.accountId, tx.test, from, to])).map(closingFrom);

/** Stores a closing, which never changes. Its lines are stored before, in the same transaction. */
export const insertClosing = (tx: Tx, closing: StoredClosing): void => {
  const { id, test, number, from, to, actor, sha256, createdAt } = closing;
  const { sha256: _, ...content } = closing;
  tx.write(INSERT, [...[tx.accountId, id, test, number, from, to, actor], textOfClosing(content), sha256, createdAt]);
};

/** A line of the receipts book to freeze, with its number and its canonical text. */
export type LineToClose = {
  readonly place: BookPlace;
  readonly n: number;
  readonly line: ReceiptLine;
  readonly text: string;
};

/** Freezes lines; their closing is stored after them. */
export function insertClosedReceipts(tx: Tx, closingId: string, lines: readonly LineToClose[]): void {
  if (lines.length === 0) return;
  const rows = lines.map(({ place, n, line, text }) => [
    ...[place.id, place.on, n, place.at, line.receivedOn ?? line.on, line.event, line.documentId ?? null, text],
  ]);
  tx.write(INSERT_LINES, [tx.accountId, tx.test, closingId, ...toColumns(rows)]);
}

type Span = { readonly test: boolean; readonly from: CivilDay; readonly to: CivilDay };
/** A frozen line: its place and number, and the line as it was. */
export type ClosedReceipt = BookPlace & { readonly n: number; readonly closed: ReceiptLine; readonly text: string };

/** The next frozen lines of a span after a place, in order. */
export async function closedReceiptsAfter(
  tx: Reading,
  { test, from, to }: Span,
  { place, limit }: { place: BookPlace; limit: number },
): Promise<ClosedReceipt[]> {
  const rows = await tx.read(LINES, [tx.accountId, test, from, to, place.on, place.at, place.id, limit]);
  return rows.map(closedFrom);
}

const closedFrom = ({ movement_id, booked_on, recorded_at, number, line }: Row): ClosedReceipt => ({
  ...{ on: booked_on, at: recorded_at, id: movement_id, n: number, text: line },
  closed: lineFrom(line),
});

/** The frozen lines of documents, in no order. */
export const closedReceiptsOfDocuments = async (
  tx: Tx,
  test: boolean,
  ids: readonly string[],
): Promise<ClosedReceipt[]> => (await tx.read(OF_DOCUMENTS, [tx.accountId, test, ids])).map(closedFrom);

export const countClosedReceipts = async (tx: Tx, { test, from, to }: Span): Promise<number> =>
  from > to ? 0 : ((await tx.read<{ total: number }>(COUNT, [tx.accountId, test, from, to]))[0]?.total ?? 0);

/** The ids of frozen movements of money kept for customers. */
export const closedOverpayments = async (tx: Tx, test: boolean): Promise<ReadonlySet<string>> =>
  new Set((await tx.read(OVERPAYMENTS, [tx.accountId, test])).map(({ movement_id }) => movement_id as string));

/**
 * Refunds that are frozen but no longer on record: each is taken back by a line of the open period,
 * which has its amounts negated.
 */
export async function withdrawnRefunds(
  tx: Tx,
  test: boolean,
): Promise<(Omit<StoredReceipt, 'event' | 'amount'> & { readonly refund: ReceiptLine })[]> {
  const rows = await tx.read(WITHDRAWN, [tx.accountId, test]);
  return rows.map(({ movement_id, recorded_at, received_on, line }) => ({
    ...{ id: `${movement_id}--`, on: received_on, at: recorded_at, refund: lineFrom(line) },
  }));
}

/** A frozen line from its canonical text. */
const lineFrom = (text: string): ReceiptLine => {
  const { n: _, ...line } = JSON.parse(text) as ReceiptLine & { readonly n: number };
  return line;
};

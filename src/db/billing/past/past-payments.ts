import type { PaymentMethod } from '../../../domain/billing/document/terms/payment-terms.ts';
import type { PastPayment } from '../../../domain/billing/past/past-document.ts';
import type { TurnoverPart } from '../../../domain/home/turnover-part.ts';
import { cents } from '../../../domain/money/cents.ts';
import type { CivilDay } from '../../../domain/time/civil-day.ts';
import { partFrom, type StoredPart, toStoredPart } from '../../home/stored-parts.ts';
import { toColumns } from '../../rows-to-columns.ts';
import { type Row, sql, type Tx } from '../../transaction.ts';

/** A payment to store. */
export type NewPastPayment = Omit<PastPayment, 'isImported'> & {
  readonly documentId: string;
  /** The import that brought it; absent if it is recorded here. */
  readonly importId?: string;
  /** False if the receipts book of its day was closed before it was taken over. */
  readonly isInBooks: boolean;
  /** Unix seconds. */
  readonly at: number;
};

const INSERT = sql`
  insert into billing.past_payment (account_id, id, document_id, test, amount_cents, received_on, method, reverses_id,
    import_id, in_books, created_at)
  select a.account_id, n.id, n.document_id, $2, n.amount, n.received_on, n.method, n.reverses_id, n.import_id, n.in_books,
    n.created_at
  from billing.account a, unnest($3::uuid[], $4::uuid[], $5::bigint[], $6::date[], $7::text[], $8::uuid[], $9::uuid[],
    $10::boolean[], $11::bigint[])
    as n (id, document_id, amount, received_on, method, reverses_id, import_id, in_books, created_at)
  where a.account_id = $1`;

export function insertPastPayments(tx: Tx, payments: readonly NewPastPayment[]): void {
  if (payments.length === 0) return;
  const rows = payments.map((each) => [
    ...[each.id, each.documentId, each.amount, each.on, each.method, each.reversesId ?? null],
    ...[each.importId ?? null, each.isInBooks, each.at],
  ]);
  tx.write(INSERT, [tx.accountId, tx.test, ...toColumns(rows)]);
}

const OF_DOCUMENT = sql`
  select p.id, p.received_on::text as received_on, p.amount_cents, p.method, p.reverses_id, p.import_id
  from billing.past_payment p where p.account_id = $1 and p.document_id = $2
  order by p.received_on, p.created_at, p.id`;

/** The payments of a past document by day. */
export const paymentsOfPast = async (tx: Tx, documentId: string): Promise<PastPayment[]> =>
  (await tx.read(OF_DOCUMENT, [tx.accountId, documentId])).map(paymentFrom);

const paymentFrom = (row: Row): PastPayment => ({
  ...{ id: row.id, on: row.received_on, amount: cents(row.amount_cents), method: row.method as PaymentMethod },
  ...(row.reverses_id !== null && { reversesId: row.reverses_id }),
  isImported: row.import_id !== null,
});

const IN_USE = sql`
  select p.document_id from billing.past_payment p
  join billing.past_document o on o.account_id = $1 and o.id = p.document_id
  where p.account_id = $1 and o.import_id = $2 and (p.import_id is null or exists (
    select from billing.closed_receipt r where r.account_id = $1 and r.movement_id = p.id::text collate "C"))
  limit 1`;
/** Whether an import is in use: a payment was recorded on its documents, or is in closed books. */
export const hasPaymentsInUse = async (tx: Tx, importId: string): Promise<boolean> =>
  (await tx.read(IN_USE, [tx.accountId, importId])).length > 0;

const DELETE = sql`delete from billing.past_payment p where p.account_id = $1 and p.import_id = $2`;
export const deletePastPayments = (tx: Tx, importId: string): void => tx.write(DELETE, [tx.accountId, importId]);

/** What a document or payment adds to turnover on its day. */
export type PastTurnover = {
  readonly documentId: string;
  readonly movementId: string;
  readonly on: CivilDay;
  readonly parts: readonly TurnoverPart[];
};
const INSERT_PARTS = sql`
  insert into billing.past_turnover (account_id, document_id, movement_id, test, moved_on, parts)
  select a.account_id, n.document_id, n.movement_id, $2, n.moved_on, n.parts
  from billing.account a, unnest($3::uuid[], $4::uuid[], $5::date[], $6::text[])
    as n (document_id, movement_id, moved_on, parts)
  where a.account_id = $1`;

export function insertPastTurnover(tx: Tx, turnover: readonly PastTurnover[]): void {
  if (turnover.length === 0) return;
  const rows = turnover.map(({ documentId, movementId, on, parts }) => [
    ...[documentId, movementId, on, JSON.stringify(parts.map(toStoredPart))],
  ]);
  tx.write(INSERT_PARTS, [tx.accountId, tx.test, ...toColumns(rows)]);
}

const PARTS = sql`
  select t.parts from billing.past_turnover t
  where t.account_id = $1 and t.test = $2 and ($3::date is null or t.moved_on >= $3)
    and ($4::date is null or t.moved_on <= $4) and ($5::uuid is null or t.document_id in (
      select o.id from billing.past_document o join billing.customer c on c.account_id = $1 and c.id = o.customer_id
      where o.account_id = $1 and (c.id = $5 or c.organization_id = $5)))`;

/** Which turnover of past documents: of a mode, within days, of a customer or organization. */
type TurnoverAsked = {
  readonly test: boolean;
  readonly how?: TurnoverPart['how'] | undefined;
  readonly from?: CivilDay | undefined;
  readonly to?: CivilDay | undefined;
  readonly customerId?: string | undefined;
};

/** What past documents add to turnover within days, both included. */
export const pastTurnoverOf = async (
  tx: Tx,
  { test, how, from, to, customerId }: TurnoverAsked,
): Promise<TurnoverPart[]> =>
  (await tx.read<{ parts: string }>(PARTS, [tx.accountId, test, from ?? null, to ?? null, customerId ?? null]))
    .flatMap(({ parts }) => (JSON.parse(parts) as StoredPart[]).map(partFrom))
    .filter((part) => how === undefined || part.how === how);

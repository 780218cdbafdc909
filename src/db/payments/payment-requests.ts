import type { AgencyRead } from '../../domain/payments/agency/apply-agency-status.ts';
import { JOBS_CHANNEL } from '../job-queue.ts';
import { sql, type Tx } from '../transaction.ts';

/** The invoice of a request, and its mode. */
type InvoiceRef = { readonly id: string; readonly test: boolean };

const QUEUE = sql`
  with queued as (
    insert into billing.job as j (account_id, subject_id, lane, share_id, test, due_at, ready)
    values ($1, $2, 'payment_requests', $1, $3, $4::bigint, true)
    on conflict (account_id, subject_id, lane, share_id, test) do update
      set due_at = excluded.due_at, ready = j.leased_until is null
    returning lane)
  select pg_notify('${JOBS_CHANNEL}', lane) from queued`;
const BEGUN = sql`select begun_at from billing.payment_request where account_id = $1 and document_id = $2`;
const BEGIN = sql`
  insert into billing.payment_request (account_id, document_id, test, begun_at) values ($1, $2, $3, $4)
  on conflict do nothing returning 1`;
const END = sql`delete from billing.payment_request where account_id = $1 and document_id = $2`;
const BOOK = sql`
  insert into billing.agency_transfer (account_id, agency_id, test, document_id, amount_cents, transferred_on, created_at)
  values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing returning 1`;

/** Queues the request of an invoice for sending or checking. */
export const queuePaymentRequest = (tx: Tx, { id, test }: InvoiceRef, now: number): void =>
  tx.write(QUEUE, [tx.accountId, id, test, now]);

/** When sending started, Unix seconds; Urssaf may then have the request. 0 if not started. */
export const requestBegunAt = async (tx: Tx, documentId: string): Promise<number> =>
  (await tx.read<{ begun_at: number }>(BEGUN, [tx.accountId, documentId]))[0]?.begun_at ?? 0;

/** Starts sending in this transaction; false if another one has. */
export const beginRequest = async (tx: Tx, { id, test }: InvoiceRef, now: number): Promise<boolean> =>
  (await tx.read(BEGIN, [tx.accountId, id, test, now])).length > 0;

/** Records that Urssaf accepted nothing, so that the request may be sent again. */
export const endRequest = (tx: Tx, documentId: string): void => tx.write(END, [tx.accountId, documentId]);

/**
 * Reserves the booking of a transfer in this transaction; false if another one has, after waiting
 * for it.
 */
export async function claimTransfer(tx: Tx, { id, test }: InvoiceRef, read: AgencyRead, now: number): Promise<boolean> {
  const { amount, on } = read.transfer as NonNullable<AgencyRead['transfer']>;
  return (await tx.read(BOOK, [tx.accountId, read.id, test, id, amount, on, now])).length > 0;
}

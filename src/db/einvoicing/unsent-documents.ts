import type { UnsentReason } from '../../domain/einvoicing/not-sent-reason.ts';
import type { SendingDue } from '../../domain/einvoicing/sending-due.ts';
import { JOBS_CHANNEL } from '../job-queue.ts';
import { type Row, sql, type Tx } from '../transaction.ts';

const QUEUE = sql`
  with queued as (
    insert into billing.job (account_id, subject_id, lane, share_id, test, due_at, ready)
    select c.account_id, $2, 'platform_outbox', c.account_id, c.test, $4::bigint, true from billing.platform_connection c
    where c.account_id = $1 and c.test = $3 and c.sends and (c.is_automatic or $5::boolean)
      and (not $6::boolean or c.reports = 'by_platform')
    on conflict (account_id, subject_id, lane, share_id, test) do nothing
    returning lane)
  select pg_notify('${JOBS_CHANNEL}', lane) from queued`;
const NOTE_WITHOUT_CONNECTION = sql`
  insert into billing.unsent_document (account_id, document_id, test, reason, noted_at)
  select d.account_id, d.id, d.test, 'platform_not_connected', $4::bigint from billing.document d
  where d.account_id = $1 and d.id = $2 and not exists (
    select from billing.platform_connection c where c.account_id = $1 and c.test = $3 and c.sends)
  on conflict do nothing`;
const NOTE_IF_DUE = sql`
  insert into billing.unsent_document (account_id, document_id, test, reason, noted_at)
  select d.account_id, d.id, d.test, $5::text, $4::bigint from billing.document d
  where d.account_id = $1 and d.id = $2 and ($6::boolean or exists (
    select from billing.platform_connection c where c.account_id = $1 and c.test = $3 and c.sends and c.is_automatic))
    and not exists (
      select from billing.platform_connection c where c.account_id = $1 and c.test = $3 and c.reports = 'by_platform')
  on conflict do nothing`;
const NOTE = sql`
  insert into billing.unsent_document (account_id, document_id, test, reason, noted_at)
  values ($1, $2, $3, $4, $5) on conflict do nothing`;
const REASON = sql`select reason from billing.unsent_document where account_id = $1 and document_id = $2`;

type Due = { readonly subjectId: string; readonly test: boolean; readonly sending: SendingDue };

/**
 * Queues the sending of a document in the transaction that finalizes it, if its account or its
 * customer wants that; or stores why it does not go. Unix seconds (machine).
 */
export function queueDueSending(tx: Tx, { subjectId, test, sending }: Due, now: number): void {
  const { isWanted, ifPlatformReports = false, unsentReason } = sending;
  const values = [tx.accountId, subjectId, test, now];
  tx.write(QUEUE, [...values, isWanted, ifPlatformReports]);
  if (unsentReason !== undefined) return tx.write(NOTE_IF_DUE, [...values, unsentReason, isWanted]);
  if (isWanted && !ifPlatformReports) tx.write(NOTE_WITHOUT_CONNECTION, values);
}

/** Stores why a document that was due did not go. The first reason stays. */
export const noteUnsent = (tx: Tx, documentId: string, test: boolean, reason: UnsentReason, now: number): void =>
  tx.write(NOTE, [tx.accountId, documentId, test, reason, now]);

/** Why a document did not go although it was due; undefined if it went or was not due. */
export async function unsentReasonOf(tx: Tx, documentId: string): Promise<UnsentReason | undefined> {
  const [row] = await tx.read<Row>(REASON, [tx.accountId, documentId]);
  return row?.reason;
}

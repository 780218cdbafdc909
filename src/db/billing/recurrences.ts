import type { Recurrence } from '../../domain/billing/recurrence/recurrence.ts';
import { stateOf } from '../../domain/billing/recurrence/recurrence.ts';
import type { CivilDay } from '../../domain/time/civil-day.ts';
import { JOBS_CHANNEL, queueJob } from '../job-queue.ts';
import { sql, type Tx } from '../transaction.ts';

const KEEP = sql`
  insert into billing.recurrence (account_id, invoice_id, test, state, next_on, by_itself) values ($1, $2, $3, $4, $5, $6)
  on conflict (account_id, invoice_id) do update set state = excluded.state, next_on = excluded.next_on, by_itself = excluded.by_itself`;
const FORGET = sql`delete from billing.recurrence where account_id = $1 and invoice_id = $2`;
const COUNT = sql`select count(*)::int as count from billing.recurrence where account_id = $1 and test = $2`;
const OCCUR = sql`
  insert into billing.occurrence (account_id, invoice_id, occurs_on, test, document_id, made_at) values ($1, $2, $3, $4, $5, $6)
  on conflict do nothing returning 1`;
const WAKE = sql`
  update billing.job set due_at = least(due_at, $2::bigint), ready = leased_until is null
  where account_id = $1 and lane in ('recurrences', 'recurring_purchases', 'reminders')`;
const ANNOUNCE = sql`select pg_notify('${JOBS_CHANNEL}', lane) from unnest(array['recurrences', 'recurring_purchases', 'reminders']) lane`;

/** A recurring invoice and its mode. */
type Recurring = { id: string; test: boolean };

/** Stores how an invoice recurs for lists, or that it no longer does. */
export function storeRecurrence(tx: Tx, { id, test }: Recurring, recurrence: Recurrence | undefined): void {
  if (!recurrence) return tx.write(FORGET, [tx.accountId, id]);
  tx.write(KEEP, [
    tx.accountId,
    id,
    test,
    stateOf(recurrence),
    recurrence.next ?? null,
    recurrence.pausedByItself ?? false,
  ]);
}

/** The number of recurring invoices of a mode. */
export async function recurrencesOf(tx: Tx, test: boolean): Promise<number> {
  const [row] = await tx.read<{ count: number }>(COUNT, [tx.accountId, test]);
  return row?.count ?? 0;
}

/** An invoice created for a day of a recurrence. `madeAt` is Unix seconds. */
type Made = { invoiceId: string; on: CivilDay; test: boolean; documentId: string; madeAt: number };

/** Reserves a day for an invoice before it is written; false if that day already has one. */
export const claimOccurrence = async (tx: Tx, made: Made): Promise<boolean> =>
  (await tx.read(OCCUR, [tx.accountId, made.invoiceId, made.on, made.test, made.documentId, made.madeAt])).length > 0;

/**
 * Queues the creation of the next invoice of a recurrence. Times are the account's, Unix seconds.
 */
export const queueRecurrence = (tx: Tx, { id, test }: Recurring, dueAt: number, now: number): void =>
  queueJob(tx, { lane: 'recurrences', subjectId: id, test }, dueAt, now);

/** Queues the mail of an automatically created invoice. */
export const queueRecurringMail = (tx: Tx, { id, test }: Recurring, now: number): void =>
  queueJob(tx, { lane: 'recurring_mails', subjectId: id, test }, now, now);

/** Reschedules recurrences and reminders of an account after its time zone changed. */
export function wakeByZone(tx: Tx, now: number): void {
  tx.write(WAKE, [tx.accountId, now]);
  tx.write(ANNOUNCE, []);
}

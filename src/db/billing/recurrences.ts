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
  where account_id = $1 and lane in ('recurrences', 'reminders')`;
const ANNOUNCE = sql`select pg_notify('${JOBS_CHANNEL}', lane) from unnest(array['recurrences', 'reminders']) lane`;

/** Which invoice recurs, of which mode. */
type Recurring = { id: string; test: boolean };

/** Keeps how an invoice recurs where lists look for it, or that it does no more. */
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

/** How many invoices of a mode recur. */
export async function recurrencesOf(tx: Tx, test: boolean): Promise<number> {
  const [row] = await tx.read<{ count: number }>(COUNT, [tx.accountId, test]);
  return row?.count ?? 0;
}

/** An invoice made for a day of one that recurs. `madeAt` is Unix seconds. */
type Made = { invoiceId: string; on: CivilDay; test: boolean; documentId: string; madeAt: number };

/** Says which invoice is made for a day, before it is written; false where one was made already. */
export const claimOccurrence = async (tx: Tx, made: Made): Promise<boolean> =>
  (await tx.read(OCCUR, [tx.accountId, made.invoiceId, made.on, made.test, made.documentId, made.madeAt])).length > 0;

/** Has the next of an invoice made at a time. Times are the account's, Unix seconds. */
export const queueRecurrence = (tx: Tx, { id, test }: Recurring, dueAt: number, now: number): void =>
  queueJob(tx, { lane: 'recurrences', subjectId: id, test }, dueAt, now);

/** Has an invoice that was made by itself mailed. */
export const queueRecurringMail = (tx: Tx, { id, test }: Recurring, now: number): void =>
  queueJob(tx, { lane: 'recurring_mails', subjectId: id, test }, now, now);

/** Has the days of an account looked at anew, of what recurs and of reminders: they are told by a clock of another zone. */
export function wakeByZone(tx: Tx, now: number): void {
  tx.write(WAKE, [tx.accountId, now]);
  tx.write(ANNOUNCE, []);
}

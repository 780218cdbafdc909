import { JOBS_CHANNEL } from '../job-queue.ts';
import { sql, type Tx } from '../transaction.ts';

// Leaves out deliveries that are being attempted right now.
const AGAIN = `
  on conflict (account_id, subject_id, lane, share_id, test) do update
    set tried = 0, due_at = excluded.due_at, ready = job.leased_until is null, track = 'well'`;
const COLUMNS = '(account_id, subject_id, lane, share_id, test, due_at, ready, tries)';
// The numbers of new attempts continue those of the earlier ones.
const triesOf = (endpointId: string): string => `(
    select coalesce(max(t.n), 0) from billing.try t
    where t.account_id = $1 and t.subject_id = event.id and t.lane = 'delivery' and t.share_id = ${endpointId} and t.test = $2)`;
const ONE = sql`
  insert into billing.job ${COLUMNS}
  select account_id, id, 'delivery', $3, test, $5, true, ${triesOf('$3')}
  from billing.event where account_id = $1 and test = $2 and id = $4 and at >= $6
  ${AGAIN} returning subject_id`;
const NUDGE = sql`select pg_notify('${JOBS_CHANNEL}', 'delivery')`;
const IN_TIME = `
  from billing.event where account_id = $1 and test = $2 and at between $3 and $4
    and ($5::text[] is null or type = any($5)) and type <> 'webhook.test'`;
const COUNT = sql`select count(*) as total from (select 1 ${IN_TIME} limit $6) as found`;
const MANY = sql`
  insert into billing.job ${COLUMNS}
  select account_id, id, 'delivery', $6, test, $7, true, ${triesOf('$6')} ${IN_TIME} order by id ${AGAIN}`;

/** Queues one event again for an endpoint; false if it does not exist or is older than `since`. */
export async function replayEvent(
  tx: Tx,
  request: { endpointId: string; eventId: string; now: number; since: number },
): Promise<boolean> {
  const { endpointId, eventId, now, since } = request;
  const rows = await tx.read(ONE, [tx.accountId, tx.test, endpointId, eventId, now, since]);
  if (rows.length > 0) announceDeliveries(tx);
  return rows.length > 0;
}

/** Events from `from` to `to` (Unix seconds, both included), of some types or all. */
export type ReplayPeriod = { from: number; to: number; types: readonly string[] | undefined };

/** The number of events in a period, counted up to `most`. */
export async function countEventsInPeriod(tx: Tx, { from, to, types }: ReplayPeriod, most: number): Promise<number> {
  const [row] = await tx.read<{ total: number }>(COUNT, [tx.accountId, tx.test, from, to, types ?? null, most]);
  return row?.total ?? 0;
}

/** Queues all events of a period again for an endpoint. */
export function replayPeriod(
  tx: Tx,
  { from, to, types }: ReplayPeriod,
  { endpointId, now }: { endpointId: string; now: number },
): void {
  tx.write(MANY, [tx.accountId, tx.test, from, to, types ?? null, endpointId, now]);
  announceDeliveries(tx);
}

/** Announces at commit that deliveries may be due. */
export const announceDeliveries = (tx: Tx): void => tx.write(NUDGE);

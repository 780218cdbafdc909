import { DELIVERIES } from './events.ts';
import { sql, type Tx } from './transaction.ts';

// What is being tried right now is left to whoever tries it: it arrives anyway.
const AGAIN = `
  on conflict (account_id, endpoint_id, event_id) do update
    set state = 'waiting', tried = 0, next_at = excluded.next_at, finished_at = null`;
const ONE = sql`
  insert into billing.delivery (account_id, endpoint_id, event_id, test, next_at)
  select account_id, $3, id, test, $5 from billing.event where account_id = $1 and test = $2 and id = $4 and at >= $6
  ${AGAIN} returning event_id`;
const NUDGE = sql`select pg_notify('${DELIVERIES}', '')`;
const IN_TIME = `
  from billing.event where account_id = $1 and test = $2 and at between $3 and $4
    and ($5::text[] is null or type = any($5)) and type <> 'webhook.test'`;
const COUNT = sql`select count(*) as total from (select 1 ${IN_TIME} limit $6) as found`;
const MANY = sql`
  insert into billing.delivery (account_id, endpoint_id, event_id, test, next_at)
  select account_id, $6, id, test, $7 ${IN_TIME} order by id ${AGAIN}`;

/** Queues one event again for an endpoint; false where there is no such event, or it is older than `since`. */
export async function replayEvent(
  tx: Tx,
  asked: { endpointId: string; eventId: string; now: number; since: number },
): Promise<boolean> {
  const { endpointId, eventId, now, since } = asked;
  const rows = await tx.read(ONE, [tx.accountId, tx.test, endpointId, eventId, now, since]);
  if (rows.length > 0) announceDeliveries(tx);
  return rows.length > 0;
}

/** What happened from `from` to `to` (Unix seconds, both included), of some types or of all. */
export type ReplayedTime = { from: number; to: number; types: readonly string[] | undefined };

/** How many events happened in a time, counted up to `most`. */
export async function countInTime(tx: Tx, { from, to, types }: ReplayedTime, most: number): Promise<number> {
  const [row] = await tx.read<{ total: number }>(COUNT, [tx.accountId, tx.test, from, to, types ?? null, most]);
  return row?.total ?? 0;
}

/** Queues again, for an endpoint, everything that happened in a time. */
export function replayTime(
  tx: Tx,
  { from, to, types }: ReplayedTime,
  { endpointId, now }: { endpointId: string; now: number },
): void {
  tx.write(MANY, [tx.accountId, tx.test, from, to, types ?? null, endpointId, now]);
  announceDeliveries(tx);
}

/** Says, once the transaction commits, that something may be due. */
export const announceDeliveries = (tx: Tx): void => tx.write(NUDGE);

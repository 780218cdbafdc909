import { stateDigest } from '../../audit/chain/state-digest.ts';
import { addDigest } from '../audit/pending-digests.ts';
import { type BatchDeletion, deleteInBatches } from '../delete-in-batches.ts';
import { JOBS_CHANNEL } from '../job-queue.ts';
import { sql, type Tx } from '../transaction.ts';
import { EVENTS_AT_ONCE_MAX, type Event, outboxStatements } from './outbox.ts';

export type { Event } from './outbox.ts';

const QUEUE_FOR_ONE = sql`
  insert into billing.job (account_id, subject_id, lane, share_id, test, due_at, ready)
  values ($1, $2, 'delivery', $3, $4, $5::bigint - case when $4 then billing.ahead_of($1, true) else 0 end, true)`;

/**
 * Publishes an event in the transaction of its cause and queues it for subscribed endpoints;
 * written at the end of the transaction. The audit chain entry of the cause includes its digest.
 */
export function recordEvent(tx: Tx, event: Event): void {
  addDigest(tx.standing, 'event', event.id, () => stateDigest.event(event));
  recordEvents(tx, [event]);
}

/** Publishes many events in order. No audit chain entry includes their digests. */
export function recordEvents(tx: Tx, events: readonly Event[]): void {
  const { outbox } = tx;
  outbox.waiting.push(...events);
  if (outbox.waiting.length <= EVENTS_AT_ONCE_MAX) return;
  outbox.isLong = true;
  for (const [statement, values] of outboxStatements(tx.accountId, outbox)) tx.write(statement, values);
}

/**
 * Writes an event about an endpoint and queues it for that endpoint only, whatever it subscribed
 * to.
 */
export function recordEndpointEvent(tx: Tx, event: Event): void {
  const { id, subjectId, test, at } = event;
  tx.write(QUEUE_FOR_ONE, [tx.accountId, id, subjectId, test, at]);
  announceDeliveries(tx);
  recordEvents(tx, [event]);
}

/** Seconds an event can be read and replayed. */
export const EVENTS_KEPT_SECONDS = 30 * 86_400;

/**
 * Bytes of events per answer, because each event contains a whole document. A reader then gets
 * fewer events and continues after the last.
 */
const EVENTS_BYTES_MAX = 4 * 1_048_576;

/** Which events to read. They are returned in the order in which they became visible. */
type EventFilter = {
  types?: readonly string[] | undefined;
  test: boolean;
  /** Start after this event. */
  after?: string | undefined;
  /** Events before this are deleted. */
  since: number;
  newestFirst: boolean;
  limit: number;
};

/** Events without a position yet sort after all others. */
const BEHIND_ALL = '9223372036854775807';
const FIND = sql`select id from billing.event where account_id = $1 and id = $2 and test = $3`;

/** Whether an event exists as a starting point. `id` must be a UUID. */
export const eventExists = async (tx: Tx, id: string, test: boolean): Promise<boolean> =>
  (await tx.read(FIND, [tx.accountId, id, test])).length > 0;

/** The events after one, and whether more follow. */
export async function readEvents(
  tx: Tx,
  filter: EventFilter,
): Promise<{ events: { id: string; body: string }[]; more: boolean }> {
  const { types, test, after, since, newestFirst, limit } = filter;
  const values: unknown[] = [tx.accountId, test, since, limit + 1];
  const given = (value: unknown): string => `$${values.push(value)}`;
  const direction = newestFirst ? 'desc' : 'asc';
  const narrowed = types ? `and e.type = any(${given(types)})` : '';
  const onward = after
    ? `and e.place ${newestFirst ? '<' : '>'} (
        select case when a.place > 0 then a.place else ${BEHIND_ALL} end
        from billing.event a where a.account_id = $1 and a.id = ${given(after)})`
    : '';
  const order = `place ${direction}`;
  const rows = await tx.read<{ id: string; body: string; found: number }>(
    sql`select f.id, f.body, f.found from (
        select e.id, e.body, e.place, count(*) over () as found, row_number() over (order by ${order}) as turn,
          sum(octet_length(e.body)) over (order by ${order} rows unbounded preceding) as weight
        from (
          select e.id, e.body, e.place from billing.event e
          where e.account_id = $1 and e.test = $2 and e.place > 0 and e.at >= $3 ${narrowed} ${onward}
          order by e.place ${direction} limit $4) e) f
      where f.weight <= ${String(EVENTS_BYTES_MAX)} or f.turn = 1
      order by ${order}`,
    values,
  );
  const events = rows.slice(0, limit);
  return { events, more: (rows[0]?.found ?? 0) > events.length };
}

/** Deletes expired events with their deliveries and attempts. */
export const deleteOldEvents = (forgetting: BatchDeletion, now: number): Promise<number> =>
  deleteInBatches(forgetting, 'select billing.forget_events($1, $2) as gone', now - EVENTS_KEPT_SECONDS);

const PLACE = sql`select billing.place_events($1, $2, $3) as placed`;

/** Assigns positions to at most `most` waiting events of one mode. Returns how many. */
export async function assignEventPositions(tx: Tx, test: boolean, most: number): Promise<number> {
  const [row] = await tx.read<{ placed: number }>(PLACE, [tx.accountId, test, most]);
  return row?.placed ?? 0;
}

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
type ReplayPeriod = { from: number; to: number; types: readonly string[] | undefined };

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

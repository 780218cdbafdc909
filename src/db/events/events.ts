import { stateDigest } from '../../audit/chain/state-digest.ts';
import { addDigest } from '../audit/pending-digests.ts';
import { type BatchDeletion, deleteInBatches } from '../delete-in-batches.ts';
import { sql, type Tx } from '../transaction.ts';
import { announceDeliveries } from './event-replays.ts';
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
export type EventFilter = {
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

import { stateDigest } from '../../audit/chain/state-digest.ts';
import { addDigest } from '../audit/pending-digests.ts';
import { type BatchDeletion, deleteInBatches } from '../delete-in-batches.ts';
import { sql, type Tx } from '../transaction.ts';
import { announceDeliveries } from './event-replays.ts';
import { EVENTS_AT_ONCE_MAX, type Event, tellings } from './outbox.ts';

export type { Event } from './outbox.ts';

const QUEUE_FOR_ONE = sql`
  insert into billing.job (account_id, subject_id, lane, share_id, test, due_at, ready)
  values ($1, $2, 'delivery', $3, $4, $5::bigint - case when $4 then billing.ahead_of($1, true) else 0 end, true)`;

/**
 * Tells what happened in the transaction of its cause, and queues it for whoever asked; it is written at the end of the
 * transaction. A link of the cause tells it too.
 */
export function recordEvent(tx: Tx, event: Event): void {
  addDigest(tx.standing, 'event', event.id, () => stateDigest.event(event));
  recordEvents(tx, [event]);
}

/** The same for many, in their order; none of them is told by a link. */
export function recordEvents(tx: Tx, events: readonly Event[]): void {
  const { telling } = tx;
  telling.waiting.push(...events);
  if (telling.waiting.length <= EVENTS_AT_ONCE_MAX) return;
  telling.isLong = true;
  for (const [statement, values] of tellings(tx.accountId, telling)) tx.write(statement, values);
}

/** Writes what happened to an endpoint, and queues it for that endpoint alone, whatever it asked for. */
export function recordEndpointEvent(tx: Tx, event: Event): void {
  const { id, subjectId, test, at } = event;
  tx.write(QUEUE_FOR_ONE, [tx.accountId, id, subjectId, test, at]);
  announceDeliveries(tx);
  recordEvents(tx, [event]);
}

/** Seconds an event can be read for, and sent again. */
export const EVENTS_KEPT_SECONDS = 30 * 86_400;

/** Bytes the events of one answer may weigh: each holds a document whole. A reader gets fewer, and reads on. */
const EVENTS_BYTES_MAX = 4 * 1_048_576;

/** Which events to read on, in the order in which they became known. */
export type EventFilter = {
  types?: readonly string[] | undefined;
  test: boolean;
  /** Read on after this one. */
  after?: string | undefined;
  /** Events of before are forgotten. */
  since: number;
  newestFirst: boolean;
  limit: number;
};

/** One that waits for its place comes behind all that have theirs. */
const BEHIND_ALL = '9223372036854775807';
const FIND = sql`select id from billing.event where account_id = $1 and id = $2 and test = $3`;

/** Whether an event is there to read on from. `id` must be a UUID. */
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

/** Forgets what nobody can read any more, with its deliveries and their attempts. */
export const deleteOldEvents = (forgetting: BatchDeletion, now: number): Promise<number> =>
  deleteInBatches(forgetting, 'select billing.forget_events($1, $2) as gone', now - EVENTS_KEPT_SECONDS);

const PLACE = sql`select billing.place_events($1, $2, $3) as placed`;

/** Gives places to events of one mode that wait for theirs, at most so many. Answers how many. */
export async function assignEventPositions(tx: Tx, test: boolean, most: number): Promise<number> {
  const [row] = await tx.read<{ placed: number }>(PLACE, [tx.accountId, test, most]);
  return row?.placed ?? 0;
}

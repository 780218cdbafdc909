import type pg from 'pg';
import { standingDigest } from '../../seal/standing-digest.ts';
import { JOBS_CHANNEL } from '../jobs.ts';
import { stand } from '../proof/standing.ts';
import { sql, type Tx } from '../transaction.ts';

/** Something that happened, ready to be told. */
export type Event = {
  id: string;
  type: string;
  /** What it happened to. */
  subjectId: string;
  test: boolean;
  /** Unix seconds. */
  at: number;
  /** The JSON that endpoints get, to the byte. */
  body: string;
};

// It is delivered now, by the queue's time, whatever the account's is.
const QUEUED_AT = 'case when $3 then $6 - billing.ahead_of($1, true) else $6 end';
// One statement: the event, a delivery as a job for every active endpoint of its mode that asked for it, and a nudge where
// there is one. An account without endpoints pays for the first alone. The endpoints are held, so that one deleted in
// this moment is left out instead of undoing the cause.
const RECORD = sql`
  with happened as (
    insert into billing.event (account_id, id, test, type, subject_id, at, body) values ($1, $2, $3, $4, $5, $6, $7)),
  asked as (
    select account_id, id from billing.endpoint
    where account_id = $1 and test = $3 and active and events && array[$4, '*'] for key share),
  queued as (
    insert into billing.job (account_id, subject_id, lane, share_id, test, due_at, ready)
    select account_id, $2, 'delivery', id, $3, ${QUEUED_AT}, true from asked
    returning account_id)
  select pg_notify('${JOBS_CHANNEL}', 'delivery') from queued limit 1`;

const RECORD_FOR_ONE = sql`
  with happened as (
    insert into billing.event (account_id, id, test, type, subject_id, at, body) values ($1, $2, $3, $4, $5, $6, $7)),
  queued as (
    insert into billing.job (account_id, subject_id, lane, share_id, test, due_at, ready)
    values ($1, $2, 'delivery', $5, $3, ${QUEUED_AT}, true)
    returning account_id)
  select pg_notify('${JOBS_CHANNEL}', 'delivery') from queued`;

/** Writes what happened in the transaction of its cause, and queues it for whoever asked. A link of the cause tells it too. */
export function recordEvent(tx: Tx, event: Event): void {
  const { id, type, subjectId, test, at, body } = event;
  stand(tx.standing, 'event', id, () => standingDigest.event(event));
  tx.write(RECORD, [tx.accountId, id, test, type, subjectId, at, body]);
}

/** Writes what happened to an endpoint, and queues it for that endpoint alone, whatever it asked for. */
export const recordEventForItself = (tx: Tx, { id, type, subjectId, test, at, body }: Event): void =>
  tx.write(RECORD_FOR_ONE, [tx.accountId, id, test, type, subjectId, at, body]);

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

// A transaction that began earlier may commit later, and its events come to light behind others: a reader who asks for
// "after" would never see them. So events are read up to the oldest transaction still running. Positions the database has
// not reached yet come from a restored copy, and are over as well.
const SETTLED = `(e.position < pg_snapshot_xmin(pg_current_snapshot()) or e.position >= pg_snapshot_xmax(pg_current_snapshot()))`;
const FIND = sql`select id from billing.event where account_id = $1 and id = $2 and test = $3`;

/** Whether an event is there to read on from. `id` must be a UUID. */
export const isEventKnown = async (tx: Tx, id: string, test: boolean): Promise<boolean> =>
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
    ? `and (e.position, e.id) ${newestFirst ? '<' : '>'} (select a.position, a.id from billing.event a where a.account_id = $1 and a.id = ${given(after)})`
    : '';
  const order = `position ${direction}, id ${direction}`;
  const rows = await tx.read<{ id: string; body: string; found: number }>(
    sql`select f.id, f.body, f.found from (
        select e.id, e.body, e.position, count(*) over () as found, row_number() over (order by ${order}) as place,
          sum(octet_length(e.body)) over (order by ${order} rows unbounded preceding) as weight
        from (
          select e.id, e.body, e.position from billing.event e
          where e.account_id = $1 and e.test = $2 and e.at >= $3 and ${SETTLED} ${narrowed} ${onward}
          order by e.position ${direction}, e.id ${direction} limit $4) e) f
      where f.weight <= ${String(EVENTS_BYTES_MAX)} or f.place = 1
      order by ${order}`,
    values,
  );
  const events = rows.slice(0, limit);
  return { events, more: (rows[0]?.found ?? 0) > events.length };
}

/** Forgets what nobody can read any more, with its deliveries and their attempts. */
export async function forgetEvents(pool: Pick<pg.Pool, 'query'>, now: number): Promise<void> {
  await pool.query('select billing.forget_events($1)', [now - EVENTS_KEPT_SECONDS]);
}

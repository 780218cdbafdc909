import { columnsOf } from '../columns-of.ts';
import { JOBS_CHANNEL } from '../jobs.ts';
import { sql, type Tx } from '../transaction.ts';
import type { Event } from './events.ts';

// What `recordEvent` does for one event, for many: each is queued for the endpoints of its mode that asked for it.
const RECORD_ALL = sql`
  with happened as (
    select * from unnest($2::uuid[], $3::boolean[], $4::text[], $5::uuid[], $6::bigint[], $7::text[])
      n (id, test, type, subject_id, at, body)),
  recorded as (
    insert into billing.event (account_id, id, test, type, subject_id, at, body) select $1, n.* from happened n),
  asking as (
    select account_id, id, test, events from billing.endpoint where account_id = $1 and active for key share),
  queued as (
    insert into billing.job (account_id, subject_id, lane, share_id, test, due_at, ready)
    select e.account_id, n.id, 'delivery', e.id, n.test, n.at - case when n.test then billing.ahead_of($1, true) else 0 end, true
    from happened n join asking e on e.test = n.test and e.events && array[n.type, '*']
    returning account_id)
  select pg_notify('${JOBS_CHANNEL}', 'delivery') from queued limit 1`;

/** Writes what happened in the transaction of its cause, and queues it for whoever asked. */
export function recordEvents(tx: Tx, events: readonly Event[]): void {
  if (events.length === 0) return;
  const rows = events.map(({ id, test, type, subjectId, at, body }) => [id, test, type, subjectId, at, body]);
  tx.write(RECORD_ALL, [tx.accountId, ...columnsOf(rows)]);
}

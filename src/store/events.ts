import { sql, type Tx } from './transaction.ts';

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

/** Where deliveries are announced, so that whoever makes them need not look for them all the time. */
export const DELIVERIES = 'facturier_deliveries';

// One statement: the event, a delivery for every active endpoint of its mode that asked for it, and a nudge where
// there is one. An account without endpoints pays for the first alone.
const RECORD = sql`
  with happened as (
    insert into billing.event (account_id, id, test, type, subject_id, at, body) values ($1, $2, $3, $4, $5, $6, $7)),
  queued as (
    insert into billing.delivery (account_id, endpoint_id, event_id, test, next_at)
    select account_id, id, $2, $3, $6 from billing.endpoint
    where account_id = $1 and test = $3 and active and events && array[$4, '*']
    returning account_id)
  select pg_notify('${DELIVERIES}', '') from queued limit 1`;

/** Writes what happened in the transaction of its cause, and queues it for whoever asked. */
export const recordEvent = (tx: Tx, { id, type, subjectId, test, at, body }: Event): void =>
  tx.write(RECORD, [tx.accountId, id, test, type, subjectId, at, body]);

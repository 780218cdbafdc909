import { toColumns } from '../rows-to-columns.ts';
import { type Statement, sql } from '../sql.ts';

/** An event ready to publish. */
export type Event = {
  id: string;
  type: string;
  /** The object it concerns. */
  subjectId: string;
  test: boolean;
  /** Unix seconds. */
  at: number;
  /** The JSON sent to endpoints, byte for byte. */
  body: string;
};

/**
 * Events a transaction writes at its end; beyond this a job assigns their positions, so that the
 * feed is not locked for long.
 */
export const EVENTS_AT_ONCE_MAX = 1_000;

/**
 * The events a transaction publishes. They are written last, because writing them locks the event
 * feed of an account and mode until commit: positions become visible in order, and a transaction
 * that holds a feed waits at most for the next feed.
 */
export type Outbox = {
  waiting: Event[];
  /** There are more than `EVENTS_AT_ONCE_MAX`: a job assigns the positions of all of them. */
  isLong: boolean;
};

export const createOutbox = (): Outbox => ({ waiting: [], isLong: false });

const TELL = sql`select billing.tell($1, $2, $3, $4, $5, $6, $7)`;
const TELL_ONE = sql`select billing.tell_one($1, $2, $3, $4, $5, $6, $7)`;
const TELL_LATER = sql`select billing.tell_later($1, $2, $3, $4, $5, $6, $7)`;

/**
 * Takes the pending events as statements that write them: live before test, because two feeds are
 * locked in this order.
 */
export function outboxStatements(accountId: string, outbox: Outbox): [Statement, unknown[]][] {
  const { isLong } = outbox;
  const waiting = outbox.waiting.splice(0);
  return [false, true].flatMap((mode): [Statement, unknown[]][] => {
    const events = waiting.filter(({ test }) => test === mode);
    if (events.length === 0) return [];
    const rows = events.map(({ id, type, subjectId, at, body }) => [id, type, subjectId, at, body]);
    const [only = [], another] = rows;
    if (!another && !isLong) return [[TELL_ONE, [accountId, mode, ...only]]];
    return [[isLong ? TELL_LATER : TELL, [accountId, mode, ...toColumns(rows)]]];
  });
}

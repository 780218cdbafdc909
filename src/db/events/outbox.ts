import { columnsOf } from '../rows-to-columns.ts';
import { sql } from '../sql.ts';
import type { Statement } from '../statement.ts';

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

/** Events a transaction keeps for its end; one that tells more has them placed by a job, so that nobody waits for all of them. */
export const EVENTS_AT_ONCE_MAX = 1_000;

/**
 * What a transaction has to tell. It is written behind all else it writes: the feed of an account and mode is locked from there
 * to the commit, so that places in it come to light in their order, and whoever holds a feed waits for nobody but its next.
 */
export type Telling = {
  waiting: Event[];
  /** It has told more than it keeps; what follows is placed by the job, too. */
  isLong: boolean;
};

export const createOutbox = (): Telling => ({ waiting: [], isLong: false });

const TELL = sql`select billing.tell($1, $2, $3, $4, $5, $6, $7)`;
const TELL_ONE = sql`select billing.tell_one($1, $2, $3, $4, $5, $6, $7)`;
const TELL_LATER = sql`select billing.tell_later($1, $2, $3, $4, $5, $6, $7)`;

/** Takes what waits, as statements that write it: live before test, for two feeds are locked in one order. */
export function tellings(accountId: string, telling: Telling): [Statement, unknown[]][] {
  const { isLong } = telling;
  const waiting = telling.waiting.splice(0);
  return [false, true].flatMap((mode): [Statement, unknown[]][] => {
    const events = waiting.filter(({ test }) => test === mode);
    if (events.length === 0) return [];
    const rows = events.map(({ id, type, subjectId, at, body }) => [id, type, subjectId, at, body]);
    const [only = [], another] = rows;
    if (!another && !isLong) return [[TELL_ONE, [accountId, mode, ...only]]];
    return [[isLong ? TELL_LATER : TELL, [accountId, mode, ...columnsOf(rows)]]];
  });
}

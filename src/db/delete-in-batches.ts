import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';

/** Rows forgotten by one statement, about: some hundred milliseconds of the ten seconds a statement may take. */
const FORGOTTEN_AT_ONCE = 5_000;
/** Milliseconds between two such statements, in which others are served. */
const PAUSE_MS = 20;

export type BatchDeletion = {
  readonly pool: Pick<pg.Pool, 'query'>;
  /** The process was asked to end: the rest goes the next time. */
  readonly isEnding?: () => boolean;
  /** Rows a statement forgets, about. */
  readonly most?: number;
};

/**
 * Forgets what a function of the database forgets, the oldest first, batch after batch until nothing is left or the process ends.
 * `statement` says how many went as `gone`; its first value is `before`, its second how many may go. Gives how many went in all.
 */
export async function deleteInBatches(
  { pool, isEnding = () => false, most = FORGOTTEN_AT_ONCE }: BatchDeletion,
  statement: string,
  before: number | string,
): Promise<number> {
  let gone = 0;
  for (let more = true; more && !isEnding(); ) {
    const { rows } = await pool.query(statement, [before, most]);
    const batch = Number(rows[0].gone);
    gone += batch;
    more = batch >= most;
    if (more) await wait(PAUSE_MS);
  }
  return gone;
}

import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';

/**
 * Rows deleted per statement, roughly: this takes a few hundred milliseconds, and a statement may
 * take 10,000.
 */
const FORGOTTEN_AT_ONCE = 5_000;
/** Pause in milliseconds between two statements, for other requests. */
const PAUSE_MS = 20;

export type BatchDeletion = {
  readonly pool: Pick<pg.Pool, 'query'>;
  /** Whether the process is shutting down: the rest is deleted next time. */
  readonly isEnding?: () => boolean;
  /** Rows deleted per statement, roughly. */
  readonly most?: number;
};

/**
 * Runs a deletion function of the database, oldest rows first, until nothing is left or the
 * process ends. `statement` returns the number deleted as `gone`; its parameters are `before` and
 * the batch size. Returns the total.
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

import { sql, type Tx } from './transaction.ts';

const MARK = sql`savepoint tried`;
const DISCARD = sql`rollback to savepoint tried`;

/** A savepoint: the events pending at that point. */
export type Mark = { readonly waiting: number; readonly isLong: boolean };

/** Sets a savepoint for `rollbackToSavepoint`. */
export function setSavepoint({ telling, write }: Tx): Mark {
  write(MARK);
  return { waiting: telling.waiting.length, isLong: telling.isLong };
}

/** Rolls back writes and pending events since the savepoint. */
export function rollbackToSavepoint({ telling, write }: Tx, { waiting, isLong }: Mark): void {
  write(DISCARD);
  telling.waiting.splice(waiting);
  telling.isLong = isLong;
}

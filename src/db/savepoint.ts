import { sql, type Tx } from './transaction.ts';

const MARK = sql`savepoint tried`;
const DISCARD = sql`rollback to savepoint tried`;

/** A savepoint: the events pending at that point. */
export type Mark = { readonly waiting: number; readonly isLong: boolean };

/** Sets a savepoint for `rollbackToSavepoint`. */
export function setSavepoint({ outbox, write }: Tx): Mark {
  write(MARK);
  return { waiting: outbox.waiting.length, isLong: outbox.isLong };
}

/** Rolls back writes and pending events since the savepoint. */
export function rollbackToSavepoint({ outbox, write }: Tx, { waiting, isLong }: Mark): void {
  write(DISCARD);
  outbox.waiting.splice(waiting);
  outbox.isLong = isLong;
}

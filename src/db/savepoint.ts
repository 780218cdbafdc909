import { sql, type Tx } from './transaction.ts';

const MARK = sql`savepoint tried`;
const DISCARD = sql`rollback to savepoint tried`;

/** A place in a transaction: what it had to tell there. */
export type Mark = { readonly waiting: number; readonly isLong: boolean };

/** Marks a place in the transaction that `rollbackToSavepoint` goes back to: what is written in between is only tried. */
export function setSavepoint({ telling, write }: Tx): Mark {
  write(MARK);
  return { waiting: telling.waiting.length, isLong: telling.isLong };
}

/** Takes back what was written since the mark, and what is still to be told of it. */
export function rollbackToSavepoint({ telling, write }: Tx, { waiting, isLong }: Mark): void {
  write(DISCARD);
  telling.waiting.splice(waiting);
  telling.isLong = isLong;
}

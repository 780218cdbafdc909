import { sql, type Tx } from './transaction.ts';

const MARK = sql`savepoint tried`;
const DISCARD = sql`rollback to savepoint tried`;

/** Marks a place in the transaction that `discardSince` goes back to: what is written in between is only tried. */
export const markPlace = (tx: Tx): void => tx.write(MARK);
export const discardSince = (tx: Tx): void => tx.write(DISCARD);

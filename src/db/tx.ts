import type { PendingDigests } from './audit/pending-digests.ts';
import type { Telling } from './events/outbox.ts';
import type { Row, Statement } from './statement.ts';

/**
 * The transaction of one account. `read` waits for the answer; `write` sends without waiting, so
 * that many statements share one round trip. A failed write fails the commit at the latest.
 */
export type Tx = {
  readonly accountId: string;
  /** The caller holds a test key: it sees and makes test documents only. */
  readonly test: boolean;
  read: <R extends Row = Row>(statement: Statement, values?: readonly unknown[]) => Promise<R[]>;
  write: (statement: Statement, values?: readonly unknown[]) => void;
  /** Runs `then` after the commit, and never after a rollback. */
  afterCommit: (then: () => void) => void;
  /** What was written and must stand in the next link of the audit chain (standing.ts). */
  readonly standing: PendingDigests;
  /** Events written with the commit, so that their places in the feed are locked last (telling.ts). */
  readonly telling: Telling;
};

/** Whose transaction it is, and what it may do. */
export type TransactionScope = {
  /** A UUID, or `NO_ACCOUNT`. */
  accountId: string;
  test: boolean;
  /** The person whose own rows are visible beside those of the account. */
  personId?: string;
  /** PostgreSQL refuses every write of it (25006). */
  isReadOnly?: boolean;
  /**
   * For `NO_ACCOUNT`: the accounts it asks about, `all` if that is not known, `answering` if the nodes
   * that answer are enough. Where tables are distributed, it waits for no silent node of other accounts.
   */
  about?: 'all' | 'answering' | readonly string[];
};

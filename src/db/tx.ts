import type { PendingDigests } from './audit/pending-digests.ts';
import type { Outbox } from './events/outbox.ts';
import type { Row, Statement } from './sql.ts';

/**
 * The transaction of one account. `read` waits for the answer; `write` sends without waiting, so
 * that many statements share one round trip. A failed write fails the commit at the latest.
 */
export type Tx = {
  readonly accountId: string;
  /** The caller has a test key: it sees and creates test documents only. */
  readonly test: boolean;
  read: <R extends Row = Row>(statement: Statement, values?: readonly unknown[]) => Promise<R[]>;
  write: (statement: Statement, values?: readonly unknown[]) => void;
  /** Runs `then` after the commit, and never after a rollback. */
  afterCommit: (then: () => void) => void;
  /** Digests for the next audit chain entry (pending-digests.ts). */
  readonly standing: PendingDigests;
  /** Events written with the commit, so that their feed is locked last (outbox.ts). */
  readonly outbox: Outbox;
};

/** The part of a transaction that reads. An archive reads the same from a snapshot. */
export type Reading = Pick<Tx, 'accountId' | 'test' | 'read'>;

/** The account, mode and person of a transaction, and its options. */
export type TransactionScope = {
  /** A UUID, or `NO_ACCOUNT`. */
  accountId: string;
  test: boolean;
  /** The person whose own rows are visible in addition to those of the account. */
  personId?: string;
  /** PostgreSQL refuses every write of it (25006). */
  isReadOnly?: boolean;
  /**
   * For `NO_ACCOUNT`: the accounts it concerns, `all` if unknown, `answering` if reachable nodes
   * suffice. With sharding it does not wait for unresponsive nodes of other accounts.
   */
  about?: 'all' | 'answering' | readonly string[];
};

import pg from 'pg';
import { undigested } from './audit/pending-digests.ts';
import { beginOnDatabase, beginOnNodes, type Opening } from './begin-transaction.ts';
import { isConnectionLost } from './connections/connection-lost.ts';
import type { DatabaseClient } from './connections/database-client.ts';
import type { WalPositions } from './connections/wal-positions.ts';
import { createOutbox, outboxStatements } from './events/outbox.ts';
import { NodeUnreachable } from './sharding/node-monitor.ts';
import { runOnShard } from './sharding/run-on-shard.ts';
import { isSharded, poolOf } from './sharding/sharded-pools.ts';
import { type Row, type Statement, sql } from './sql.ts';
import { openStatementPipeline, type StatementPipeline } from './statement-pipeline.ts';
import type { TransactionScope, Tx } from './tx.ts';

export type { Row, Statement } from './sql.ts';
export { sql, unprepared } from './sql.ts';
export type { Reading, TransactionScope, Tx } from './tx.ts';

type Guard<T> = { ask: (tx: Tx) => Promise<T | undefined> };
type Work<T> = (tx: Tx) => Promise<{ commit: boolean; answer: T }>;

/**
 * Runs `work` in one transaction of one account. The opening statements are sent without waiting,
 * so they share a round trip with the first read; writes share one with the commit. `guard`, if
 * given, runs concurrently and may answer instead of `work` (for a replayed request); nothing is
 * then written.
 */
export const inTransaction = <T>(pool: pg.Pool, scope: TransactionScope, work: Work<T>, guard?: Guard<T>): Promise<T> =>
  runOnShard(pool, scope, async (visit) => {
    const client = (await poolOf(pool, scope.accountId).connect()) as DatabaseClient & pg.PoolClient;
    const line = openStatementPipeline(client);
    let failed: { readonly error: unknown } | undefined;
    try {
      visit?.holds({ pid: () => client.backendPid, cut: () => client.cut() });
      return await conduct(line, scope, {
        opening: isSharded(pool) ? beginOnNodes : beginOnDatabase,
        positions: positionsOf.get(pool),
        work,
        guard,
      });
    } catch (error) {
      failed = { error };
      throw error;
    } finally {
      client.release(failed && isUnusable(failed.error, line.failure()));
    }
  });

/**
 * Whether a connection must not be reused: it is lost, or the driver failed on a statement (a
 * value that cannot be serialized) and no longer knows what PostgreSQL has prepared.
 */
const isUnusable = (error: unknown, first: unknown): boolean =>
  (isConnectionLost(error) && !(error instanceof NodeUnreachable)) ||
  (first !== undefined && !(first instanceof pg.DatabaseError));

/** Pools with a replica, and where the WAL positions of their writes are recorded. */
const positionsOf = new WeakMap<pg.Pool, WalPositions>();

/** From now on the WAL position of each writing transaction of this pool is recorded at commit. */
export const trackWalPositions = (pool: pg.Pool, positions: WalPositions): void =>
  void positionsOf.set(pool, positions);

// Prepared like all others, to be parsed once per connection.
const COMMIT = sql`commit`;
const ROLLBACK = sql`rollback`;
/** The position in the write-ahead log at or after the end of the last commit, flushed or not. */
const POSITION = sql`select (pg_current_wal_insert_lsn() - '0/0')::bigint as position`;

/** Stops the work of a request that the guard has answered. */
class Answered extends Error {}

type Conducted<T> = {
  readonly opening: Opening;
  readonly positions: WalPositions | undefined;
  readonly work: Work<T>;
  readonly guard: Guard<T> | undefined;
};

async function conduct<T>(
  line: StatementPipeline,
  scope: TransactionScope,
  { opening, positions, work, guard }: Conducted<T>,
): Promise<T> {
  const afterwards: (() => void)[] = [];
  let answeredByGuard: { answer: T } | undefined;
  const ask = <R>(statement: Statement, values?: readonly unknown[]): Promise<R[]> =>
    handled(line.ask(statement, values).then(({ rows }) => rows as R[]));
  const tx: Tx = {
    ...scope,
    read: <R extends Row>(statement: Statement, values?: readonly unknown[]) =>
      handled(
        ask<R>(statement, values).then((rows) => {
          if (answeredByGuard) throw new Answered();
          return rows;
        }),
      ),
    write: line.send,
    afterCommit: (then) => void afterwards.push(then),
    standing: new Map(),
    outbox: createOutbox(),
  };

  opening(line, scope);
  try {
    const guarded = handled(
      (async () => {
        const answer = await guard?.ask({ ...tx, read: ask });
        if (answer !== undefined) answeredByGuard = { answer };
      })(),
    );
    const worked = handled(work(tx));
    await guarded;
    const { commit, answer } = await worked;
    if (answeredByGuard) throw new Answered();
    await (commit ? committed(line, tx, { whose: scope, positions }) : line.end(ROLLBACK));
    if (commit) for (const then of afterwards) then();
    return answer;
  } catch (error) {
    const answered = answeredByGuard as { answer: T } | undefined;
    // The guard may return an answer that another process just stored. Later reads of the caller
    // must include what that process wrote.
    const behind = answered && positions;
    await line.end(ROLLBACK, behind && POSITION).catch(() => {});
    behind?.note(scope, (await line.after())?.rows[0]?.position);
    if (answered) return answered.answer;
    throw causeOf(error, line.failure());
  }
}

async function committed(
  line: StatementPipeline,
  tx: Tx,
  { whose, positions }: { whose: TransactionScope; positions: WalPositions | undefined },
): Promise<void> {
  const missing = undigested(tx.standing);
  if (missing) throw new Error(`${missing} would change without an entry in the audit chain`);
  for (const [statement, values] of outboxStatements(whose.accountId, tx.outbox)) line.send(statement, values);
  const noting = whose.isReadOnly ? undefined : positions;
  try {
    const ended = await line.end(COMMIT, noting && POSITION);
    if (ended.command !== 'COMMIT') throw new Error('the transaction could not be committed');
    // Recorded before the answer is sent, because the caller may read at once.
    if (noting) noting.note(whose, (await line.after())?.rows[0]?.position);
  } catch (error) {
    // It is unknown whether the transaction was written, so the replica must not serve the account.
    if (noting && isConnectionLost(error)) noting.note(whose, undefined);
    throw error;
  }
}

/**
 * After a failed statement PostgreSQL refuses all others in the transaction, and a read may report
 * that before the write that failed. The first failure is the cause.
 */
const causeOf = (error: unknown, first: unknown): unknown =>
  CONSEQUENCES.has((error as { code?: string }).code ?? '') ? (first ?? error) : error;

/**
 * Errors that follow from an earlier failure: aborted transaction, and a statement whose
 * preparation was aborted.
 */
const CONSEQUENCES = new Set(['25P02', '26000']);

/**
 * Marks a rejection as handled: it may come before anything awaits it, and the transaction reports
 * it.
 */
function handled<R>(result: Promise<R>): Promise<R> {
  result.catch(() => {});
  return result;
}

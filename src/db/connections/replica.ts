import type pg from 'pg';
import {
  type ReadServer,
  type ReplicaFault,
  replicaFault,
  replicaLag,
  type WalPosition,
} from '../../domain/maintenance/replica-lag.ts';
import { processLimits } from '../../limits/process-limits.ts';
import { isConnectionLost } from './connection-lost.ts';
import { dropConnections, endPool, openPool } from './pool.ts';
import type { WalPositions } from './wal-positions.ts';

/** A replica of the database for reads. */
export type Replica = {
  readonly pool: pg.Pool;
  /**
   * Whether it has everything the account needs: what this process wrote for it, and up to the
   * position the caller `saw`. Sends no query.
   */
  readonly shows: (accountId: string, saw: number) => boolean;
  /**
   * Reports a failure. A lost connection takes the replica out of use until the next successful
   * check.
   */
  readonly failed: (error: unknown) => void;
  /**
   * Whether it is used, and how many seconds old its data may be: undefined before the first
   * successful check.
   */
  readonly inUse: () => boolean;
  readonly lagSeconds: () => number | undefined;
  readonly close: () => Promise<void>;
};

/** Why a replica is not used. */
export type LeftOut = {
  readonly why: ReplicaFault | 'unreachable' | 'lags' | 'not_asked_yet';
  readonly error?: unknown;
};

export type ReplicaGiven = {
  readonly database: pg.PoolConfig;
  readonly replica: pg.PoolConfig;
  readonly positions: WalPositions;
  /** Called whenever the reason changes, with undefined when it is used again. */
  readonly tell: (left: LeftOut | undefined) => void;
};

const { connectionsMax, lookMs, answerMs, soonMs, lagMsMax } = processLimits.replica;
/** How many checks are stored: as far back as a replica in use may lag, plus a margin. */
const LOOKS_KEPT = Math.ceil(lagMsMax / lookMs) + 5;

/**
 * Checks a replica once, then every second until closed. It is used only while it is a replica of
 * this database, answers within a second and lags less than `lagMsMax`. Returns the first reason
 * for not using it, so that the caller may refuse.
 */
export async function openReplica(options: ReplicaGiven): Promise<Replica & { readonly leftOut: LeftOut | undefined }> {
  const { asking, pool } = openPools(options);
  const stood: WalPosition[] = [];
  let left: LeftOut | undefined = { why: 'not_asked_yet' };
  let replayed = 0;

  const leave = (next: LeftOut | undefined): void => {
    const isNews = next?.why !== left?.why;
    left = next;
    if (isNews) options.tell(next);
  };
  const look = async (): Promise<void> => {
    const unsure = options.positions.unsure();
    const at = performance.now();
    try {
      const { position, ...expected } = await ask<Expected>(asking.database, OF_DATABASE);
      stood.push({ at, position });
      if (stood.length > LOOKS_KEPT) stood.shift();
      options.positions.settle(position, unsure);
      const { position: reached, ...server } = await ask<ReadServer & Reached>(asking.replica, OF_REPLICA);
      const fault = replicaFault(server, expected);
      replayed = fault ? 0 : reached;
      options.positions.replayed(replayed);
      if (fault) dropConnections(pool);
      leave(fault ? { why: fault } : late());
    } catch (error) {
      // The pending reads of the replica then fail and are retried on the primary.
      dropConnections(pool);
      leave({ why: 'unreachable', error });
    }
  };
  const lag = (): number | undefined => replicaLag(stood, replayed, performance.now());
  const late = (): LeftOut | undefined => {
    const ms = lag();
    if (ms === undefined && stood.length < LOOKS_KEPT) return left?.why === 'lags' ? left : { why: 'not_asked_yet' };
    return ms === undefined || ms > lagMsMax ? { why: 'lags' } : undefined;
  };
  const looking = every(look, lookMs);
  const soon = atMostEach(soonMs, async () => {
    const { position } = await ask<Reached>(asking.replica, HOW_FAR);
    if (!left) replayed = Math.max(replayed, position);
  });
  await look();
  return {
    pool,
    leftOut: left,
    shows: (accountId, saw) => {
      if (left) return false;
      if (Math.max(options.positions.needed(accountId), saw) <= replayed) return true;
      soon();
      return false;
    },
    failed: (error) => {
      if (isConnectionLost(error)) leave({ why: 'unreachable', error });
    },
    inUse: () => !left,
    lagSeconds: () => {
      const ms = lag();
      return ms === undefined ? undefined : ms / 1000;
    },
    close: async () => {
      await looking.stop();
      await Promise.all([pool, asking.database, asking.replica].map((each) => endPool(each, answerMs)));
    },
  };
}

/** Pools for checking both databases, and for reading. */
function openPools({ database, replica }: Pick<ReplicaGiven, 'database' | 'replica'>) {
  const quick = { connectionTimeoutMillis: answerMs, query_timeout: answerMs, statement_timeout: answerMs };
  const one = { size: 1, least: 0 };
  const asking = {
    database: openPool({ ...database, ...quick }, { name: 'facturier looks at replica', ...one }),
    replica: openPool({ ...replica, ...quick }, { name: 'facturier looks', ...one }),
  };
  const reading = { name: 'facturier reads', size: connectionsMax, least: 1 };
  return { asking, pool: openPool({ ...replica, connectionTimeoutMillis: answerMs }, reading) };
}

type Reached = { readonly position: number };
type Expected = Pick<ReadServer, 'system' | 'database' | 'role'> & Reached;

const IDENTITY = `
  (select system_identifier from pg_control_system())::text as system,
  (select oid from pg_database where datname = current_database())::text as database,
  current_user::text as role`;
const OF_DATABASE = `select ${IDENTITY}, (pg_current_wal_lsn() - '0/0')::bigint as position`;
const REPLAYED = `(coalesce(pg_last_wal_replay_lsn(), '0/0') - '0/0')::bigint as position`;
const OF_REPLICA = `
  select ${IDENTITY}, pg_is_in_recovery() as "isStandby", ${REPLAYED},
    (select rolsuper or rolbypassrls from pg_roles where rolname = current_user) as "isFree"`;
const HOW_FAR = `select ${REPLAYED}`;

async function ask<R>(pool: pg.Pool, text: string): Promise<R> {
  const { rows } = await pool.query(text);
  return rows[0] as R;
}

/** Repeats `work`, `ms` after each end. Does not keep the process alive. */
function every(work: () => Promise<void>, ms: number): { stop: () => Promise<void> } {
  let doing = Promise.resolve();
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  const turn = async (): Promise<void> => {
    await work();
    if (!stopped) next();
  };
  const next = (): void => {
    timer = setTimeout(() => {
      doing = turn();
    }, ms).unref();
  };
  next();
  return {
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await doing;
    },
  };
}

/** Runs `work` on demand, at most once per `ms`. Its failures are ignored: the checks see them. */
function atMostEach(ms: number, work: () => Promise<void>): () => void {
  let nextAt = 0;
  let doing = false;
  return () => {
    if (doing || performance.now() < nextAt) return;
    doing = true;
    nextAt = performance.now() + ms;
    work()
      .catch(() => {})
      .finally(() => {
        doing = false;
      });
  };
}

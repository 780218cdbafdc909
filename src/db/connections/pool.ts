import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { DatabaseClient } from './database-client.ts';
import { type SlowStatements, timedClient } from './slow-statements.ts';

const INT8 = 20;
const DATE = 1082;

/**
 * Connections of one process. Few are enough, because each sends a whole transaction without
 * waiting between statements: 32 clients finalize as fast with 6 connections as with 10. PostgreSQL
 * uses up to 9 MB for each.
 */
const POOL_SIZE = 6;
/** Connections above this number end after this many milliseconds without work. */
const POOL_LEAST = 2;
const IDLE_MS = 20_000;

/**
 * Milliseconds a statement may take, and a request may wait for a connection, before the answer is
 * 503.
 */
const STATEMENT_TIMEOUT_MS = 10_000;
const CONNECT_TIMEOUT_MS = 5_000;
/**
 * Milliseconds after which PostgreSQL rolls back an idle transaction, longer than any work between
 * two statements. If a machine loses power or network, its locks would otherwise stay until TCP
 * gives up, two hours later.
 */
const LEFT_OPEN_MS = 120_000;
/**
 * Milliseconds after which a PostgreSQL that does not respond, not even with a timeout, counts as
 * lost.
 */
const SILENCE_MS = 15_000;

pg.types.setTypeParser(INT8, (text) => Number(text));
pg.types.setTypeParser(DATE, (text) => text);

/**
 * Opens a pool whose connections pipeline their statements. `name` shows in pg_stat_activity;
 * `slow` reports slow statements. `query_timeout: 0` disables the limit on waiting for an answer.
 */
export function openPool(
  connection: pg.PoolConfig,
  options: { name?: string; size?: number; least?: number; slow?: SlowStatements | undefined } = {},
): pg.Pool {
  const pool = new pg.Pool({
    max: options.size ?? POOL_SIZE,
    application_name: options.name ?? 'facturier',
    statement_timeout: STATEMENT_TIMEOUT_MS,
    query_timeout: SILENCE_MS,
    idle_in_transaction_session_timeout: LEFT_OPEN_MS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    min: options.least ?? Math.min(POOL_LEAST, options.size ?? POOL_SIZE),
    idleTimeoutMillis: IDLE_MS,
    pipeline: true,
    Client: options.slow ? timedClient(options.slow) : DatabaseClient,
    ...connection,
  });
  // A broken idle connection is replaced on next use; the request that needs one answers 503 if
  // there is none.
  pool.on('error', () => {});
  // If a connection breaks while a request holds it idle, its next statement fails and reports
  // that.
  pool.on('connect', (client) => client.on('error', () => {}));
  const clients = new Set<DatabaseClient>();
  pool.on('connect', (client: pg.ClientBase) => {
    if (!(client instanceof DatabaseClient)) return;
    clients.add(client);
    notePid(client);
  });
  pool.on('remove', (client: pg.ClientBase) => clients.delete(client as DatabaseClient));
  connected.set(pool, clients);
  return pool;
}

function notePid(client: DatabaseClient): void {
  client
    .query<{ pid: number }>('select pg_backend_pid() as pid')
    .then(({ rows }) => {
      client.backendPid = rows[0]?.pid;
    })
    .catch(() => {});
}

/** The connections of each pool, because a pool does not expose those in use. */
const connected = new WeakMap<pg.Pool, Set<DatabaseClient>>();

/**
 * Closes a pool. Statements still running after `mostMs` are cut off and PostgreSQL rolls them
 * back.
 */
export async function endPool(pool: pg.Pool, mostMs: number): Promise<void> {
  const ended = pool.end();
  const timer = setTimeout(() => dropConnections(pool), mostMs);
  // A cut connection never returns to the pool if nothing awaits it any more, so do not wait for
  // it.
  await Promise.race([ended, wait(mostMs + CUT_MS, undefined, { ref: false })]);
  clearTimeout(timer);
}

/** Cuts every connection of a pool: pending statements fail. The pool reconnects on next use. */
export function dropConnections(pool: pg.Pool): void {
  for (const client of connected.get(pool) ?? []) client.cut();
}

/** Milliseconds until a cut connection is noticed. */
const CUT_MS = 500;

import pg from 'pg';

const INT8 = 20;
const DATE = 1082;

/** Connections of one process. A small pool beats a large one: each connection pipelines a whole transaction. */
export const POOL_SIZE = 10;

/** Milliseconds a statement may take, and a request may wait for a connection, before the answer is 503. */
const STATEMENT_TIMEOUT_MS = 10_000;
const CONNECT_TIMEOUT_MS = 5_000;
/** Milliseconds after which a PostgreSQL that says nothing at all, not even that it gave up, is taken for lost. */
const SILENCE_MS = 15_000;

pg.types.setTypeParser(INT8, (text) => Number(text));
pg.types.setTypeParser(DATE, (text) => text);

/** Opens a pool whose connections pipeline what they are sent. `name` shows in pg_stat_activity. */
export function openPool(connection: pg.PoolConfig, options: { name?: string; size?: number } = {}): pg.Pool {
  const pool = new pg.Pool({
    max: options.size ?? POOL_SIZE,
    application_name: options.name ?? 'facturier',
    statement_timeout: STATEMENT_TIMEOUT_MS,
    query_timeout: SILENCE_MS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: 0,
    pipeline: true,
    ...connection,
  } as pg.PoolConfig);
  // An idle connection that breaks is replaced on next use; the request that needs one answers 503 if none can be had.
  pool.on('error', () => {});
  // A connection that breaks while a request has it and is asking nothing: what it asks next fails, and says so.
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

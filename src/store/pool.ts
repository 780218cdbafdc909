import { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { copyingSocket } from './copying-socket.ts';
import { cutSilent } from './silence.ts';
import { noticeSlow, type SlowStatements } from './slow-statements.ts';
import { rememberPrepared } from './statement-batch.ts';

const INT8 = 20;
const DATE = 1082;

/**
 * Connections of one process. Few do as much as many, since each pipelines a whole transaction: 32 clients finalize as quickly by 6 as by
 * 10, and 8 % less quickly by 16. PostgreSQL holds up to 9 MB for each.
 */
const POOL_SIZE = 6;
/** Connections beyond so many end after so many milliseconds without work. */
const POOL_LEAST = 2;
const IDLE_MS = 20_000;

/** Milliseconds a statement may take, and a request may wait for a connection, before the answer is 503. */
const STATEMENT_TIMEOUT_MS = 10_000;
const CONNECT_TIMEOUT_MS = 5_000;
/**
 * Milliseconds after which PostgreSQL takes back a transaction in which nothing more is asked, longer than any work between two statements.
 * Nobody tells it that a machine has lost its power or its network: what that held, no other could have for as long as TCP waits, two hours.
 */
const LEFT_OPEN_MS = 120_000;
/** Milliseconds after which a PostgreSQL that says nothing at all, not even that it gave up, is taken for lost. */
const SILENCE_MS = 15_000;

pg.types.setTypeParser(INT8, (text) => Number(text));
pg.types.setTypeParser(DATE, (text) => text);

/**
 * Opens a pool whose connections pipeline what they are sent. `name` shows in pg_stat_activity; `slow` is told of what takes long. A
 * connection says for itself how long it waits for an answer (`query_timeout`, 0 for ever), or is watched for silence.
 */
export function openPool(
  connection: pg.PoolConfig,
  options: { name?: string; size?: number; least?: number; slow?: SlowStatements | undefined } = {},
): pg.Pool {
  const pool = new pg.Pool({
    max: options.size ?? POOL_SIZE,
    application_name: options.name ?? 'facturier',
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: LEFT_OPEN_MS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    min: options.least ?? Math.min(POOL_LEAST, options.size ?? POOL_SIZE),
    idleTimeoutMillis: IDLE_MS,
    pipeline: true,
    stream: socketFor,
    ...connection,
  } as pg.PoolConfig);
  // An idle connection that breaks is replaced on next use; the request that needs one answers 503 if none can be had.
  pool.on('error', () => {});
  // A connection that breaks while a request has it and is asking nothing: what it asks next fails, and says so.
  pool.on('connect', (client) => client.on('error', () => {}));
  const clients = new Set<pg.PoolClient>();
  pool.on('connect', (client) => {
    clients.add(client);
    rememberPrepared(client);
    if (options.slow) noticeSlow(client, options.slow);
  });
  pool.on('remove', (client) => clients.delete(client));
  connected.set(pool, clients);
  if (connection.query_timeout === undefined) watchSilence(pool, clients);
  return pool;
}

/** TLS reads from the socket below it in its own way. */
const socketFor = ({ ssl }: { ssl?: unknown }): Socket => (ssl ? new Socket() : copyingSocket());

/** Looked at for as long as there are connections. */
function watchSilence(pool: pg.Pool, clients: ReadonlySet<pg.PoolClient>): void {
  let end: (() => void) | undefined;
  pool.on('connect', () => {
    end ??= cutSilent(() => clients, { silenceMs: SILENCE_MS, cut: cutConnection });
  });
  pool.on('remove', () => {
    if (clients.size > 0) return;
    end?.();
    end = undefined;
  });
}

/**
 * Ends the connections that nobody uses, and opens one anew for whoever comes next: what one has gathered of plans and catalogues
 * PostgreSQL gives back with the connection alone. For quiet times.
 */
export async function renewIdle(pool: pg.Pool): Promise<void> {
  const idle = await Promise.all(Array.from({ length: pool.idleCount }, () => pool.connect()));
  for (const client of idle) client.release(true);
  if (idle.length > 0) (await pool.connect()).release();
}

/** The connections of each pool, since a pool tells of none that is in use. */
const connected = new WeakMap<pg.Pool, Set<pg.PoolClient>>();

/** Closes a pool. What is still asked after so many milliseconds is cut off: PostgreSQL takes it back. */
export async function endPool(pool: pg.Pool, mostMs: number): Promise<void> {
  const ended = pool.end();
  const timer = setTimeout(() => cutConnections(pool), mostMs);
  // What was cut off is never given back to the pool where nobody waits for it any more.
  await Promise.race([ended, wait(mostMs + CUT_MS, undefined, { ref: false })]);
  clearTimeout(timer);
}

/** Ends every connection of a pool where it stands: what is asked on them fails at once. The pool opens others when it is asked. */
export function cutConnections(pool: pg.Pool): void {
  for (const client of connected.get(pool) ?? []) cutConnection(client);
}

/** Ends a connection where it stands. */
export function cutConnection(client: pg.ClientBase): void {
  const { connection } = client as unknown as { connection: { stream: { destroy: () => void } } };
  connection.stream.destroy();
}

/** The process of PostgreSQL behind a connection. */
export const pidOf = (client: pg.PoolClient): number => (client as unknown as { processID: number }).processID;

/** Milliseconds it takes to see that a connection is gone. */
const CUT_MS = 500;

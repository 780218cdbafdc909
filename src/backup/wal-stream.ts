import type { Duplex, DuplexOptions } from 'node:stream';
import pg from 'pg';
import { both as copyBoth } from 'pg-copy-streams';
import { replicating } from './base-backup.ts';
import { formatLsn, parseLsn } from './wal-location.ts';

declare module 'pg-copy-streams' {
  /** Documented in the package's README, and missing in its types. */
  function both(text: string, options?: DuplexOptions & { alignOnCopyDataFrame?: boolean }): Duplex & pg.Submittable;
}

/** A run of WAL bytes. */
export type WalChunk = { readonly timeline: number; readonly start: bigint; readonly bytes: Buffer };

/** Why WAL cannot be read from where it was left. */
export type WalStreamProblem = 'busy' | 'gone';

export class WalStreamError extends Error {
  /** `busy`: another process reads it. `gone`: the next position no longer exists. */
  readonly trouble: WalStreamProblem | undefined;
  constructor(trouble: WalStreamProblem | undefined, cause: unknown) {
    super(`WAL streaming ended: ${(cause as Error).message}`, { cause });
    this.trouble = trouble;
  }
}

export type WalStream = {
  /** Confirms that everything before this position is archived, so PostgreSQL may delete it. */
  readonly kept: (lsn: bigint) => void;
  /**
   * Resolves with the connection; rejects with `WalStreamError` if it was not stopped on purpose.
   */
  readonly ended: Promise<void>;
  readonly pause: () => void;
  readonly resume: () => void;
  readonly stop: () => Promise<void>;
};

/** Replication slot that retains WAL until we have it; one reader at a time. */
const SLOT = 'facturier_archive';
/** Messages buffered before PostgreSQL has to wait. */
const MESSAGES_HELD = 8;
const OBJECT_IN_USE = '55006';
const GONE = new Set(['55000', '58P01', '22023']);
/** Seconds from 1970 to 2000, the start of PostgreSQL's clock. */
const EPOCH_S = 946_684_800;

/** Streams WAL from where the last reader stopped. `take` is called in WAL order. */
export async function streamWal(connection: pg.ClientConfig, take: (chunk: WalChunk) => void): Promise<WalStream> {
  const client = new pg.Client({
    ...replicating(connection),
    application_name: 'facturier archive',
    keepAlive: true,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    const system = (await client.query<{ timeline: number }>('IDENTIFY_SYSTEM')).rows[0];
    const timeline = Number(system?.timeline);
    const start = await slotStart(client);
    return reading(client, { timeline, start, take });
  } catch (error) {
    await client.end().catch(() => {});
    throw ended(error);
  }
}

/** Drops the slot: unread WAL is given up, and retention starts anew. */
export async function dropWalSlot(connection: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(replicating(connection));
  client.on('error', () => {});
  await client.connect();
  try {
    if (await slotPlace(client)) await client.query(`DROP_REPLICATION_SLOT ${SLOT}`);
  } finally {
    await client.end().catch(() => {});
  }
}

async function slotStart(client: pg.Client): Promise<bigint> {
  const known = await slotPlace(client);
  if (known) return parseLsn(known);
  await client.query(`CREATE_REPLICATION_SLOT ${SLOT} PHYSICAL RESERVE_WAL`);
  return parseLsn((await slotPlace(client)) ?? '0/0');
}

async function slotPlace(client: pg.Client): Promise<string | undefined> {
  const { rows } = await client.query<{ slot_type: string | null; restart_lsn: string | null }>(
    `READ_REPLICATION_SLOT ${SLOT}`,
  );
  const [slot] = rows;
  if (!slot?.slot_type) return undefined;
  // A slot whose WAL was removed has no position any more.
  if (!slot.restart_lsn) throw Object.assign(new Error('the required WAL no longer exists'), { code: '55000' });
  return slot.restart_lsn;
}

function reading(
  client: pg.Client,
  given: { timeline: number; start: bigint; take: (chunk: WalChunk) => void },
): WalStream {
  const over = Promise.withResolvers<void>();
  over.promise.catch(() => {});
  let stopped = false;
  let keptTo = given.start;
  let received = given.start;
  const command = `START_REPLICATION SLOT ${SLOT} PHYSICAL ${formatLsn(given.start)} TIMELINE ${given.timeline}`;
  // One message per chunk, and few of them buffered: each has up to 128 kB.
  const copy = client.query(
    copyBoth(command, { alignOnCopyDataFrame: true, readableObjectMode: true, readableHighWaterMark: MESSAGES_HELD }),
  );
  const status = (): void => {
    if (!stopped) copy.write(statusUpdate(received, keptTo));
  };
  const end = (error: unknown = new Error('the connection ended')): void => {
    if (stopped) over.resolve();
    else over.reject(ended(error));
    stopped = true;
    copy.destroy();
    // Closes the connection at once, because the copy has no end of its own.
    client.end().catch(() => {});
  };
  copy.on('data', (chunk: Buffer) => {
    if (chunk[0] === LOG_DATA) {
      const start = chunk.readBigUInt64BE(1);
      const bytes = chunk.subarray(25);
      received = start + BigInt(bytes.length);
      given.take({ timeline: given.timeline, start, bytes });
    } else if (chunk[0] === KEEPALIVE && chunk[17] === 1) status();
  });
  copy.on('error', end);
  copy.on('end', () => end());
  client.on('end', () => end());
  return {
    kept: (lsn) => {
      if (lsn > keptTo) keptTo = lsn;
      status();
    },
    ended: over.promise,
    pause: () => void copy.pause(),
    resume: () => void copy.resume(),
    stop: async () => {
      stopped = true;
      end();
    },
  };
}

const LOG_DATA = 'w'.charCodeAt(0);
const KEEPALIVE = 'k'.charCodeAt(0);

function statusUpdate(received: bigint, kept: bigint): Buffer {
  const update = Buffer.alloc(34);
  update.write('r', 0, 'latin1');
  update.writeBigUInt64BE(received, 1);
  update.writeBigUInt64BE(kept, 9);
  update.writeBigUInt64BE(kept, 17);
  update.writeBigInt64BE(BigInt(Date.now() - EPOCH_S * 1000) * 1000n, 25);
  return update;
}

function ended(error: unknown): WalStreamError {
  if (error instanceof WalStreamError) return error;
  const { code = '' } = error as { code?: string };
  return new WalStreamError(code === OBJECT_IN_USE ? 'busy' : GONE.has(code) ? 'gone' : undefined, error);
}

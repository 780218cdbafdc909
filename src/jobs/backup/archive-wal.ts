import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { BackupStorage } from '../../backup/backup-storage.ts';
import { storeWal, walHmacKey } from '../../backup/wal-archive.ts';
import { dropWalSlot, streamWal, type WalChunk, type WalStream, WalStreamError } from '../../backup/wal-stream.ts';
import { wakeUpSignal } from '../../queue/wake-up-signal.ts';

/** Longest time in milliseconds before new WAL is archived: the most a lost machine can cost. */
const PIECE_MS = 10_000;
/** Bytes per piece, and bytes buffered before PostgreSQL has to wait. */
const PIECE_BYTES = 16 * 1024 ** 2;
const HELD_BYTES_MAX = 3 * PIECE_BYTES;
/** Milliseconds before reading is retried: another process has the slot, or something failed. */
const AGAIN_MS = 5_000;
/** Milliseconds the last piece may take at shutdown. */
const ENDING_MS = 5_000;

type Archive = {
  connection: pg.ClientConfig;
  place: BackupStorage;
  archive: string;
  /** Authenticates pieces, if backups use a passphrase. */
  passphrase?: string | undefined;
  pieceMs?: number;
};

/**
 * Archives WAL as it is written, until stopped. One process reads at a time; if it dies another
 * continues. WAL not yet archived stays in the cluster up to its limit; beyond that there is a gap,
 * reported to `onGap`, and only a new backup closes it.
 */
export function archiveLog(given: Archive & { onGap: () => void }, log: Logger): { stop: () => Promise<void> } {
  const bell = wakeUpSignal();
  let stopped = false;
  let stream: WalStream | undefined;
  const run = async (): Promise<void> => {
    while (!stopped) {
      try {
        await keptWhile(
          () => stopped,
          given,
          bell,
          (opened) => {
            stream = opened;
          },
        );
      } catch (error) {
        const trouble = error instanceof WalStreamError ? error.trouble : undefined;
        if (trouble !== 'busy' && !stopped) log.error({ err: error }, 'WAL is not being archived');
        if (trouble === 'gone') {
          await dropWalSlot(given.connection).catch((failed) =>
            log.error({ err: failed }, 'the replication slot could not be dropped'),
          );
          given.onGap();
        }
        if (!stopped) await bell.rung(AGAIN_MS, { only: 'time' });
      }
    }
  };
  const running = run();
  return {
    stop: async () => {
      stopped = true;
      bell.ring();
      // The rest of the WAL stays in the cluster for the next process.
      await Promise.race([running, wait(ENDING_MS, undefined, { ref: false })]);
      await stream?.stop();
    },
  };
}

async function keptWhile(
  isStopped: () => boolean,
  given: Archive,
  bell: ReturnType<typeof wakeUpSignal>,
  opened: (stream: WalStream) => void,
): Promise<void> {
  let held: WalChunk[] = [];
  let bytes = 0;
  let failure: unknown;
  const { place, archive, passphrase } = given;
  const proof = passphrase === undefined ? undefined : await walHmacKey(passphrase, archive);
  const stream = await streamWal(given.connection, (chunk) => {
    held.push(chunk);
    bytes += chunk.bytes.length;
    if (bytes >= HELD_BYTES_MAX) stream.pause();
    if (bytes >= PIECE_BYTES) bell.ring();
  });
  opened(stream);
  stream.ended.catch((error: unknown) => {
    failure = error;
    bell.ring();
  });
  const keep = async (): Promise<void> => {
    const [first] = held;
    if (!first) return;
    const piece = Buffer.concat(held.map((chunk) => chunk.bytes));
    held = [];
    bytes = 0;
    stream.resume();
    await storeWal(place, archive, { ...first, bytes: piece, at: Date.now(), proof });
    stream.kept(first.start + BigInt(piece.length));
  };
  try {
    while (failure === undefined && !isStopped()) {
      await bell.rung(given.pieceMs ?? PIECE_MS);
      if (failure === undefined) await keep();
    }
    if (failure !== undefined) throw failure;
  } finally {
    await stream.stop();
  }
}

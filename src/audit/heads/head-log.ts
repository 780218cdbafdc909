import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Signer } from '../chain/chain-signer.ts';
import { accountsWithCorruptFile, quarantineAccountFile } from './account-head-files.ts';
import { compactHeadLog, FolderOfAnother, type Lock, lockOf } from './compact-head-log.ts';
import { addLines, beginning, headLogPath, readHeadLog, restartFile } from './head-log-file.ts';
import { type Anchor, type Beginning, chainName } from './recorded-heads.ts';

/** Milliseconds until a committed head is on disk. */
const FLUSH_MS = 300;
/** Bytes from which the head log is compacted, which limits what a verification reads of it. */
const FOLD_BYTES = 2 * 1024 ** 2;
/** Milliseconds between a failed compaction and the next. */
const FOLD_AGAIN_MS = 60_000;

export type HeadLog = {
  note: (anchor: Anchor) => void;
  /** Milliseconds the oldest unwritten head has waited; 0 if none waits. */
  waitingMs: () => number;
  /** Bytes of the head log, as of the last write. */
  journalBytes: () => number;
  /** Restarts the file if a part of it, or of an account's file, cannot be read. */
  renew: () => Promise<void>;
  close: () => Promise<void>;
};

type HeadLogOptions = {
  lock: Lock;
  onTrouble?: ((error: unknown) => void) | undefined;
  isFirst: boolean;
  signer: (keyId: undefined) => Signer;
  /** Bytes from which the file is compacted. */
  foldBytes?: number | undefined;
};

/**
 * The log of signed heads. Of heads recorded together only the last of each chain is written, in
 * one line; several processes may write, each while holding the lock. A write failure is reported,
 * and retried with the next head. A missing or emptied file is restarted and marked, so that
 * `verify` finds it. `isFirst`: no chain has a link yet. Opening reads only the ends of the file,
 * for any number of accounts.
 */
export async function openHeadLog(dataFolder: string, options: HeadLogOptions): Promise<HeadLog> {
  const file = headLogPath(dataFolder);
  const locked = <T>(work: () => Promise<T>) => options.lock(lockOf(file), work);
  const begun = (how: Beginning['begun']) => beginning(how, options.signer(undefined), Math.floor(Date.now() / 1000));
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  // Adds nothing: removes a truncated line, and adds a missing beginning.
  let journalBytes = await locked(() =>
    addLines(file, [], (holdsSomething) => begun(holdsSomething ? 'adopted' : options.isFirst ? 'first' : 'anew')),
  );

  const pending = new Map<string, Anchor>();
  // These mark restarts of the heads, so later heads must not replace them.
  let restarts: Anchor[] = [];
  /** When the oldest unwritten head was recorded, or slightly before. */
  let since: number | undefined;
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();
  const folding = foldingOf(dataFolder, options);
  const flush = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    writing = writing.then(async () => {
      const [first, heads] = [restarts, [...pending.values()]];
      if (first.length + heads.length === 0) return;
      restarts = [];
      pending.clear();
      const taken = performance.now();
      const written = locked(() => addLines(file, [...first, ...heads], () => begun('anew'))).then((bytes) => {
        since = restarts.length + pending.size > 0 ? taken : undefined;
        journalBytes = bytes;
        folding.begin(bytes);
      });
      await written.catch((error: unknown) => {
        restarts = [...first, ...restarts];
        for (const head of heads) keepHighest(pending, head);
        options.onTrouble?.(error);
      });
    });
    return writing;
  };
  return {
    journalBytes: () => journalBytes,
    waitingMs: () => (since === undefined ? 0 : performance.now() - since),
    note: (anchor) => {
      since ??= performance.now();
      if (anchor.restarts) restarts.push(anchor);
      else keepHighest(pending, anchor);
      timer ??= setTimeout(flush, FLUSH_MS);
    },
    renew: () => locked(() => renewed(dataFolder, () => begun('anew'))),
    close: () => flush().then(folding.end),
  };
}

/** Compacts the file in the background, one compaction at a time. */
function foldingOf(dataFolder: string, { lock, onTrouble, foldBytes = FOLD_BYTES }: HeadLogOptions) {
  let under: Promise<void> | undefined;
  let notBefore = 0;
  let isStopped = false;
  return {
    /** Called with the current size, starts a compaction if it is large enough. */
    begin: (bytes: number): void => {
      if (under || bytes < foldBytes || performance.now() < notBefore) return;
      isStopped = false;
      under = compactHeadLog({ dataFolder, lock, isStopped: () => isStopped })
        .catch((error: unknown) => {
          // The owner of the folder does not change, so report it once.
          notBefore = error instanceof FolderOfAnother ? Number.POSITIVE_INFINITY : performance.now() + FOLD_AGAIN_MS;
          onTrouble?.(error);
        })
        .finally(() => {
          under = undefined;
        });
    },
    /** Stops after the current batch; the next process starts at the first line. */
    end: async (): Promise<void> => {
      isStopped = true;
      await under;
    },
  };
}

async function renewed(dataFolder: string, begun: () => Beginning): Promise<void> {
  const [{ unreadable }, garbled] = [await readHeadLog(dataFolder), await accountsWithCorruptFile(dataFolder)];
  if (unreadable.length + garbled.length === 0) return;
  const anew = begun();
  await restartFile(headLogPath(dataFolder), anew);
  for (const account of garbled) await quarantineAccountFile(dataFolder, account, anew);
}

function keepHighest(heads: Map<string, Anchor>, anchor: Anchor): void {
  const name = chainName(anchor.account, anchor.test);
  const known = heads.get(name);
  if (!known || known.seq < anchor.seq) heads.set(name, anchor);
}

import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Signer } from '../chain/chain-signer.ts';
import { accountsWithCorruptFile, quarantineAccountFile } from './account-head-files.ts';
import { compactHeadLog, FolderOfAnother, type Lock, lockOf } from './compact-head-log.ts';
import { addLines, beginning, headLogPath, readHeadLog, restartFile } from './head-log-file.ts';
import { type Anchor, type Beginning, chainName } from './recorded-heads.ts';

/** Milliseconds within which a committed head is on the disk. */
const FLUSH_MS = 300;
/** Bytes from which the file of heads is folded into those of their accounts: what a verification reads of it at most. */
const FOLD_BYTES = 2 * 1024 ** 2;
/** Milliseconds from a folding that failed to the next. */
const FOLD_AGAIN_MS = 60_000;

export type HeadLog = {
  note: (anchor: Anchor) => void;
  /** Milliseconds the oldest head that is not in the file has waited for that; 0 where none waits. */
  waitingMs: () => number;
  /** Bytes of the file that is folded, when something was last written to it. */
  journalBytes: () => number;
  /** Begins the file anew where something of it, or of an account's, cannot be read. */
  renew: () => Promise<void>;
  close: () => Promise<void>;
};

type Given = {
  lock: Lock;
  onTrouble?: ((error: unknown) => void) | undefined;
  isFirst: boolean;
  signer: (keyId: undefined) => Signer;
  /** Bytes from which the file is folded. */
  foldBytes?: number | undefined;
};

/**
 * The file of signed heads. Of heads noted together only the last of each chain is written, in one line; several
 * processes may write, each under the lock. A failure to write is told, and tried again with the next head. A file that is
 * gone, or was emptied, begins anew and says so: `verify` finds it. `isFirst` where no chain has a link yet. Nothing of it is
 * read but its ends, however many accounts there are.
 */
export async function openHeadLog(dataFolder: string, given: Given): Promise<HeadLog> {
  const file = headLogPath(dataFolder);
  const locked = <T>(work: () => Promise<T>) => given.lock(lockOf(file), work);
  const begun = (how: Beginning['begun']) => beginning(how, given.signer(undefined), Math.floor(Date.now() / 1000));
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  // Nothing to add: what a crash cut off goes, and a file without a beginning gets one.
  let journalBytes = await locked(() =>
    addLines(file, [], (holdsSomething) => begun(holdsSomething ? 'adopted' : given.isFirst ? 'first' : 'anew')),
  );

  const pending = new Map<string, Anchor>();
  // They say where the heads begin anew: later ones must not take their place.
  let restarts: Anchor[] = [];
  /** When the oldest head was noted that is not in the file, or somewhat before. */
  let since: number | undefined;
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();
  const folding = foldingOf(dataFolder, given);
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
        given.onTrouble?.(error);
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

/** Folds the file beside whoever notes heads, one folding at a time. */
function foldingOf(dataFolder: string, { lock, onTrouble, foldBytes = FOLD_BYTES }: Given) {
  let under: Promise<void> | undefined;
  let notBefore = 0;
  let isStopped = false;
  return {
    /** Where the file has so many bytes that it is time. */
    begin: (bytes: number): void => {
      if (under || bytes < foldBytes || performance.now() < notBefore) return;
      isStopped = false;
      under = compactHeadLog({ dataFolder, lock, isStopped: () => isStopped })
        .catch((error: unknown) => {
          // Whose folder it is stays so: told once.
          notBefore = error instanceof FolderOfAnother ? Number.POSITIVE_INFINITY : performance.now() + FOLD_AGAIN_MS;
          onTrouble?.(error);
        })
        .finally(() => {
          under = undefined;
        });
    },
    /** After the batch it is at: whoever comes next folds the file from its first line. */
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

import { mkdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  type Anchor,
  addLines,
  anchorFileIn,
  beginAnew,
  beginning,
  chainName,
  compact,
  readAnchorFile,
} from './anchor-file.ts';
import type { Signer } from './audit-seal.ts';

/** Runs `work` while no other process does. */
export type Lock = <T>(file: string, work: () => Promise<T>) => Promise<T>;

/** Milliseconds within which a committed head is on the disk. */
const FLUSH_MS = 150;
/** Bytes from which the file is rewritten with the last head of every chain only. */
const COMPACT_BYTES = 256 * 1024;

export type AnchorLog = {
  note: (anchor: Anchor) => void;
  /** Milliseconds the oldest head that is not in the file has waited for that; 0 where none waits. */
  waitingMs: () => number;
  /** Begins the file anew where something of it cannot be read. */
  renew: () => Promise<void>;
  close: () => Promise<void>;
};

/**
 * The file of signed heads. Of heads noted together only the last of each chain is written, in one line; several
 * processes may write, each under the lock. A failure to write is told, and tried again with the next head. A file that is
 * gone, or was emptied, begins anew and says so: `verify` finds it. `isFirst` where no chain has a link yet.
 */
export async function openAnchorLog(
  dataFolder: string,
  given: {
    lock: Lock;
    onTrouble?: ((error: unknown) => void) | undefined;
    isFirst: boolean;
    signer: (keyId: undefined) => Signer;
  },
): Promise<AnchorLog> {
  const file = anchorFileIn(dataFolder);
  const locked = <T>(work: () => Promise<T>) => given.lock(join(dirname(file), 'heads.lock'), work);
  const begun = (how: 'first' | 'adopted' | 'anew') =>
    beginning(how, given.signer(undefined), Math.floor(Date.now() / 1000));
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await locked(async () => {
    const { found } = await readAnchorFile(dataFolder);
    // Nothing to add: what a crash cut off goes, and a file without a beginning gets one.
    await addLines(file, [], () => begun(found ? 'adopted' : given.isFirst ? 'first' : 'anew'));
    if ((await stat(file)).size >= COMPACT_BYTES) await compact(file);
  });

  const pending = new Map<string, Anchor>();
  // They say where the heads begin anew: later ones must not take their place.
  let restarts: Anchor[] = [];
  /** When the oldest head was noted that is not in the file, or somewhat before. */
  let since: number | undefined;
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();
  const flush = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    writing = writing.then(async () => {
      const [first, heads] = [restarts, [...pending.values()]];
      if (first.length + heads.length === 0) return;
      restarts = [];
      pending.clear();
      const taken = performance.now();
      const written = locked(() => addLines(file, [...first, ...heads], () => begun('anew'))).then(() => {
        since = restarts.length + pending.size > 0 ? taken : undefined;
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
    waitingMs: () => (since === undefined ? 0 : performance.now() - since),
    note: (anchor) => {
      since ??= performance.now();
      if (anchor.restarts) restarts.push(anchor);
      else keepHighest(pending, anchor);
      timer ??= setTimeout(flush, FLUSH_MS);
    },
    renew: () =>
      locked(async () => {
        const { unreadable } = await readAnchorFile(dataFolder);
        if (unreadable.length > 0) await beginAnew(file, begun('anew'));
      }),
    close: flush,
  };
}

function keepHighest(heads: Map<string, Anchor>, anchor: Anchor): void {
  const name = chainName(anchor.account, anchor.test);
  const known = heads.get(name);
  if (!known || known.seq < anchor.seq) heads.set(name, anchor);
}

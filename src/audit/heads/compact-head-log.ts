import { open, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { addAccountHeads, hasFile } from './account-head-files.ts';
import { asLines, headLogPath, replace } from './head-log-file.ts';
import { type Anchor, meaningOf, wholeLines } from './recorded-heads.ts';

/** Runs `work` exclusively across processes; with `waitMs` it fails if the lock takes longer. */
export type Lock = <T>(file: string, work: () => Promise<T>, waitMs?: number) => Promise<T>;

/** Bytes of the head log read per batch; each account's file is written once per batch. */
const READ_BYTES = 2 * 1024 ** 2;
/**
 * Account files written per turn while other writers of heads wait, and concurrently: the process
 * has four threads for file operations.
 */
const FILES_A_TURN = 40;
const FILES_AT_ONCE = 2;

type Folding = {
  dataFolder: string;
  lock: Lock;
  /** Checked between two batches; the next process continues. */
  isStopped: () => boolean;
};

/**
 * Compacts the head log into the files of the accounts, in turns and one process at a time, and
 * leaves its beginnings and unreadable lines. Throws `FolderOfAnother`. The log is replaced after
 * everything is synced in those files: a process killed before has lost nothing, and the next one
 * starts at the first line, which changes nothing already written (`collectHeads`).
 */
export async function compactHeadLog({ dataFolder, lock, isStopped }: Folding): Promise<void> {
  const file = headLogPath(dataFolder);
  if (!(await isOwn(dirname(file)))) throw new FolderOfAnother(dirname(file));
  let isOurs = false;
  await lock(
    join(dirname(file), 'fold.lock'),
    async () => {
      isOurs = true;
      // Held open, so that no other file can have the same identity.
      const handle = await open(file, 'r');
      try {
        await foldAll({ dataFolder, file, handle, inTurn: (work) => lock(lockOf(file), work), isStopped });
      } finally {
        await handle.close();
      }
    },
    0,
  ).catch((error: unknown) => {
    // Another process is compacting it.
    if (isOurs) throw error;
  });
}

/** The lock of all writers of the head log. */
export const lockOf = (file: string): string => join(dirname(file), 'heads.lock');

/**
 * The folder belongs to another user, who could not read files created here. Only the owner
 * compacts.
 */
export class FolderOfAnother extends Error {
  constructor(folder: string) {
    super(`the file of signed heads grows and is not folded, since this process is not run by the owner of ${folder}`);
  }
}

/** Files belong to the user who creates them: root does not compact another user's folder. */
const isOwn = async (folder: string): Promise<boolean> =>
  process.geteuid === undefined || (await stat(folder)).uid === process.geteuid();

type Opened = {
  dataFolder: string;
  file: string;
  handle: Awaited<ReturnType<typeof open>>;
  /** Runs work while no other process writes or replaces the head log. */
  inTurn: <T>(work: () => Promise<T>) => Promise<T>;
  isStopped: () => boolean;
};

/**
 * The file is append-only, so it can be read while others append. Ends when nothing is left, or the
 * file was restarted.
 */
async function foldAll(opened: Opened): Promise<void> {
  const { file, inTurn, isStopped } = opened;
  const unassigned: string[] = [];
  for (let from = 0; !isStopped(); ) {
    const { text, bytes } = await linesFrom(opened, from);
    from += bytes;
    if (bytes > 0) {
      if (!(await foldLines(opened, wholeLines(text), unassigned))) return;
      continue;
    }
    const isOver = await inTurn(async () => {
      if (!(await isStill(opened))) return true;
      // More was recorded in the meantime.
      if ((await linesFrom(opened, from)).bytes > 0) return false;
      await replace(file, asLines(unassigned));
      return true;
    });
    if (isOver) return;
  }
}

/**
 * Writes the heads of each account to its file; collects lines without a valid account. Returns
 * whether the head log is still the same file.
 */
async function foldLines(opened: Opened, lines: readonly string[], unassigned: string[]): Promise<boolean> {
  const own = new Map<string, Anchor[]>();
  for (const line of lines) {
    const entry = meaningOf(line);
    if (entry && 'account' in entry && hasFile(entry.account)) {
      const known = own.get(entry.account);
      if (known) known.push(entry);
      else own.set(entry.account, [entry]);
    } else if (line !== '') unassigned.push(line);
  }
  const accounts = [...own];
  for (let from = 0; from < accounts.length && !opened.isStopped(); from += FILES_A_TURN) {
    const ours = await opened.inTurn(() => addTurn(opened, accounts.slice(from, from + FILES_A_TURN)));
    if (!ours) return false;
  }
  return true;
}

async function addTurn(opened: Opened, accounts: readonly [string, Anchor[]][]): Promise<boolean> {
  if (!(await isStill(opened))) return false;
  for (let from = 0; from < accounts.length; from += FILES_AT_ONCE) {
    const some = accounts.slice(from, from + FILES_AT_ONCE);
    await Promise.all(some.map(([account, anchors]) => addAccountHeads(opened.dataFolder, account, anchors)));
  }
  return true;
}

/**
 * Whether the open file is still the one at the path. A restarted file is compacted once it has
 * grown again.
 */
async function isStill({ file, handle }: Pick<Opened, 'file' | 'handle'>): Promise<boolean> {
  const [here, there] = await Promise.all([handle.stat(), stat(file)]);
  return here.ino === there.ino && here.dev === there.dev;
}

/** Complete lines from an offset on; empty if there are none. */
async function linesFrom({ handle }: Opened, from: number): Promise<{ text: string; bytes: number }> {
  const { size } = await handle.stat();
  for (let most = READ_BYTES; ; most *= 2) {
    const length = Math.min(most, size - from);
    const { buffer } = await handle.read(Buffer.alloc(length), 0, length, from);
    const bytes = buffer.lastIndexOf('\n') + 1;
    if (bytes > 0 || length === size - from) return { text: buffer.toString('utf8', 0, bytes), bytes };
  }
}

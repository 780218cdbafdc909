import { open, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { addAccountHeads, hasFile } from './account-head-files.ts';
import { asLines, headLogPath, replace } from './head-log-file.ts';
import { type Anchor, meaningOf, wholeLines } from './recorded-heads.ts';

/** Runs `work` while no other process does; with `waitMs` it fails where the others take longer. */
export type Lock = <T>(file: string, work: () => Promise<T>, waitMs?: number) => Promise<T>;

/** Bytes of the file of heads that are read at a time: of all that is noted in them of one account its file is told once. */
const READ_BYTES = 2 * 1024 ** 2;
/** Files of accounts that are written while others that note a head wait, and of these at once: the process has four threads for all its files. */
const FILES_A_TURN = 40;
const FILES_AT_ONCE = 2;

type Folding = {
  dataFolder: string;
  lock: Lock;
  /** Asked between two batches: the next process goes on. */
  isStopped: () => boolean;
};

/**
 * Folds the file of heads into the files of their accounts, turn by turn, by one process at a time, and leaves in it its
 * beginnings and what cannot be read. Throws `FolderOfAnother`. It is replaced when all of it is in those files and on the disk: whoever is killed before has lost
 * nothing, and the next begins from its first line, which changes nothing of what is there (`collectHeads`).
 */
export async function compactHeadLog({ dataFolder, lock, isStopped }: Folding): Promise<void> {
  const file = headLogPath(dataFolder);
  if (!(await isOwn(dirname(file)))) throw new FolderOfAnother(dirname(file));
  let isOurs = false;
  await lock(
    join(dirname(file), 'fold.lock'),
    async () => {
      isOurs = true;
      // Held open, so that no other file can look like this one.
      const handle = await open(file, 'r');
      try {
        await foldAll({ dataFolder, file, handle, inTurn: (work) => lock(lockOf(file), work), isStopped });
      } finally {
        await handle.close();
      }
    },
    0,
  ).catch((error: unknown) => {
    // Another process is folding it.
    if (isOurs) throw error;
  });
}

/** Whoever writes the file of heads, or replaces it, holds this. */
export const lockOf = (file: string): string => join(dirname(file), 'heads.lock');

/** The folder is another user's: files made here could not be read by him. He folds, or nobody does. */
export class FolderOfAnother extends Error {
  constructor(folder: string) {
    super(`the file of signed heads grows and is not folded, since this process is not run by the owner of ${folder}`);
  }
}

/** Files it makes are its user's: root that looks after another's folder leaves the folding to him. */
const isOwn = async (folder: string): Promise<boolean> =>
  process.geteuid === undefined || (await stat(folder)).uid === process.geteuid();

type Opened = {
  dataFolder: string;
  file: string;
  handle: Awaited<ReturnType<typeof open>>;
  /** Does work while nobody else writes the file of heads, or replaces it. */
  inTurn: <T>(work: () => Promise<T>) => Promise<T>;
  isStopped: () => boolean;
};

/** Lines are only ever added to the file, so they are read while others add some. Ends where nothing is left, or the file was begun anew. */
async function foldAll(opened: Opened): Promise<void> {
  const { file, inTurn, isStopped } = opened;
  const kept: string[] = [];
  for (let from = 0; !isStopped(); ) {
    const { text, bytes } = await linesFrom(opened, from);
    from += bytes;
    if (bytes > 0) {
      if (!(await foldLines(opened, wholeLines(text), kept))) return;
      continue;
    }
    const isOver = await inTurn(async () => {
      if (!(await isStill(opened))) return true;
      // Noted since it was looked at.
      if ((await linesFrom(opened, from)).bytes > 0) return false;
      await replace(file, asLines(kept));
      return true;
    });
    if (isOver) return;
  }
}

/** Tells the file of each account what was noted of it; keeps the lines that belong to none. Whether the file of heads is still the same. */
async function foldLines(opened: Opened, lines: readonly string[], kept: string[]): Promise<boolean> {
  const own = new Map<string, Anchor[]>();
  for (const line of lines) {
    const said = meaningOf(line);
    if (said && 'account' in said && hasFile(said.account)) {
      const known = own.get(said.account);
      if (known) known.push(said);
      else own.set(said.account, [said]);
    } else if (line !== '') kept.push(line);
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

/** Whether the file that is read is the one that lies there. Begun anew meanwhile, it is folded when it has grown again. */
async function isStill({ file, handle }: Pick<Opened, 'file' | 'handle'>): Promise<boolean> {
  const [here, there] = await Promise.all([handle.stat(), stat(file)]);
  return here.ino === there.ino && here.dev === there.dev;
}

/** Whole lines from a place on; none where there is no other. */
async function linesFrom({ handle }: Opened, from: number): Promise<{ text: string; bytes: number }> {
  const { size } = await handle.stat();
  for (let most = READ_BYTES; ; most *= 2) {
    const wanted = Math.min(most, size - from);
    const { buffer } = await handle.read(Buffer.alloc(wanted), 0, wanted, from);
    const bytes = buffer.lastIndexOf('\n') + 1;
    if (bytes > 0 || wanted === size - from) return { text: buffer.toString('utf8', 0, bytes), bytes };
  }
}

import { open, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { addAccountHeads, hasFile } from './account-heads.ts';
import { anchorFileIn, asLines, replace } from './anchor-file.ts';
import { type Anchor, meaningOf, wholeLines } from './noted-heads.ts';

/** Runs `work` while no other process does; with `waitMs` it fails where the others take longer. */
export type Lock = <T>(file: string, work: () => Promise<T>, waitMs?: number) => Promise<T>;

/** Bytes of the file of heads that are folded at a time: as long others that note a head wait. */
const BATCH_BYTES = 16 * 1024;
/** Files of accounts that are written at once: the process has four threads for all its files. */
const FILES_AT_ONCE = 2;

type Folding = {
  dataFolder: string;
  lock: Lock;
  /** Asked between two batches: the next process goes on. */
  isStopped: () => boolean;
};

/**
 * Folds the file of heads into the files of their accounts, batch by batch, by one process at a time, and leaves in it its
 * beginnings and what cannot be read. Throws `FolderOfAnother`. It is replaced when all of it is in those files and on the disk: whoever is killed before has lost
 * nothing, and the next begins from its first line, which changes nothing of what is there (`headsNoted`).
 */
export async function foldHeads({ dataFolder, lock, isStopped }: Folding): Promise<void> {
  const file = anchorFileIn(dataFolder);
  if (!(await isOwn(dirname(file)))) throw new FolderOfAnother(dirname(file));
  let isOurs = false;
  await lock(
    join(dirname(file), 'fold.lock'),
    async () => {
      isOurs = true;
      // Held open, so that no other file can look like this one.
      const handle = await open(file, 'r');
      const folded = { from: 0, kept: [] as string[] };
      const batch = () => foldBatch({ dataFolder, file, handle, folded });
      try {
        for (let isDone = false; !isDone && !isStopped(); ) isDone = await lock(lockOf(file), batch);
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

type Batch = {
  dataFolder: string;
  file: string;
  handle: Awaited<ReturnType<typeof open>>;
  /** How far it is, and the lines that belong to no account. */
  folded: { from: number; kept: string[] };
};

/** Takes the next lines; whether there is nothing more to do. */
async function foldBatch({ dataFolder, file, handle, folded }: Batch): Promise<boolean> {
  const [here, there] = await Promise.all([handle.stat(), stat(file)]);
  // Begun anew meanwhile: it is folded when it has grown again.
  if (here.ino !== there.ino || here.dev !== there.dev) return true;
  const { text, bytes } = await linesFrom(handle, folded.from, here.size);
  if (bytes === 0) {
    await replace(file, asLines(folded.kept));
    return true;
  }
  const own = new Map<string, Anchor[]>();
  for (const line of wholeLines(text)) {
    const said = meaningOf(line);
    if (said && 'account' in said && hasFile(said.account))
      own.set(said.account, [...(own.get(said.account) ?? []), said]);
    else if (line !== '') folded.kept.push(line);
  }
  const accounts = [...own];
  for (let from = 0; from < accounts.length; from += FILES_AT_ONCE) {
    const some = accounts.slice(from, from + FILES_AT_ONCE);
    await Promise.all(some.map(([account, anchors]) => addAccountHeads(dataFolder, account, anchors)));
  }
  folded.from += bytes;
  return false;
}

/** Whole lines from a place on; none where there is no other. */
async function linesFrom(
  handle: Batch['handle'],
  from: number,
  size: number,
): Promise<{ text: string; bytes: number }> {
  for (let most = BATCH_BYTES; ; most *= 2) {
    const wanted = Math.min(most, size - from);
    const { buffer } = await handle.read(Buffer.alloc(wanted), 0, wanted, from);
    const bytes = buffer.lastIndexOf('\n') + 1;
    if (bytes > 0 || wanted === size - from) return { text: buffer.toString('utf8', 0, bytes), bytes };
  }
}

import { appendFile, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A signed head of a chain, as it is noted outside the database. */
export type Anchor = { account: string; test: boolean; seq: number; hash: string; keyId: string; signature: string };

/** Runs `work` while no other process does. */
export type Lock = <T>(file: string, work: () => Promise<T>) => Promise<T>;

/** Milliseconds within which a committed head is on the disk. */
const FLUSH_MS = 150;
/** Bytes from which the file is rewritten with the last head of every chain only. */
const COMPACT_BYTES = 256 * 1024;

export type AnchorLog = { note: (anchor: Anchor) => void; close: () => Promise<void> };

/**
 * The file of signed heads. Of heads noted together only the last of each chain is written, in one line; several
 * processes may write, each under the lock. A failure to write is told, and tried again with the next head.
 */
export async function openAnchorLog(
  dataFolder: string,
  given: { lock: Lock; onTrouble?: ((error: unknown) => void) | undefined },
): Promise<AnchorLog> {
  const folder = join(dataFolder, 'audit');
  const file = join(folder, 'heads.jsonl');
  const locked = <T>(work: () => Promise<T>) => given.lock(join(folder, 'heads.lock'), work);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await locked(() => compact(file));

  const pending = new Map<string, Anchor>();
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();
  const flush = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    writing = writing.then(async () => {
      const heads = [...pending.values()];
      if (heads.length === 0) return;
      pending.clear();
      const text = heads.map((head) => `${JSON.stringify(head)}\n`).join('');
      await locked(() => appendFile(file, text, { mode: 0o600 })).catch((error: unknown) => {
        for (const head of heads) keepHighest(pending, head);
        given.onTrouble?.(error);
      });
    });
    return writing;
  };
  return {
    note: (anchor) => {
      keepHighest(pending, anchor);
      timer ??= setTimeout(flush, FLUSH_MS);
    },
    close: flush,
  };
}

/** Every anchor in the file, by chain: the highest, and every other that claims the same place. */
export async function readAnchors(dataFolder: string): Promise<ReadonlyMap<string, readonly Anchor[]>> {
  const text = await readFile(join(dataFolder, 'audit', 'heads.jsonl'), 'utf8').catch(() => '');
  return highestIn(text);
}

/** Names a chain among the anchors. */
export const chainName = (account: string, test: boolean): string => `${account} ${test ? 'test' : 'live'}`;

function keepHighest(heads: Map<string, Anchor>, anchor: Anchor): void {
  const name = chainName(anchor.account, anchor.test);
  const known = heads.get(name);
  if (!known || known.seq < anchor.seq) heads.set(name, anchor);
}

function highestIn(text: string): Map<string, Anchor[]> {
  const highest = new Map<string, Anchor[]>();
  for (const line of text.split('\n')) {
    const anchor = anchorFrom(line);
    if (!anchor) continue;
    const name = chainName(anchor.account, anchor.test);
    const [first] = highest.get(name) ?? [];
    if (!first || anchor.seq > first.seq) highest.set(name, [anchor]);
    // Two heads for one place: a chain was cut and grown again. Both are kept, as evidence.
    else if (anchor.seq === first.seq && !highest.get(name)?.some(({ hash }) => hash === anchor.hash)) {
      highest.get(name)?.push(anchor);
    }
  }
  return highest;
}

/** A line that a crash cut short says nothing; the head it was about is noted again by the next. */
function anchorFrom(line: string): Anchor | undefined {
  try {
    const anchor = JSON.parse(line) as Anchor;
    return typeof anchor.account === 'string' && Number.isInteger(anchor.seq) ? anchor : undefined;
  } catch {
    return undefined;
  }
}

async function compact(file: string): Promise<void> {
  const text = await readFile(file, 'utf8').catch(() => '');
  // A cut last line would swallow the next one appended to it.
  if (text.length < COMPACT_BYTES && (text === '' || text.endsWith('\n'))) return;
  const heads = [...highestIn(text).values()].flat();
  await writeFile(`${file}.new`, heads.map((head) => `${JSON.stringify(head)}\n`).join(''), { mode: 0o600 });
  await rename(`${file}.new`, file);
}

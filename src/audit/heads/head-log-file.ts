import { randomBytes } from 'node:crypto';
import { open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Signer } from '../chain/chain-signer.ts';
import { type Anchor, asText, type Beginning, digestOf, meaningOf, wholeLines } from './recorded-heads.ts';

/** The contents of the head log: recent heads that are not in the files of their accounts yet. */
export type HeadLogFile = {
  /** Whether it exists and is not empty. */
  found: boolean;
  beginnings: readonly Beginning[];
  /** By account, in recorded order. */
  noted: ReadonlyMap<string, readonly Anchor[]>;
  /** Numbers of invalid lines, from 1. A last line truncated by a crash is not among them. */
  unreadable: readonly number[];
  /** Unix seconds; the contents were written before this time. */
  readAt?: number;
};

export const headLogPath = (dataFolder: string): string => join(dataFolder, 'audit', 'heads.jsonl');

/** Reads the head log. Throws if it exists and cannot be read. */
export async function readHeadLog(dataFolder: string): Promise<HeadLogFile> {
  const readAt = Math.floor(Date.now() / 1000);
  const text = await textOf(headLogPath(dataFolder));
  const beginnings: Beginning[] = [];
  const unreadable: number[] = [];
  const noted = new Map<string, Anchor[]>();
  for (const [at, line] of wholeLines(text).entries()) {
    const entry = meaningOf(line);
    if (!entry) unreadable.push(at + 1);
    else if ('begun' in entry) beginnings.push(entry);
    else {
      const own = noted.get(entry.account);
      if (own) own.push(entry);
      else noted.set(entry.account, [entry]);
    }
  }
  return { found: text.trim() !== '', beginnings, noted, unreadable, readAt };
}

/** The accounts in its first bytes, without reading all of it. */
export async function firstAccountsNoted(dataFolder: string, bytesMax: number): Promise<Set<string>> {
  const handle = await openIfThere(headLogPath(dataFolder));
  if (!handle) return new Set();
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(bytesMax), 0, bytesMax, 0);
    const entries = wholeLines(buffer.toString('utf8', 0, bytesRead)).map(meaningOf);
    return new Set(entries.flatMap((each) => (each && 'account' in each ? [each.account] : [])));
  } finally {
    await handle.close();
  }
}

/** Whether it exists and is not empty. */
export async function hasHeadLog(dataFolder: string): Promise<boolean> {
  const handle = await openIfThere(headLogPath(dataFolder));
  if (!handle) return false;
  try {
    return (await handle.stat()).size > 0;
  } finally {
    await handle.close();
  }
}

/**
 * Appends lines to the file, and returns its size. Call it while holding the file's lock: a line
 * truncated by a crash is removed first. `whenLost` returns the beginning for a file without one;
 * its argument says whether the file has other content.
 */
export async function addLines(
  file: string,
  lines: readonly unknown[],
  whenLost: (holdsSomething: boolean) => Beginning,
): Promise<number> {
  const added = asText(lines);
  const handle = await open(file, 'a+', 0o600);
  try {
    const { size } = await handle.stat();
    const head = Buffer.alloc(BEGINNING.length);
    await handle.read(head, 0, head.length, 0);
    // No other process would have removed it: it existed when this process started.
    if (head.toString() === BEGINNING && (await isWhole(handle, size))) {
      await handle.appendFile(added);
      return size + Buffer.byteLength(added);
    }
  } finally {
    await handle.close();
  }
  const text = withoutCut(await textOf(file));
  const begun = text.startsWith(BEGINNING) ? '' : asText([whenLost(text.trim() !== '')]);
  await replace(file, `${begun}${text}${added}`);
  return Buffer.byteLength(begun) + Buffer.byteLength(text) + Buffer.byteLength(added);
}

/** The signed beginning of a file: without the key, a restart cannot be hidden. */
export function beginning(begun: Beginning['begun'], signer: Signer, at: number): Beginning {
  const unsigned = { begun, id: randomBytes(8).toString('hex'), at, keyId: signer.keyId };
  return { ...unsigned, signature: signer.sign(digestOf(unsigned)).toString('base64') };
}

/**
 * Restarts the file with its readable lines. The old file is kept beside it as evidence. Call it
 * while holding the file's lock.
 */
export async function restartFile(file: string, begun: Beginning): Promise<void> {
  await replace(file, `${asText([begun])}${await quarantineFile(file, begun)}`);
}

/** Keeps a copy of a file, named after a beginning, and returns its valid lines. */
export async function quarantineFile(file: string, { id }: Beginning): Promise<string> {
  const text = await textOf(file);
  await writeFile(`${file}.before-${id}`, text, { mode: 0o600 });
  return asLines(wholeLines(text).filter((line) => meaningOf(line) !== undefined));
}

/** The contents of a file; empty if it does not exist. */
export async function textOf(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
}

/**
 * Replaces a file atomically, also across a power loss. If root does so in another user's folder,
 * that user owns the file.
 */
export async function replace(file: string, text: string): Promise<void> {
  // Created new, so that no planted symbolic link is followed.
  await rm(`${file}.new`, { force: true });
  const handle = await open(`${file}.new`, 'wx', 0o600);
  try {
    if (process.geteuid?.() === 0) {
      const { uid, gid } = await stat(dirname(file));
      await handle.chown(uid, gid);
    }
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(`${file}.new`, file);
}

/** Whether the end of a file is complete. */
export async function isWhole(handle: Awaited<ReturnType<typeof open>>, size: number): Promise<boolean> {
  const tail = Buffer.alloc(Math.min(size, TAIL_BYTES));
  await handle.read(tail, 0, tail.length, size - tail.length);
  return size === 0 || tail.at(-1) === 0x0a;
}

export const asLines = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');

const BEGINNING = '{"begun":';
/** The last byte shows whether a line was truncated. */
const TAIL_BYTES = 1;

const openIfThere = (file: string) =>
  open(file, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });

const withoutCut = (text: string): string => text.slice(0, text.lastIndexOf('\n') + 1);

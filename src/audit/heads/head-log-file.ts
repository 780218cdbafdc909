import { randomBytes } from 'node:crypto';
import { open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Signer } from '../chain/chain-signer.ts';
import { type Anchor, asText, type Beginning, digestOf, meaningOf, wholeLines } from './recorded-heads.ts';

/** What the file of heads says: those noted lately, which are not in the files of their accounts yet (`account-heads.ts`). */
export type HeadLogFile = {
  /** It is there, and holds something. */
  found: boolean;
  beginnings: readonly Beginning[];
  /** By account, in the order they were noted. */
  noted: ReadonlyMap<string, readonly Anchor[]>;
  /** Lines, from 1, that say nothing. A last one that a crash cut short is not among them. */
  unreadable: readonly number[];
  /** Unix seconds; what is in the file was there by then. */
  readAt?: number;
};

export const headLogPath = (dataFolder: string): string => join(dataFolder, 'audit', 'heads.jsonl');

/** Reads the file of signed heads. Fails where it is there and cannot be read. */
export async function readHeadLog(dataFolder: string): Promise<HeadLogFile> {
  const readAt = Math.floor(Date.now() / 1000);
  const text = await textOf(headLogPath(dataFolder));
  const beginnings: Beginning[] = [];
  const unreadable: number[] = [];
  const noted = new Map<string, Anchor[]>();
  for (const [at, line] of wholeLines(text).entries()) {
    const said = meaningOf(line);
    if (!said) unreadable.push(at + 1);
    else if ('begun' in said) beginnings.push(said);
    else {
      const own = noted.get(said.account);
      if (own) own.push(said);
      else noted.set(said.account, [said]);
    }
  }
  return { found: text.trim() !== '', beginnings, noted, unreadable, readAt };
}

/** The accounts its first bytes name: whoever asks which they are need not read all of it. */
export async function firstAccountsNoted(dataFolder: string, bytesMax: number): Promise<Set<string>> {
  const handle = await openIfThere(headLogPath(dataFolder));
  if (!handle) return new Set();
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(bytesMax), 0, bytesMax, 0);
    const said = wholeLines(buffer.toString('utf8', 0, bytesRead)).map(meaningOf);
    return new Set(said.flatMap((each) => (each && 'account' in each ? [each.account] : [])));
  } finally {
    await handle.close();
  }
}

/** Whether it is there, and holds something. */
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
 * Adds lines to the file, and gives its bytes. Call it with the file's lock held: what a crash cut off at its end is taken away
 * first. `whenLost` gives the beginning of a file that has none, told whether it holds anything else.
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
    // Who else would have taken it away? It was there when this process began.
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

/** The beginning of a file, signed: that it was begun anew cannot be wiped away by whoever has not the key. */
export function beginning(begun: Beginning['begun'], signer: Signer, at: number): Beginning {
  const said = { begun, id: randomBytes(8).toString('hex'), at, keyId: signer.keyId };
  return { ...said, signature: signer.sign(digestOf(said)).toString('base64') };
}

/**
 * Begins the file anew, with what can still be read in it. What it was is kept beside it, as evidence. Call it with the file's
 * lock held.
 */
export async function restartFile(file: string, begun: Beginning): Promise<void> {
  await replace(file, `${asText([begun])}${await putAside(file, begun)}`);
}

/** Keeps a file as it is beside it, named after a beginning, and gives those of its lines that say something. */
export async function putAside(file: string, { id }: Beginning): Promise<string> {
  const text = await textOf(file);
  await writeFile(`${file}.before-${id}`, text, { mode: 0o600 });
  return asLines(wholeLines(text).filter((line) => meaningOf(line) !== undefined));
}

/** What a file says; nothing where there is none. */
export async function textOf(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
}

/**
 * Replaces a file by another text: whoever reads it finds one or the other, and so he does after a loss of power. Where root does so in
 * another's folder it is his.
 */
export async function replace(file: string, text: string): Promise<void> {
  // Made anew, so that no link is followed that somebody laid there.
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

/** Whether nothing of a file was cut off at its end. */
export async function isWhole(handle: Awaited<ReturnType<typeof open>>, size: number): Promise<boolean> {
  const tail = Buffer.alloc(Math.min(size, TAIL_BYTES));
  await handle.read(tail, 0, tail.length, size - tail.length);
  return size === 0 || tail.at(-1) === 0x0a;
}

export const asLines = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');

const BEGINNING = '{"begun":';
/** Bytes of which the last says whether a line was cut. */
const TAIL_BYTES = 1;

const openIfThere = (file: string) =>
  open(file, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });

const withoutCut = (text: string): string => text.slice(0, text.lastIndexOf('\n') + 1);

import { createHash, randomBytes } from 'node:crypto';
import { open, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Signer } from './audit-seal.ts';
import { canonicalJson } from './canonical-json.ts';

/** A signed head of a chain, as it is noted outside the database. */
export type Anchor = {
  account: string;
  test: boolean;
  seq: number;
  hash: string;
  keyId: string;
  signature: string;
  /** A backup was restored: the heads of before are of links that are gone, and a link of the chain says so. */
  restarts?: true;
};

/**
 * The line the file begins with: made with the first key, laid over a file of a version that wrote none, or begun anew in the
 * stead of one that was lost.
 */
export type Beginning = {
  begun: 'first' | 'adopted' | 'anew';
  id: string;
  /** Unix seconds. */
  at: number;
  keyId: string;
  signature: string;
};

/** What the file says. */
export type AnchorFile = {
  /** It is there, and holds something. */
  found: boolean;
  beginnings: readonly Beginning[];
  /** By chain: the highest head, and every other that claims the same place. */
  heads: ReadonlyMap<string, readonly Anchor[]>;
  /** By chain: the first head after each restore, and the highest of before. */
  restarts: ReadonlyMap<string, readonly { restart: Anchor; before: readonly Anchor[] }[]>;
  /** Lines, from 1, that say nothing. A last one that a crash cut short is not among them. */
  unreadable: readonly number[];
  /** Unix seconds; what is in the file was there by then. */
  readAt?: number;
};

export const anchorFileIn = (dataFolder: string): string => join(dataFolder, 'audit', 'heads.jsonl');

/** Names a chain among the anchors. */
export const chainName = (account: string, test: boolean): string => `${account} ${test ? 'test' : 'live'}`;

/** Reads the file of signed heads. Fails where it is there and cannot be read. */
export async function readAnchorFile(dataFolder: string): Promise<AnchorFile> {
  const readAt = Math.floor(Date.now() / 1000);
  return { ...readAnchorText(await textOf(anchorFileIn(dataFolder))), readAt };
}

/** Every anchor in the file, by chain. */
export const readAnchors = async (dataFolder: string): Promise<AnchorFile['heads']> =>
  (await readAnchorFile(dataFolder)).heads;

/** Adds lines to the file. Call it with the file's lock held: what a crash cut off at its end is taken away first. */
export async function addLines(file: string, lines: readonly unknown[], whenLost: () => Beginning): Promise<void> {
  const handle = await open(file, 'a+', 0o600);
  try {
    const { size } = await handle.stat();
    const head = Buffer.alloc(BEGINNING.length);
    await handle.read(head, 0, head.length, 0);
    const tail = Buffer.alloc(Math.min(size, TAIL_BYTES));
    await handle.read(tail, 0, tail.length, size - tail.length);
    // Who else would have taken it away? It was there when this process began.
    if (head.toString() === BEGINNING && (size === 0 || tail.at(-1) === 0x0a)) {
      await handle.appendFile(asText(lines));
      return;
    }
  } finally {
    await handle.close();
  }
  const text = withoutCut(await textOf(file));
  await replace(file, `${text.startsWith(BEGINNING) ? '' : asText([whenLost()])}${text}${asText(lines)}`);
}

/** The beginning of a file, signed: that it was begun anew cannot be wiped away by whoever has not the key. */
export function beginning(begun: Beginning['begun'], signer: Signer, at: number): Beginning {
  const said = { begun, id: randomBytes(8).toString('hex'), at, keyId: signer.keyId };
  return { ...said, signature: signer.sign(digestOf(said)).toString('base64') };
}

/** What the key signs of a beginning: no hash of a link. */
export const digestOf = ({ begun, id, at, keyId }: Omit<Beginning, 'signature'>): Buffer =>
  createHash('sha256')
    .update(`facturier anchors ${canonicalJson({ begun, id, at, keyId })}`)
    .digest();

/**
 * Begins the file anew, with the heads that can still be read in it. What it was is kept beside it, as evidence. Call it with
 * the file's lock held.
 */
export async function beginAnew(file: string, begun: Beginning): Promise<void> {
  const text = withoutCut(await textOf(file));
  const lines = linesOf(text).filter((line) => meaningOf(line) !== undefined);
  await writeFile(`${file}.before-${begun.id}`, await textOf(file), { mode: 0o600 });
  await replace(file, `${asText([begun])}${lines.map((line) => `${line}\n`).join('')}`);
}

/** Rewrites the file with what still says something: its beginnings, the highest heads, and what cannot be read. */
export async function compact(file: string): Promise<void> {
  const text = withoutCut(await textOf(file));
  const { heads, restarts, beginnings } = readAnchorText(text);
  const unreadable = linesOf(text).filter((line) => line !== '' && meaningOf(line) === undefined);
  const kept = [...heads].flatMap(([name, anchors]) => {
    const earlier = (restarts.get(name) ?? []).flatMap(({ restart, before }) => [...before, restart]);
    const last = earlier.at(-1);
    return [...earlier, ...anchors.filter((anchor) => !last || anchor.hash !== last.hash || anchor.seq !== last.seq)];
  });
  await replace(file, asText(beginnings) + unreadable.map((line) => `${line}\n`).join('') + asText(kept));
}

const BEGINNING = '{"begun":';
/** Bytes of which the last says whether a line was cut. */
const TAIL_BYTES = 1;

const asText = (lines: readonly unknown[]): string => lines.map((line) => `${JSON.stringify(line)}\n`).join('');

async function textOf(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
}

async function replace(file: string, text: string): Promise<void> {
  await writeFile(`${file}.new`, text, { mode: 0o600 });
  await rename(`${file}.new`, file);
}

const withoutCut = (text: string): string => text.slice(0, text.lastIndexOf('\n') + 1);
const linesOf = (text: string): string[] => withoutCut(text).split('\n').slice(0, -1);

function readAnchorText(text: string): Omit<AnchorFile, 'readAt'> {
  const beginnings: Beginning[] = [];
  const unreadable: number[] = [];
  const heads = new Map<string, Anchor[]>();
  const restarts = new Map<string, { restart: Anchor; before: readonly Anchor[] }[]>();
  for (const [at, line] of linesOf(text).entries()) {
    const said = meaningOf(line);
    if (!said) unreadable.push(at + 1);
    else if ('begun' in said) beginnings.push(said);
    else if (said.restarts) {
      const name = chainName(said.account, said.test);
      restarts.set(name, [...(restarts.get(name) ?? []), { restart: said, before: heads.get(name) ?? [] }]);
      heads.set(name, [said]);
    } else keepHighest(heads, said);
  }
  return { found: text.trim() !== '', beginnings, heads, restarts, unreadable };
}

function keepHighest(heads: Map<string, Anchor[]>, anchor: Anchor): void {
  const name = chainName(anchor.account, anchor.test);
  const known = heads.get(name) ?? [];
  const [first] = known;
  if (!first || anchor.seq > first.seq) heads.set(name, [anchor]);
  // Two heads for one place: a chain was cut and grown again. Both are kept, as evidence.
  else if (anchor.seq === first.seq && !known.some(({ hash }) => hash === anchor.hash)) known.push(anchor);
}

function meaningOf(line: string): Anchor | Beginning | undefined {
  try {
    const said = JSON.parse(line);
    if (typeof said.keyId !== 'string' || typeof said.signature !== 'string') return undefined;
    if (typeof said.begun === 'string')
      return Number.isInteger(said.at) && typeof said.id === 'string' ? said : undefined;
    const isAnchor =
      typeof said.account === 'string' && typeof said.test === 'boolean' && typeof said.hash === 'string';
    return isAnchor && Number.isInteger(said.seq) ? said : undefined;
  } catch {
    return undefined;
  }
}

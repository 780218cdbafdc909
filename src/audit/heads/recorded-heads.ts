import { createHash } from 'node:crypto';
import { canonicalJson } from '../canonical-json.ts';

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
 * The line the file of heads begins with: made with the first key, laid over a file of a version that wrote none, or begun anew in
 * the stead of one that was lost.
 */
export type Beginning = {
  begun: 'first' | 'adopted' | 'anew';
  id: string;
  /** Unix seconds. */
  at: number;
  keyId: string;
  signature: string;
};

/** What the heads noted one after the other come to. */
export type RecordedHeads = {
  /** By chain: the highest head, and every other that claims the same place. */
  heads: ReadonlyMap<string, readonly Anchor[]>;
  /** By chain: the first head after each restore, and the highest of before. */
  restarts: ReadonlyMap<string, readonly { restart: Anchor; before: readonly Anchor[] }[]>;
};

/** Names a chain among the anchors. */
export const chainName = (account: string, test: boolean): string => `${account} ${test ? 'test' : 'live'}`;

/** What the key signs of a beginning: no hash of a link. */
export const digestOf = ({ begun, id, at, keyId }: Omit<Beginning, 'signature'>): Buffer =>
  createHash('sha256')
    .update(`facturier anchors ${canonicalJson({ begun, id, at, keyId })}`)
    .digest();

/**
 * What heads come to, in the order they were noted. Taking all that was noted from some line on once more changes nothing: so
 * it may be copied from one file to another in pieces, and the copying be cut off and begun again.
 */
export function collectHeads(anchors: Iterable<Anchor>): RecordedHeads {
  const heads = new Map<string, Anchor[]>();
  const restarts = new Map<string, { restart: Anchor; before: readonly Anchor[] }[]>();
  for (const anchor of anchors) {
    if (!anchor.restarts) {
      keepHighest(heads, anchor);
      continue;
    }
    const name = chainName(anchor.account, anchor.test);
    const known = restarts.get(name) ?? [];
    if (!known.some(({ restart }) => isSame(restart, anchor)))
      restarts.set(name, [...known, { restart: anchor, before: heads.get(name) ?? [] }]);
    heads.set(name, [anchor]);
  }
  return { heads, restarts };
}

/** The fewest heads that come to the same. */
export function compactedHeads(anchors: Iterable<Anchor>): Anchor[] {
  const { heads, restarts } = collectHeads(anchors);
  return [...heads].flatMap(([name, highest]) => {
    const earlier = (restarts.get(name) ?? []).flatMap(({ restart, before }) => [...before, restart]);
    const last = earlier.at(-1);
    return [...earlier, ...highest.filter((anchor) => !last || !isSame(anchor, last))];
  });
}

/** What a line says; undefined where it says nothing. */
export function meaningOf(line: string): Anchor | Beginning | undefined {
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

/** The whole lines of a text: what a crash cut off at its end is none. */
export const wholeLines = (text: string): string[] =>
  text
    .slice(0, text.lastIndexOf('\n') + 1)
    .split('\n')
    .slice(0, -1);

export const asText = (lines: readonly unknown[]): string => lines.map((line) => `${JSON.stringify(line)}\n`).join('');

function keepHighest(heads: Map<string, Anchor[]>, anchor: Anchor): void {
  const name = chainName(anchor.account, anchor.test);
  const known = heads.get(name) ?? [];
  const [first] = known;
  if (!first || anchor.seq > first.seq) heads.set(name, [anchor]);
  // Two heads for one place: a chain was cut and grown again. Both are kept, as evidence.
  else if (anchor.seq === first.seq && !known.some(({ hash }) => hash === anchor.hash)) known.push(anchor);
}

const isSame = (one: Anchor, other: Anchor): boolean => one.seq === other.seq && one.hash === other.hash;

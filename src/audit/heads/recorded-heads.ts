import { createHash } from 'node:crypto';
import { canonicalJson } from '../canonical-json.ts';

/** A signed head of a chain, recorded outside the database. */
export type Anchor = {
  account: string;
  test: boolean;
  seq: number;
  hash: string;
  keyId: string;
  signature: string;
  /**
   * Set after a restored backup: earlier heads belong to lost links, and a link of the chain
   * records the restore.
   */
  restarts?: true;
};

/**
 * The first line of a head log: created with the first key, added to a file of an older version
 * without one, or restarted in place of a lost file.
 */
export type Beginning = {
  begun: 'first' | 'adopted' | 'anew';
  id: string;
  /** Unix seconds. */
  at: number;
  keyId: string;
  signature: string;
};

/** The result of all recorded heads. */
export type RecordedHeads = {
  /** By chain: the highest head, and every other head with the same number. */
  heads: ReadonlyMap<string, readonly Anchor[]>;
  /** By chain: the first head after each restore, and the highest before it. */
  restarts: ReadonlyMap<string, readonly { restart: Anchor; before: readonly Anchor[] }[]>;
};

/** The name of a chain among the heads. */
export const chainName = (account: string, test: boolean): string => `${account} ${test ? 'test' : 'live'}`;

/** The signed digest of a beginning, distinct from any hash of a link. */
export const digestOf = ({ begun, id, at, keyId }: Omit<Beginning, 'signature'>): Buffer =>
  createHash('sha256')
    .update(`facturier anchors ${canonicalJson({ begun, id, at, keyId })}`)
    .digest();

/**
 * The result of heads in recorded order. Replaying all lines from some line on changes nothing, so
 * copying them to another file can be interrupted and repeated.
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

/** The fewest heads with the same result. */
export function compactedHeads(anchors: Iterable<Anchor>): Anchor[] {
  const { heads, restarts } = collectHeads(anchors);
  return [...heads].flatMap(([name, highest]) => {
    const earlier = (restarts.get(name) ?? []).flatMap(({ restart, before }) => [...before, restart]);
    const last = earlier.at(-1);
    return [...earlier, ...highest.filter((anchor) => !last || !isSame(anchor, last))];
  });
}

/** Parses a line; undefined if invalid. */
export function meaningOf(line: string): Anchor | Beginning | undefined {
  try {
    const parsed = JSON.parse(line);
    if (typeof parsed.keyId !== 'string' || typeof parsed.signature !== 'string') return undefined;
    if (typeof parsed.begun === 'string')
      return Number.isInteger(parsed.at) && typeof parsed.id === 'string' ? parsed : undefined;
    const isAnchor =
      typeof parsed.account === 'string' && typeof parsed.test === 'boolean' && typeof parsed.hash === 'string';
    return isAnchor && Number.isInteger(parsed.seq) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

/** The complete lines of a text, without a last one truncated by a crash. */
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
  // Two heads with the same number: a chain was truncated and grew again. Both are kept as
  // evidence.
  else if (anchor.seq === first.seq && !known.some(({ hash }) => hash === anchor.hash)) known.push(anchor);
}

const isSame = (one: Anchor, other: Anchor): boolean => one.seq === other.seq && one.hash === other.hash;

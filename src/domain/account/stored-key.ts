import type { Refused } from '../refusal.ts';
import type { Scope } from './scope.ts';

/** An API key as it is remembered: never its text. */
export type KeyRecord = {
  readonly id: string;
  readonly test: boolean;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly createdAt: number;
  readonly expiresAt?: number;
  readonly revokedAt?: number;
  readonly lastUsedAt?: number;
  /** The last characters of its text; of a key made by a version before, unknown. */
  readonly ending?: string;
  /** The key that took its place. */
  readonly replacedBy?: string;
  /** The person who made it, himself or by a key of his: it ends with what he may do here. Absent where nobody did. */
  readonly madeBy?: string;
};

/** Keys an account may have in use at once. */
export const KEYS_MAX = 100;
/** Seconds a rotated key may go on beside the one that replaces it: seven days. */
export const OVERLAP_MAX_SECONDS = 7 * 86_400;

/** Whether a key opens anything at `now`. */
export const isUsable = (key: KeyRecord, now: number): boolean =>
  key.revokedAt === undefined && (key.expiresAt === undefined || key.expiresAt > now);

/** A key that ends: at once, or after an overlap, never later than it would have. */
export function ended(key: KeyRecord, { now, overlap = 0 }: { now: number; overlap?: number }): KeyRecord {
  if (overlap === 0) return { ...key, revokedAt: now };
  return { ...key, expiresAt: Math.min(key.expiresAt ?? Number.MAX_SAFE_INTEGER, now + overlap) };
}

/**
 * When a key that is asked for will end, in Unix seconds; undefined for never. A key makes none that outlives it: without
 * an end of its own the new one ends with its `maker`, and a later end is refused; so is one that is over `now`, whose key would open nothing.
 */
export function endOfNewKey(
  asked: number | undefined,
  maker: number | undefined,
  now: number,
): { expiresAt: number | undefined } | Refused<'key_outlives_maker' | 'key_over_already'> {
  if (asked !== undefined && asked <= now) return { refused: 'key_over_already', expiresAt: asked };
  if (maker === undefined) return { expiresAt: asked };
  if (asked !== undefined && asked > maker) return { refused: 'key_outlives_maker', expiresAt: maker };
  return { expiresAt: asked ?? maker };
}

/**
 * The key that replaces another: the same name, scopes and mode, and as long a life as the other was given, but none beyond
 * the end of the key that asks for it (`until`). It is of whoever asks (`madeBy`), whoever made the other.
 */
export function successorOf(
  key: KeyRecord,
  { id, now, until, madeBy }: { id: string; now: number; until?: number | undefined; madeBy?: string | undefined },
): KeyRecord {
  const { name, test, expiresAt, createdAt } = key;
  // Test keys made by a version before may hold the administration; what replaces them does not.
  const scopes = test ? key.scopes.filter((scope) => scope !== 'account:admin') : key.scopes;
  const ends = [expiresAt === undefined ? [] : now + expiresAt - createdAt, until ?? []].flat();
  const end = ends.length > 0 && { expiresAt: Math.min(...ends) };
  return { id, name, scopes, test, createdAt: now, ...end, ...(madeBy !== undefined && { madeBy }) };
}

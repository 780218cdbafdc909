import type { Refused } from '../refusal.ts';
import type { Scope } from './scope.ts';

/** A stored API key: everything except its text. */
export type KeyRecord = {
  readonly id: string;
  readonly test: boolean;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly createdAt: number;
  readonly expiresAt?: number;
  readonly revokedAt?: number;
  readonly lastUsedAt?: number;
  /** The last characters of its text; unknown for keys made by older versions. */
  readonly ending?: string;
  /** The key that replaced it. */
  readonly replacedBy?: string;
  /**
   * The member who created the key, in person or with another key. When this member loses rights,
   * the key loses them too. Absent if no member created it.
   */
  readonly madeBy?: string;
};

/** Usable keys per account. */
export const KEYS_MAX = 100;
/** Seconds a rotated key may remain valid beside its successor: seven days. */
export const OVERLAP_MAX_SECONDS = 7 * 86_400;

/** Whether a key is valid at `now` (Unix seconds). */
export const isUsable = (key: KeyRecord, now: number): boolean =>
  key.revokedAt === undefined && (key.expiresAt === undefined || key.expiresAt > now);

/**
 * Ends a key: at once, or after an overlap in seconds, but never later than it would have expired.
 */
export function ended(key: KeyRecord, { now, overlap = 0 }: { now: number; overlap?: number }): KeyRecord {
  if (overlap === 0) return { ...key, revokedAt: now };
  return { ...key, expiresAt: Math.min(key.expiresAt ?? Number.MAX_SAFE_INTEGER, now + overlap) };
}

/**
 * When a new key expires, Unix seconds; undefined for never. A key cannot create one that outlives
 * it: without a requested expiry the new key expires with its `maker`, and a later expiry is
 * refused. An expiry that is not after `now` is refused too.
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
 * The successor of a key: same name, scopes and mode, and the same lifetime, but not beyond the
 * expiry of the requesting key (`until`). It belongs to the requester (`madeBy`), not to the
 * creator of the old key.
 */
export function successorOf(
  key: KeyRecord,
  { id, now, until, madeBy }: { id: string; now: number; until?: number | undefined; madeBy?: string | undefined },
): KeyRecord {
  const { name, test, expiresAt, createdAt } = key;
  // Test keys made by older versions may have the administration scope; their successors do not.
  const scopes = test ? key.scopes.filter((scope) => scope !== 'account:admin') : key.scopes;
  const ends = [expiresAt === undefined ? [] : now + expiresAt - createdAt, until ?? []].flat();
  const end = ends.length > 0 && { expiresAt: Math.min(...ends) };
  return { id, name, scopes, test, createdAt: now, ...end, ...(madeBy !== undefined && { madeBy }) };
}

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
  /** The key that took its place. */
  readonly replacedBy?: string;
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

/** The key that replaces another: the same name, scopes and mode, and as long a life as the other was given. */
export function successorOf(key: KeyRecord, { id, now }: { id: string; now: number }): KeyRecord {
  const { name, scopes, test, expiresAt, createdAt } = key;
  const life = expiresAt === undefined ? undefined : expiresAt - createdAt;
  return { id, name, scopes, test, createdAt: now, ...(life !== undefined && { expiresAt: now + life }) };
}

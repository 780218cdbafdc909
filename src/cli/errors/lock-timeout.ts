import { isShardMoved } from '../../db/sharding/shard-moved-error.ts';

/** A statement timed out, usually while waiting for a lock. */
const TOO_LONG = '57014';

/**
 * Whether a command failed on a lock timeout or because its account was being moved: retrying may
 * succeed.
 */
export function isLockTimeout(error: unknown): boolean {
  const { code, severity } = error as { code?: string; severity?: string };
  return severity !== undefined && (code === TOO_LONG || isShardMoved(error));
}

export const LOCK_TIMEOUT_MESSAGE = {
  fr: 'ces données sont verrouillées par d’autres écritures, ou le compte est déplacé vers une autre machine. Recommencez dans un instant.',
  en: 'the data is locked by other writes, or the account is being moved to another machine. Try again in a moment.',
};

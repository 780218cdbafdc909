import type pg from 'pg';
import { isUsable } from '../../domain/account/stored-key.ts';
import type { Caller } from '../../services/caller.ts';
import { cachedKeyHolder } from './api-key-cache.ts';

const KEY_SHAPE = /^fk_(live|test)_[0-9A-Za-z]{92}$/;

/**
 * Returns the caller for a key; undefined if the key is malformed, revoked or expired. `now` is
 * Unix seconds. Rejects if the database is unreachable.
 */
export async function findCaller(pool: pg.Pool, bearer: string, now: number): Promise<Caller | undefined> {
  // Do not cache or look up text that is not shaped like a key.
  if (!KEY_SHAPE.test(bearer)) return undefined;
  const holder = await cachedKeyHolder(pool, bearer, now);
  if (!holder || !isUsable(holder.key, now)) return undefined;
  const { accountId, key } = holder;
  const until = key.expiresAt !== undefined && { until: key.expiresAt };
  const madeBy = key.madeBy !== undefined && { keyMadeBy: key.madeBy };
  return { accountId, test: key.test, scopes: key.scopes, actor: key.id, ...until, ...madeBy };
}

import type pg from 'pg';
import { isUsable } from '../../domain/account/stored-key.ts';
import type { Caller } from '../../services/caller.ts';
import { cachedKeyHolder } from './api-key-cache.ts';

const KEY_SHAPE = /^fk_(live|test)_[0-9A-Za-z]{92}$/;

/**
 * Who asks, by the key he shows; undefined where it is no key, or one that was revoked or has expired. `now` is Unix
 * seconds. Rejects where the database cannot be asked.
 */
export async function findCaller(pool: pg.Pool, bearer: string, now: number): Promise<Caller | undefined> {
  // What is no key at all is not worth remembering, nor asking the database about.
  if (!KEY_SHAPE.test(bearer)) return undefined;
  const holder = await cachedKeyHolder(pool, bearer, now);
  if (!holder || !isUsable(holder.key, now)) return undefined;
  const { accountId, key } = holder;
  const until = key.expiresAt !== undefined && { until: key.expiresAt };
  const madeBy = key.madeBy !== undefined && { keyMadeBy: key.madeBy };
  return { accountId, test: key.test, scopes: key.scopes, actor: key.id, ...until, ...madeBy };
}

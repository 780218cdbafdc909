import type pg from 'pg';
import { reserveDocuments } from '../db/account/usage.ts';
import { blockOf } from '../domain/account/quota.ts';
import type { PipelineRefusal } from '../schemas/refusals/pipeline-refusal.ts';

/**
 * Accounts whose reserve a process caches; above this all are dropped, which loses at most a block
 * each.
 */
const ACCOUNTS_MAX = 10_000;

type Reserve = { day: string; left: number; isDayFull: boolean; filling?: Promise<void> | undefined };

/** Per pool, because tests run two services in one process. */
const reserves = new WeakMap<pg.Pool, Map<string, Reserve>>();

/**
 * Counts one document against the account's daily quota. A process reserves a block under the lock
 * of the day's row and then counts in memory, so the limit holds across processes with few writes.
 * `now` is Unix seconds. Call it outside the transaction that creates the document: it needs a
 * second connection.
 */
export async function reserveDocument(
  pool: pg.Pool,
  { accountId, limit, now }: { accountId: string; limit: number; now: number },
): Promise<Extract<PipelineRefusal, { refused: 'too_many_documents' }> | undefined> {
  if (limit === 0) return undefined;
  const reserve = reserveOf(pool, accountId, utcDay(now));
  while (reserve.left < 1) {
    if (reserve.isDayFull)
      return { refused: 'too_many_documents', limit, retryAfter: DAY_SECONDS - (now % DAY_SECONDS) };
    reserve.filling ??= fill(pool, reserve, { accountId, limit });
    await reserve.filling;
  }
  reserve.left -= 1;
  return undefined;
}

/** Returns a reserved document that was not created. */
export function releaseDocument(pool: pg.Pool, { accountId, now }: { accountId: string; now: number }): void {
  reserveOf(pool, accountId, utcDay(now)).left += 1;
}

const DAY_SECONDS = 86_400;

/** The UTC day a document counts for, as `YYYY-MM-DD`. */
export const utcDay = (now: number): string => new Date(now * 1000).toISOString().slice(0, 10);

function reserveOf(pool: pg.Pool, accountId: string, day: string): Reserve {
  const known = reserves.get(pool) ?? new Map<string, Reserve>();
  reserves.set(pool, known);
  const reserve = known.get(accountId);
  if (reserve?.day === day) return reserve;
  if (known.size >= ACCOUNTS_MAX) known.clear();
  const fresh = { day, left: 0, isDayFull: false };
  known.set(accountId, fresh);
  return fresh;
}

async function fill(pool: pg.Pool, reserve: Reserve, { accountId, limit }: { accountId: string; limit: number }) {
  try {
    const reserved = await reserveDocuments(pool, { accountId, day: reserve.day, block: blockOf(limit), limit });
    reserve.left += reserved;
    reserve.isDayFull = reserved === 0;
  } finally {
    reserve.filling = undefined;
  }
}

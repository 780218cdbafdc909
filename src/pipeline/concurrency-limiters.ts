import type pg from 'pg';
import { type ConcurrencyLimiter, createConcurrencyLimiter } from '../limits/concurrency-limiter.ts';
import { processLimits } from '../limits/process-limits.ts';

const names = ['transactions', 'searches', 'lists', 'exports', 'imports', 'files', 'passwords'] as const;
type LimiterName = (typeof names)[number];

/** The concurrency limiters of one process. */
export type Limiters = Readonly<Record<LimiterName, ConcurrencyLimiter>>;

/** Limiters an operation can choose. */
export type OperationLimiter = 'exports' | 'imports' | 'files';

/** Per pool, because tests run two services in one process. */
const limiters = new WeakMap<pg.Pool, Limiters>();

export function limitersOf(pool: pg.Pool): Limiters {
  const known = limiters.get(pool);
  if (known) return known;
  const opened = Object.fromEntries(
    names.map((name) => [name, createConcurrencyLimiter(name, processLimits.concurrency[name])]),
  );
  limiters.set(pool, opened as Limiters);
  return opened as Limiters;
}

/** Rejects all waiting and new requests. */
export function closeLimiters(pool: pg.Pool): void {
  for (const limiter of Object.values(limitersOf(pool))) limiter.close();
}

/** Pages of up to this many entries are cheap. */
const SMALL_PAGE = 25;

/**
 * The limiter a request waits for, in addition to the one of transactions. A search for one letter
 * reads every row of an account, and a large page of documents is megabytes: a few at once would
 * take all connections.
 */
export function limiterFor(
  pool: pg.Pool,
  { limiter }: { limiter?: OperationLimiter },
  { search, limit }: Record<string, unknown>,
): ConcurrencyLimiter | undefined {
  const limiters = limitersOf(pool);
  if (limiter) return limiters[limiter];
  if (typeof search === 'string' && search.trim() !== '') return limiters.searches;
  return typeof limit === 'number' && limit > SMALL_PAGE ? limiters.lists : undefined;
}

import type pg from 'pg';
import { type ConcurrencyLimiter, createConcurrencyLimiter } from '../limits/concurrency-limiter.ts';
import { processLimits } from '../limits/process-limits.ts';

const names = ['transactions', 'searches', 'lists', 'exports', 'imports', 'files', 'passwords'] as const;
type LaneName = (typeof names)[number];

/** The concurrency limiters of one process. */
export type Lanes = Readonly<Record<LaneName, ConcurrencyLimiter>>;

/** Limiters an operation can choose. */
export type OperationLimiter = 'exports' | 'imports' | 'files';

/** Per pool, because tests run two services in one process. */
const lanes = new WeakMap<pg.Pool, Lanes>();

export function limitersOf(pool: pg.Pool): Lanes {
  const known = lanes.get(pool);
  if (known) return known;
  const opened = Object.fromEntries(
    names.map((name) => [name, createConcurrencyLimiter(name, processLimits.lanes[name])]),
  );
  lanes.set(pool, opened as Lanes);
  return opened as Lanes;
}

/** Rejects all waiting and new requests. */
export function closeLimiters(pool: pg.Pool): void {
  for (const lane of Object.values(limitersOf(pool))) lane.close();
}

/** Pages of up to this many entries are cheap. */
const SMALL_PAGE = 25;

/**
 * The limiter a request waits for, in addition to the one of transactions. A search for one letter
 * reads every row of an account, and a large page of documents is megabytes: a few at once would
 * take all connections.
 */
export function limiterFor(
  { lane }: { lane?: OperationLimiter },
  { search, limit }: Record<string, unknown>,
): LaneName | undefined {
  if (lane) return lane;
  if (typeof search === 'string' && search.trim() !== '') return 'searches';
  return typeof limit === 'number' && limit > SMALL_PAGE ? 'lists' : undefined;
}

import type pg from 'pg';
import { createConcurrencyLimiter, type ConcurrencyLimiter } from '../limits/concurrency-limiter.ts';
import { processLimits } from '../limits/process-limits.ts';

const names = ['transactions', 'searches', 'lists', 'exports', 'imports', 'files', 'passwords'] as const;
type LaneName = (typeof names)[number];

/** The lanes of one process. */
export type Lanes = Readonly<Record<LaneName, ConcurrencyLimiter>>;

/** Lanes an operation can say its work belongs to. */
export type OperationLimiter = 'exports' | 'imports' | 'files';

/** Per pool, since two services may live in one process (tests). */
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

/** Refuses what waits in any lane, and what comes. */
export function closeLimiters(pool: pg.Pool): void {
  for (const lane of Object.values(limitersOf(pool))) lane.close();
}

/** Entries of a page that is made as quickly as anything else. */
const SMALL_PAGE = 25;

/**
 * The lane a request waits in besides that of transactions. A search for one letter looks at every row an account has, and
 * a large page of documents is megabytes: a few at once would hold all connections, and everybody else would wait.
 */
export function limiterFor(
  { lane }: { lane?: OperationLimiter },
  { search, limit }: Record<string, unknown>,
): LaneName | undefined {
  if (lane) return lane;
  if (typeof search === 'string' && search.trim() !== '') return 'searches';
  return typeof limit === 'number' && limit > SMALL_PAGE ? 'lists' : undefined;
}

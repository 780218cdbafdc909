import { retryDelay } from '../queue/retry-delay.ts';

/** Seconds between the tries of a delivery; the first is at once. 75 hours and 35 minutes in all. */
const WAITS_SECONDS: readonly number[] = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400];
/** The longest a receiver may ask us to wait. */
const RETRY_AFTER_MAX_SECONDS = 24 * 3600;

/** How one try ended. */
export type Tried = {
  /** The status of the answer; absent where there was none. */
  readonly status?: number | undefined;
  /** Whether it was taken: a 2xx, read to its end. */
  readonly taken: boolean;
  /** Seconds the receiver asked to wait. */
  readonly retryAfter?: number | undefined;
};

/** What becomes of a delivery. */
export type Outcome =
  | { readonly state: 'delivered' }
  | { readonly state: 'given_up' }
  | { readonly state: 'waiting'; readonly nextAt: number };

/** Statuses by which a receiver may say when to come back. */
const MAY_SAY_WHEN: ReadonlySet<number> = new Set([429, 503]);

/**
 * What becomes of a delivery after a try: done, tried again, or given up after the tenth. `before` counts the tries
 * before this one; `chance` is from 0 to 1 and spreads the wait by ±20 %. A receiver that says when is not asked
 * sooner, and is waited for at most a day.
 */
export function outcomeOfAttempt(tried: Tried, given: { before: number; now: number; chance: number }): Outcome {
  if (tried.taken) return { state: 'delivered' };
  const spread = retryDelay(WAITS_SECONDS, given);
  if (spread === undefined) return { state: 'given_up' };
  const asked = MAY_SAY_WHEN.has(tried.status ?? 0) ? (tried.retryAfter ?? 0) : 0;
  return { state: 'waiting', nextAt: given.now + Math.max(spread, Math.min(asked, RETRY_AFTER_MAX_SECONDS)) };
}

/** Reads `Retry-After`, seconds or an HTTP date; gives seconds from `now`, at least 0, or nothing where it says nothing. */
export function retryAfterSeconds(said: string | undefined, now: number): number | undefined {
  const text = said?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text);
  const at = /^[A-Z][a-z]{2},? /.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil(at / 1000 - now));
}

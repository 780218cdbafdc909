import { retryDelay } from '../queue/retry-delay.ts';

/**
 * Seconds between the attempts of a delivery; the first is immediate. 75 hours and 35 minutes in
 * all.
 */
const WAITS_SECONDS: readonly number[] = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400];
/** The maximum Retry-After that is respected. */
const RETRY_AFTER_MAX_SECONDS = 24 * 3600;

/** The result of one attempt. */
export type DeliveryAttempt = {
  /** The HTTP status; absent without a response. */
  readonly status?: number | undefined;
  /** Whether it was accepted: a complete 2xx response. */
  readonly taken: boolean;
  /** The Retry-After of the receiver, in seconds. */
  readonly retryAfter?: number | undefined;
};

/** The state of a delivery after an attempt. */
export type Outcome =
  | { readonly state: 'delivered' }
  | { readonly state: 'given_up' }
  | { readonly state: 'waiting'; readonly nextAt: number };

/** Statuses whose Retry-After is respected. */
const RETRY_AFTER_STATUSES: ReadonlySet<number> = new Set([429, 503]);

/**
 * The state of a delivery after an attempt: delivered, waiting for a retry, or given up after the
 * tenth. `before` counts the attempts before this one; `chance` is from 0 to 1 and sets a jitter of
 * ±20 %. A Retry-After is respected, up to a day.
 */
export function outcomeOfAttempt(
  tried: DeliveryAttempt,
  options: { before: number; now: number; chance: number },
): Outcome {
  if (tried.taken) return { state: 'delivered' };
  const delay = retryDelay(WAITS_SECONDS, options);
  if (delay === undefined) return { state: 'given_up' };
  const requested = RETRY_AFTER_STATUSES.has(tried.status ?? 0) ? (tried.retryAfter ?? 0) : 0;
  return { state: 'waiting', nextAt: options.now + Math.max(delay, Math.min(requested, RETRY_AFTER_MAX_SECONDS)) };
}

/**
 * Parses `Retry-After` (seconds or an HTTP date) into seconds from `now`, at least 0; undefined if
 * invalid.
 */
export function retryAfterSeconds(header: string | undefined, now: number): number | undefined {
  const text = header?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text);
  const at = /^[A-Z][a-z]{2},? /.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil(at / 1000 - now));
}

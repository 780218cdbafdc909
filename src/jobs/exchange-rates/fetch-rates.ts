import { lastRateDayKept, storeReferenceRates } from '../../db/reference-rates.ts';
import { lastPublishedDay, nextAskedAt, ratesMissing } from '../../domain/money/rate-calendar.ts';
import { lanes } from '../../domain/queue/queues.ts';
import { retryAfterFailure } from '../../domain/queue/retry-delay.ts';
import type { Job, JobContext } from '../../queue/job.ts';
import type { AllowedNetworks } from '../../schemas/events/public-address.ts';
import { fetchText } from '../http-client/fetch-text.ts';
import { lazyAgent } from '../http-client/lazy-agent.ts';
import { createHostResolver, type ResolveHost } from '../http-client/resolve-host.ts';

const DAY_SECONDS = 86_400;
/** Milliseconds the file may take, and its maximum bytes: the 90-day file has some 80 kB. */
const ANSWER_MS_MAX = 15_000;
const ANSWER_BYTES_MAX = 1_048_576;
/** The 90-day file, beside the daily one. */
const HISTORY = 'eurofxref-hist-90d.xml';

export type FetchRatesOptions = {
  readonly url: string;
  readonly allowedNetworks: AllowedNetworks;
  /** Milliseconds a response may take in total. */
  readonly answerMs?: number;
};

/**
 * Fetches the ECB reference rates after 16:00 euro area time on days that have some, in one process
 * for all accounts; if several days are missing, the last 90. Rates that cannot be fetched or
 * cannot be right change nothing and are retried.
 */
export const fetchRates = (
  given: FetchRatesOptions,
  { resolve, ca }: { resolve?: ResolveHost; ca?: string } = {},
): Job => {
  const { allowedNetworks, answerMs = ANSWER_MS_MAX } = given;
  const names = resolve ?? createHostResolver({ ownNames: allowedNetworks.length > 0 });
  const { agent, close } = lazyAgent({ allowedNetworks, resolve: names, ca });
  return {
    lane: lanes.reference_rates,
    everySeconds: DAY_SECONDS,
    // The URL may have been reconfigured.
    isDueAtStart: true,
    async run({ tried }, turn) {
      const { services, chance, log } = turn;
      try {
        await fetchMissing(given.url, { agent, turn, answerMs });
        return { nextAt: nextAskedAt(services.now(), chance()), fresh: true };
      } catch (error) {
        // A shutdown is not a failure: the next process fetches them.
        if (turn.signal.aborted) return { nextAt: services.now() };
        const { message } = error as Error;
        log.warn({ reason: message }, 'the reference rates could not be fetched');
        return retryAfterFailure(message, { before: tried, now: services.now(), chance: chance() });
      }
    },
    close,
  };
};

type Asking = { agent: ReturnType<typeof lazyAgent>['agent']; turn: JobContext; answerMs: number };

async function fetchMissing(url: string, asking: Asking): Promise<void> {
  const { pool, now } = asking.turn.services;
  if (ratesMissing(await lastRateDayKept(pool), now()) === 'history')
    await fetchFile(new URL(HISTORY, url).href, asking);
  // The 90-day file may lag behind the daily one.
  if (ratesMissing(await lastRateDayKept(pool), now()) !== 'none') await fetchFile(url, asking);
  if (ratesMissing(await lastRateDayKept(pool), now()) !== 'none')
    throw new Error(`the rates of ${lastPublishedDay(now())} are not published yet`);
}

async function fetchFile(url: string, { agent, turn: { services, log, signal }, answerMs }: Asking): Promise<void> {
  const bounds = { answerMs, bytesMax: ANSWER_BYTES_MAX };
  const text = await fetchText(url, { agent: await agent(), signal, ...bounds, accept: 'application/xml' });
  // Loaded on demand: XML parsing is needed once a day.
  const { parseRates } = await import('./parse-rates.ts');
  const now = services.now();
  const kept = await storeReferenceRates(services.pool, parseRates(text, now), now);
  log.info({ url: new URL(url).host, kept }, 'reference rates were fetched');
}

import { lastRateDayKept, storeReferenceRates } from '../../db/reference-rates.ts';
import { lastPublishedDay, nextAskedAt, ratesMissing } from '../../domain/money/rate-calendar.ts';
import { lanes } from '../../domain/queue/queues.ts';
import { retryAfterFailure } from '../../domain/queue/retry-delay.ts';
import type { Job, JobContext } from '../../queue/job.ts';
import type { AllowedNetworks } from '../../schemas/events/public-address.ts';
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
  const text = await textAt(url, { agent, signal, answerMs });
  // Loaded on demand: XML parsing is needed once a day.
  const { parseRates } = await import('./parse-rates.ts');
  const now = services.now();
  const kept = await storeReferenceRates(services.pool, parseRates(text, now), now);
  log.info({ url: new URL(url).host, kept }, 'reference rates were fetched');
}

/** Does not follow redirects: they do not lead to rates. */
async function textAt(
  url: string,
  { agent, signal, answerMs }: Pick<Asking, 'agent' | 'answerMs'> & { signal: AbortSignal },
): Promise<string> {
  const { origin, pathname, search } = new URL(url);
  const until = AbortSignal.any([signal, AbortSignal.timeout(answerMs)]);
  const headers = { accept: 'application/xml', 'user-agent': 'facturier' };
  const answer = await (await agent()).request({
    origin,
    path: pathname + search,
    method: 'GET',
    headers,
    signal: until,
  });
  if (answer.statusCode !== 200) {
    await answer.body.dump({ limit: ANSWER_BYTES_MAX }).catch(() => {});
    throw new Error(`${new URL(url).host} answered ${answer.statusCode}`);
  }
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of answer.body) {
    size += (part as Buffer).length;
    if (size > ANSWER_BYTES_MAX) throw new Error(`the response of ${new URL(url).host} is too long`);
    parts.push(part as Buffer);
  }
  return Buffer.concat(parts).toString('utf8');
}

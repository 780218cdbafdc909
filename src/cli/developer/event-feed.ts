import { setTimeout as wait } from 'node:timers/promises';
import { listEvents } from '../../api/events/list-events.ts';
import { PAGE_LIMIT_MAX } from '../../schemas/lists/list-query.ts';
import type { TranslatedText } from '../../startup-error.ts';
import { NoAnswerError } from '../errors/no-answer.ts';
import { CommandError } from '../terminal/output.ts';
import type { Asking } from './api-client.ts';
import type { FeedEvent } from './feed-event.ts';

/** Milliseconds between two looks at the feed, once everything in it was seen. */
export const POLL_MS = 200;
/** Milliseconds until a service that did not answer is asked again. */
const AGAIN_MS = 1_000;

type Page = { docs: FeedEvent[]; hasMore: boolean; next: string | null };
type Reading = Pick<Asking, 'ask' | 'test'>;

/** Reads a page of the feed of this mode. */
export const readEventFeed = (
  { ask, test }: Reading,
  query: { after?: string | undefined; limit: number; orderDirection?: 'ASC' | 'DESC'; type?: readonly string[] },
): Promise<Page> => ask<Page>(listEvents, { query: { ...query, test: String(test) } });

/** The id to read on after for what happens from now on; undefined where nothing has happened yet. */
export const lastEvent = async (reading: Reading): Promise<string | undefined> =>
  (await readEventFeed(reading, { limit: 1, orderDirection: 'DESC' })).docs[0]?.event.id;

/** The id to read on after to begin with this event; undefined where it is the first. Refused where it is not there. */
export const eventBefore = async (reading: Reading, id: string): Promise<string | undefined> =>
  (await readEventFeed(reading, { after: id, limit: 1, orderDirection: 'DESC' })).docs[0]?.event.id;

/** What a follower hears besides events: a service that stopped answering, once, and that it answers again. */
export type FeedTrouble = { readonly begins: TranslatedText } | { readonly ends: true };

/**
 * Gives every event after one, each once, in the order in which it became known, until the signal: as they happen, and all
 * that happened while the service did not answer. The place in the feed is the last event given, so nothing falls between
 * two looks. Throws what is refused.
 */
export async function* followEventFeed(
  reading: Reading,
  given: { after: string | undefined; signal: AbortSignal; onTrouble: (trouble: FeedTrouble) => void },
): AsyncGenerator<FeedEvent> {
  const { signal, onTrouble } = given;
  let after = given.after;
  let isTroubled = false;
  while (!signal.aborted) {
    let page: Page;
    try {
      page = await readEventFeed(reading, { after, limit: PAGE_LIMIT_MAX });
    } catch (error) {
      if (isForgotten(error, after)) after = undefined;
      else if (!(error instanceof NoAnswerError)) throw error;
      else {
        if (!isTroubled) onTrouble({ begins: error.text });
        isTroubled = true;
        await pause(AGAIN_MS, signal);
      }
      continue;
    }
    if (isTroubled) onTrouble({ ends: true });
    isTroubled = false;
    for (const told of page.docs) {
      if (signal.aborted) return;
      yield told;
      after = told.event.id;
    }
    if (!page.hasMore) await pause(POLL_MS, signal);
  }
}

/** After 30 days of silence the last event is forgotten, and with it all before: whatever is there came later. */
const isForgotten = (error: unknown, after: string | undefined): boolean =>
  after !== undefined &&
  error instanceof CommandError &&
  (error.json as { code?: string } | undefined)?.code === 'event.not_found';

const pause = (ms: number, signal: AbortSignal): Promise<void> => wait(ms, undefined, { signal }).catch(() => {});

import { setTimeout as wait } from 'node:timers/promises';
import { listEvents } from '../../api/events/events.ts';
import { PAGE_LIMIT_MAX } from '../../schemas/lists/list-query.ts';
import type { TranslatedText } from '../../startup-error.ts';
import { NoAnswerError } from '../errors/no-answer.ts';
import { CommandError } from '../terminal/output.ts';
import type { Asking } from './api-client.ts';

/** Milliseconds between polls of the feed once all events have been read. */
export const POLL_MS = 200;
/** Milliseconds before an unresponsive service is called again. */
const AGAIN_MS = 1_000;

type Page = { docs: FeedEvent[]; hasMore: boolean; next: string | null };
type Reading = Pick<Asking, 'ask' | 'test'>;

/** Reads a page of this mode's feed. */
export const readEventFeed = (
  { ask, test }: Reading,
  query: { after?: string | undefined; limit: number; orderDirection?: 'ASC' | 'DESC'; type?: readonly string[] },
): Promise<Page> => ask<Page>(listEvents, { query: { ...query, test: String(test) } });

/** The cursor for events from now on; undefined if there are none yet. */
export const lastEvent = async (reading: Reading): Promise<string | undefined> =>
  (await readEventFeed(reading, { limit: 1, orderDirection: 'DESC' })).docs[0]?.event.id;

/** The cursor just before this event; undefined if it is the first. Refuses an unknown event. */
export const eventBefore = async (reading: Reading, id: string): Promise<string | undefined> =>
  (await readEventFeed(reading, { after: id, limit: 1, orderDirection: 'DESC' })).docs[0]?.event.id;

/**
 * Connection messages between events: the service stopped responding (once), and responds again.
 */
export type FeedTrouble = { readonly begins: TranslatedText } | { readonly ends: true };

/**
 * Yields every event after a cursor exactly once, in feed order, until the signal aborts, including
 * events from while the service did not respond. The cursor is the last event yielded, so polls
 * miss nothing. Throws refusals.
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
    for (const feedEvent of page.docs) {
      if (signal.aborted) return;
      yield feedEvent;
      after = feedEvent.event.id;
    }
    if (!page.hasMore) await pause(POLL_MS, signal);
  }
}

/**
 * Events are deleted after 30 days. If the cursor's event is gone, every event still there is
 * newer.
 */
const isForgotten = (error: unknown, after: string | undefined): boolean =>
  after !== undefined &&
  error instanceof CommandError &&
  (error.json as { code?: string } | undefined)?.code === 'event.not_found';

const pause = (ms: number, signal: AbortSignal): Promise<void> => wait(ms, undefined, { signal }).catch(() => {});

/** An event in the feed: the body that webhooks receive. */
export type FeedEvent = Readonly<Record<string, unknown>> & {
  readonly event: { readonly id: string; readonly type: string; readonly label: string; readonly occurredAt: string };
};

/** The record an event is about: its id and display name. */
export function subjectOf(feedEvent: FeedEvent): { id: string; name: string } {
  const [sort = ''] = feedEvent.event.type.split('.');
  const member = sort.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase());
  const subject = (feedEvent[member] ?? feedEvent.billing ?? {}) as Readonly<Record<string, unknown>>;
  const textOf = (name: string): string => {
    const value = subject[name];
    return typeof value === 'string' ? value : '';
  };
  const names = ['number', 'title', 'name', 'designation', 'lastname', 'supplierName', 'url'].map(textOf);
  return { id: textOf('id'), name: names.find((name) => name !== '') ?? '' };
}

/** `14:05:12  invoice.finalized  TEST-F-2026-0001  018f…`, in local time. */
export function lineOf(feedEvent: FeedEvent): string {
  const { id, type, occurredAt } = feedEvent.event;
  const time = new Date(occurredAt).toTimeString().slice(0, 'hh:mm:ss'.length);
  const { name, id: subjectId } = subjectOf(feedEvent);
  return [time, type, name || subjectId, id].join('  ');
}

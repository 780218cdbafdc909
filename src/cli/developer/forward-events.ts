import { setTimeout as wait } from 'node:timers/promises';
import { webhookHeaders } from '../../audit/secrets/webhook-signature.ts';
import { ATTEMPT_MS_MAX, type Post, postEvent } from '../../jobs/events/post-webhook.ts';
import type { FeedEvent } from './event-feed.ts';
import { localOnlyAgent } from './local-receiver.ts';

/**
 * Delays in milliseconds between attempts of one event. Shorter than for webhooks, because a
 * developer is watching.
 */
const WAITS_MS: readonly number[] = [500, 1_000, 2_000];
export const FORWARD_TRIES_MAX = WAITS_MS.length + 1;
/** Concurrent deliveries. */
const AT_ONCE = 8;
/** Maximum number of events queued for a slow receiver before reading pauses. */
const WAITING_MAX = 1_000;
/** Milliseconds that attempts in progress have when the command ends. */
const ENDING_MS = 2_000;

/** Result of one attempt; `againMs` is the delay until the next, absent after the last. */
export type Forwarded = { feedEvent: FeedEvent; n: number; post: Post; againMs?: number };

export type Forwarding = {
  /** Queues an event. Waits if too many are queued. */
  take: (feedEvent: FeedEvent) => Promise<void>;
  /** Stops soon and returns the ids of undelivered events in feed order. */
  end: () => Promise<string[]>;
};

/**
 * Forwards events to a local receiver, signed like webhooks with one secret. Each event gets at
 * most `FORWARD_TRIES_MAX` attempts; every attempt is reported. Failed events are remembered until
 * the end.
 */
export function forwarding(given: {
  url: string;
  secret: string;
  /** Extra headers, and default delivery headers. */
  headers: Readonly<Record<string, string>>;
  signal: AbortSignal;
  tell: (forwarded: Forwarded) => void;
}): Forwarding {
  const { url, secret, signal, tell } = given;
  const agent = localOnlyAgent();
  const cut = new AbortController();
  const waiting: FeedEvent[] = [];
  const underWay = new Set<Promise<void>>();
  // A set keeps insertion order: the first element is where to resume.
  const untaken = new Set<string>();

  const forward = async (feedEvent: FeedEvent): Promise<void> => {
    const { id } = feedEvent.event;
    const body = JSON.stringify(feedEvent);
    for (let n = 1; ; n++) {
      const now = Math.floor(Date.now() / 1000);
      const headers = { ...given.headers, ...webhookHeaders({ id, timestamp: now, body }, [secret]) };
      const post = await postEvent(agent, { url, headers, body }, { now, tryMs: ATTEMPT_MS_MAX, signal: cut.signal });
      if (cut.signal.aborted) return;
      const isTaken = post.fault === undefined;
      if (isTaken) untaken.delete(id);
      const againMs = isTaken || post.fault === 'address_forbidden' ? undefined : WAITS_MS[n - 1];
      tell({ feedEvent, n, post, ...(againMs !== undefined && { againMs }) });
      if (againMs === undefined || signal.aborted) return;
      await wait(againMs, undefined, { signal }).catch(() => {});
      if (signal.aborted) return;
    }
  };

  const begin = (): void => {
    while (!signal.aborted && underWay.size < AT_ONCE) {
      const feedEvent = waiting.shift();
      if (!feedEvent) return;
      const work = forward(feedEvent).finally(() => {
        underWay.delete(work);
        begin();
      });
      underWay.add(work);
    }
  };

  return {
    take: async (feedEvent) => {
      untaken.add(feedEvent.event.id);
      waiting.push(feedEvent);
      begin();
      while (waiting.length >= WAITING_MAX && !signal.aborted) await Promise.race(underWay);
    },
    end: async () => {
      await Promise.race([Promise.all(underWay), wait(ENDING_MS, undefined, { ref: false })]);
      cut.abort(new Error('the command is ending'));
      await Promise.all(underWay);
      await agent.destroy();
      return [...untaken];
    },
  };
}

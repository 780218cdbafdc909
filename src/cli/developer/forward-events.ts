import { setTimeout as wait } from 'node:timers/promises';
import { webhookHeaders } from '../../audit/secrets/webhook-signature.ts';
import { ATTEMPT_MS_MAX, type Post, postEvent } from '../../jobs/events/post-webhook.ts';
import type { FeedEvent } from './feed-event.ts';
import { localOnlyAgent } from './local-receiver.ts';

/** Milliseconds between the tries of one event. A developer watches: seconds, where a webhook takes days. */
const WAITS_MS: readonly number[] = [500, 1_000, 2_000];
export const FORWARD_TRIES_MAX = WAITS_MS.length + 1;
/** Events on their way at once. */
const AT_ONCE = 8;
/** Events that may wait for a slow receiver before the feed is read no further. */
const WAITING_MAX = 1_000;
/** Milliseconds tries under way still have once the command is asked to end. */
const ENDING_MS = 2_000;

/** What one try came to; `againMs` until the next, absent where it was the last. */
export type Forwarded = { told: FeedEvent; n: number; post: Post; againMs?: number };

export type Forwarding = {
  /** Takes an event over. Waits where too many wait already. */
  take: (told: FeedEvent) => Promise<void>;
  /** Ends soon, and gives the ids of what was not taken, in the order of the feed. */
  end: () => Promise<string[]>;
};

/**
 * Forwards events to a receiver of this machine, signed as a webhook is, by one secret. What is not taken is tried
 * `FORWARD_TRIES_MAX` times in all; every try is told. An event that was given up stays known until the end.
 */
export function forwarding(given: {
  url: string;
  secret: string;
  /** More headers, and the ones of a delivery by default. */
  headers: Readonly<Record<string, string>>;
  signal: AbortSignal;
  tell: (forwarded: Forwarded) => void;
}): Forwarding {
  const { url, secret, signal, tell } = given;
  const agent = localOnlyAgent();
  const cut = new AbortController();
  const waiting: FeedEvent[] = [];
  const underWay = new Set<Promise<void>>();
  // A set keeps the order of what was put in: the first is where to begin again.
  const untaken = new Set<string>();

  const forward = async (told: FeedEvent): Promise<void> => {
    const { id } = told.event;
    const body = JSON.stringify(told);
    for (let n = 1; ; n++) {
      const now = Math.floor(Date.now() / 1000);
      const headers = { ...given.headers, ...webhookHeaders({ id, timestamp: now, body }, [secret]) };
      const post = await postEvent(agent, { url, headers, body }, { now, tryMs: ATTEMPT_MS_MAX, signal: cut.signal });
      if (cut.signal.aborted) return;
      const isTaken = post.fault === undefined;
      if (isTaken) untaken.delete(id);
      const againMs = isTaken || post.fault === 'address_forbidden' ? undefined : WAITS_MS[n - 1];
      tell({ told, n, post, ...(againMs !== undefined && { againMs }) });
      if (againMs === undefined || signal.aborted) return;
      await wait(againMs, undefined, { signal }).catch(() => {});
      if (signal.aborted) return;
    }
  };

  const begin = (): void => {
    while (!signal.aborted && underWay.size < AT_ONCE) {
      const told = waiting.shift();
      if (!told) return;
      const work = forward(told).finally(() => {
        underWay.delete(work);
        begin();
      });
      underWay.add(work);
    }
  };

  return {
    take: async (told) => {
      untaken.add(told.event.id);
      waiting.push(told);
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

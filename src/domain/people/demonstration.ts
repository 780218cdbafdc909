import type { Refused } from '../refusal.ts';
import { addDays, atSecondOfDay, civilDayOf } from '../time/civil-day.ts';

/** Visitors of a demonstration between two resets: of one network (IPv6: /64), and in all. */
export const VISITORS_PER_NETWORK_MAX = 10;
export const VISITORS_MAX = 500;
/** Visitors whose sample data is being created at once: each takes a few seconds of a processor. */
const OPENING_MAX = 2;
const OPENING_RETRY_SECONDS = 10;

/** The demonstration starts anew at four in the morning, French time. */
const RESET_SECOND = 4 * 3_600;
const RESET_ZONE = 'Europe/Paris';

/** When the demonstration is next emptied, Unix seconds; `now` is Unix seconds. */
export function nextReset(now: number): number {
  const today = civilDayOf(now, RESET_ZONE);
  const at = atSecondOfDay(today, RESET_SECOND, RESET_ZONE);
  return at > now ? at : atSecondOfDay(addDays(today, 1), RESET_SECOND, RESET_ZONE);
}

/** A public demonstration: when it is emptied, and who has come since. */
export type Demonstration = { readonly resetsAt: number; readonly visits: Visits };
type Visits = { readonly byNetwork: Map<string, number>; opening: number };

/** A demonstration that has just been emptied; `now` is Unix seconds. */
export const newDemonstration = (now: number): Demonstration => ({
  resetsAt: nextReset(now),
  visits: { byNetwork: new Map(), opening: 0 },
});

/**
 * Counts a visitor of this network and runs `open` for them. Refuses, with the seconds to wait, if
 * too many came or are being served. A visitor who was refused by `open` does not count.
 */
export async function visiting<T extends object>(
  { resetsAt, visits }: Demonstration,
  { network, now }: { network: string; now: number },
  open: () => Promise<T | Refused<'sample_unfinished'>>,
): Promise<T | Refused<'sample_unfinished' | 'demonstration_full'>> {
  const { byNetwork } = visits;
  const before = byNetwork.get(network) ?? 0;
  const all = [...byNetwork.values()].reduce((sum, count) => sum + count, 0);
  const untilReset = Math.max(1, resetsAt - now);
  if (before >= VISITORS_PER_NETWORK_MAX) return full(VISITORS_PER_NETWORK_MAX, untilReset);
  if (all >= VISITORS_MAX) return full(VISITORS_MAX, untilReset);
  if (visits.opening >= OPENING_MAX) return full(OPENING_MAX, OPENING_RETRY_SECONDS);
  visits.opening += 1;
  byNetwork.set(network, before + 1);
  let isOpen = false;
  try {
    const opened = await open();
    isOpen = !('refused' in opened);
    return opened;
  } finally {
    visits.opening -= 1;
    if (!isOpen) byNetwork.set(network, (byNetwork.get(network) ?? 1) - 1);
  }
}

const full = (limit: number, retryAfter: number): Refused<'demonstration_full'> => ({
  refused: 'demonstration_full',
  limit,
  retryAfter,
});

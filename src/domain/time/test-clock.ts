import type { Refused } from '../refusal.ts';
import { addDays, addMonths, atSameWallClock, type CivilDay, civilDayOf } from './civil-day.ts';
import { DAY } from './zone-offset.ts';

/** Days the test clock may be moved on at once: a year. */
export const CLOCK_DAYS_AT_ONCE_MAX = 366;
/** Months likewise. */
export const CLOCK_MONTHS_AT_ONCE_MAX = 12;
/** Days it may be ahead of the real time in all: ten years. */
const CLOCK_DAYS_AHEAD_MAX = 3_660;

/** How far the test clock is to be moved on: by days or months of the calendar, or until a day. */
type MoveAsked = {
  readonly days?: number | undefined;
  readonly months?: number | undefined;
  readonly until?: CivilDay | undefined;
};

/** The account's time and the real one, Unix seconds. */
type Times = { readonly now: number; readonly realNow: number };

/**
 * When the test clock shall stand (Unix seconds): on the day that is asked for, at the time of day it is now. Refused where that is
 * not to come, or farther than a year from now or ten years from the real time.
 */
export function movedOnTo(
  { days = 0, months = 0, until }: MoveAsked,
  { now, realNow, zone }: Times & { readonly zone: string },
): number | Refused<'test_clock_never_goes_back' | 'test_clock_too_far'> {
  const today = civilDayOf(now, zone);
  const day = until ?? addDays(addMonths(today, months), days);
  if (day <= today) return { refused: 'test_clock_never_goes_back', now };
  const last = [addDays(today, CLOCK_DAYS_AT_ONCE_MAX), addDays(civilDayOf(realNow, zone), CLOCK_DAYS_AHEAD_MAX)];
  const latest = last.reduce((a, b) => (a < b ? a : b));
  if (day > latest) return { refused: 'test_clock_too_far', latest: atSameWallClock(now, latest, zone) };
  return atSameWallClock(now, day, zone);
}

/** A clock that is on its way: seconds ahead of the real time, and the account's time it goes to. */
type Moving = { readonly ahead: number; readonly to: number };

/**
 * The next step of a clock that is moved: to what is due first on the way, which is done before it goes on, so that everything happens
 * on its own day; or to where it goes. `next` is due by the real time; `isHeld`: somebody is at something due. Nothing goes back.
 */
export function stepOf(
  { ahead, to }: Moving,
  { realNow, next }: { realNow: number; next?: { dueAt: number; isHeld: boolean } | undefined },
): { readonly step: 'waits' } | { readonly step: 'works' | 'arrives'; readonly ahead: number } {
  if (next?.isHeld) return { step: 'waits' };
  if (next && next.dueAt + ahead <= to) return { step: 'works', ahead: ahead + Math.max(0, next.dueAt - realNow) };
  return { step: 'arrives', ahead: Math.max(ahead, to - realNow) };
}

/** How much of the way is done, from 0 to 1. */
export const shareOfWay = ({ from, to }: { from: number; to: number }, now: number): number =>
  to <= from ? 1 : Math.min(1, Math.max(0, (now - from) / (to - from)));

/** Whole civil days the account is ahead of the real day. */
export const daysAhead = ({ now, realNow }: Times): number => Math.round((now - realNow) / DAY);

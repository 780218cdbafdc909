import type { Refused } from '../refusal.ts';
import { addDays, addMonths, atSameWallClock, type CivilDay, civilDayOf } from './civil-day.ts';
import { DAY } from './zone-offset.ts';

/** Maximum days the test clock can be moved at once: a year. */
export const CLOCK_DAYS_AT_ONCE_MAX = 366;
/** Maximum months the test clock can be moved at once. */
export const CLOCK_MONTHS_AT_ONCE_MAX = 12;
/** Maximum days ahead of real time: ten years. */
const CLOCK_DAYS_AHEAD_MAX = 3_660;

/** A requested move of the test clock: by days or months, or to a day. */
type ClockMove = {
  readonly days?: number | undefined;
  readonly months?: number | undefined;
  readonly until?: CivilDay | undefined;
};

/** The account's time and the real time, Unix seconds. */
type Times = { readonly now: number; readonly realNow: number };

/**
 * The target of a move (Unix seconds): the requested day at the current time of day. Refused if it
 * is not in the future, more than a year away, or more than ten years ahead of real time.
 */
export function movedOnTo(
  { days = 0, months = 0, until }: ClockMove,
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

/** A moving clock: seconds ahead of real time, and its target in the account's time. */
type Moving = { readonly ahead: number; readonly to: number };

/**
 * The next step of a moving clock: to the first due job on the way, which runs before the clock
 * goes on, so that everything happens on its own day; or to the target. `next` is in real time;
 * `isHeld`: a due job is running. The clock never goes back.
 */
export function stepOf(
  { ahead, to }: Moving,
  { realNow, next }: { realNow: number; next?: { dueAt: number; isHeld: boolean } | undefined },
): { readonly step: 'waits' } | { readonly step: 'works' | 'arrives'; readonly ahead: number } {
  if (next?.isHeld) return { step: 'waits' };
  if (next && next.dueAt + ahead <= to) return { step: 'works', ahead: ahead + Math.max(0, next.dueAt - realNow) };
  return { step: 'arrives', ahead: Math.max(ahead, to - realNow) };
}

/** The progress of the move, from 0 to 1. */
export const shareOfWay = ({ from, to }: { from: number; to: number }, now: number): number =>
  to <= from ? 1 : Math.min(1, Math.max(0, (now - from) / (to - from)));

/** Whole civil days the account is ahead of the real day. */
export const daysAhead = ({ now, realNow }: Times): number => Math.round((now - realNow) / DAY);

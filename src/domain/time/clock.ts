/** Maximum seconds between the clocks of the service and its database. */
export const CLOCK_APART_SECONDS_MAX = 600;
/**
 * Maximum seconds the clock may be behind the last link of an audit chain: links are in
 * chronological order, and clocks are adjusted slightly.
 */
const CLOCK_BEHIND_SECONDS_MAX = 600;
/**
 * Maximum seconds between two links of a live audit chain: more than a year, for accounts that bill
 * once a year.
 */
const CLOCK_LEAP_SECONDS_MAX = 400 * 86_400;

/** All in Unix seconds. */
export type Clocks = {
  now: number;
  /** The time of the database, if known. */
  databaseNow?: number | undefined;
  /** The time of the last link of the audit chain; absent if there is none. */
  lastAt?: number | null | undefined;
  /** Whether it is a test audit chain, which may be idle for years. */
  test: boolean;
};

/** Why a clock is not trusted, and the time it was compared with. */
export type ClockProblem = { problem: 'apart' | 'behind' | 'leap'; now: number; than: number };

/**
 * Whether a problem was caused by a test clock this many seconds ahead: a live key is used on a
 * test document.
 */
export const heldAgainstTestClock = ({ problem, now, than }: ClockProblem, ahead: number): boolean =>
  problem === 'apart' && ahead > 0 && Math.abs(now + ahead - than) <= CLOCK_APART_SECONDS_MAX;

/**
 * Why the clock must not date a finalization; undefined if it may. A clock that is ahead would
 * block the series for that time, because no later number may have an earlier date (CGI ann. II
 * art. 242 nonies A, I 7°).
 */
export function clockProblem({ now, databaseNow, lastAt, test }: Clocks): ClockProblem | undefined {
  if (databaseNow !== undefined && Math.abs(now - databaseNow) > CLOCK_APART_SECONDS_MAX)
    return { problem: 'apart', now, than: databaseNow };
  if (lastAt === undefined || lastAt === null) return undefined;
  if (now < lastAt - CLOCK_BEHIND_SECONDS_MAX) return { problem: 'behind', now, than: lastAt };
  if (!test && now > lastAt + CLOCK_LEAP_SECONDS_MAX) return { problem: 'leap', now, than: lastAt };
  return undefined;
}

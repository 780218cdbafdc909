/** Seconds that the clock of the service may be apart from that of its database. */
export const CLOCK_APART_SECONDS_MAX = 600;
/** Seconds that it may be behind the last link of a chain: links are in order of time, and clocks are set back a little. */
const CLOCK_BEHIND_SECONDS_MAX = 600;
/** Seconds that may lie between two links of a chain of real documents: more than a year, for whoever bills once a year. */
const CLOCK_LEAP_SECONDS_MAX = 400 * 86_400;

/** Unix seconds, all of them. */
export type Clocks = {
  now: number;
  /** The database's, where it said. */
  databaseNow?: number | undefined;
  /** Of the last link; absent where there is none. */
  lastAt?: number | null | undefined;
  /** Of a chain of test documents, which may well lie idle for years. */
  test: boolean;
};

/** Why a clock cannot be believed: what it was held against, and what that shows. */
export type ClockProblem = { problem: 'apart' | 'behind' | 'leap'; now: number; than: number };

/** Whether a time was held against the test clock, which is so many seconds ahead: a live key is at a document of the test mode. */
export const heldAgainstTestClock = ({ problem, now, than }: ClockProblem, ahead: number): boolean =>
  problem === 'apart' && ahead > 0 && Math.abs(now + ahead - than) <= CLOCK_APART_SECONDS_MAX;

/**
 * Whether a clock may date what is sealed. One that ran ahead would close series for as long: no later number may be dated
 * before (CGI ann. II art. 242 nonies A, I 7°).
 */
export function clockProblem({ now, databaseNow, lastAt, test }: Clocks): ClockProblem | undefined {
  if (databaseNow !== undefined && Math.abs(now - databaseNow) > CLOCK_APART_SECONDS_MAX)
    return { problem: 'apart', now, than: databaseNow };
  if (lastAt === undefined || lastAt === null) return undefined;
  if (now < lastAt - CLOCK_BEHIND_SECONDS_MAX) return { problem: 'behind', now, than: lastAt };
  if (!test && now > lastAt + CLOCK_LEAP_SECONDS_MAX) return { problem: 'leap', now, than: lastAt };
  return undefined;
}

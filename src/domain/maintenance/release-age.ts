/** A day as ISO text: `2026-05-14`. */
type Day = string;

/**
 * The age of a running program: its release day, and how many planned security releases followed.
 */
export type ReleaseAge = {
  readonly version: string;
  readonly releasedOn: Day;
  readonly days: number;
  /** PostgreSQL release rounds since then; Node has no such calendar. */
  readonly roundsBehind?: number;
};

/**
 * Days after which a release counts as old. PostgreSQL publishes security fixes every three months.
 */
const OLD_DAYS = 60;
const DAY_MS = 86_400_000;

/**
 * Minor releases of one day, the last known ones. Source: www.postgresql.org, news of 14 May 2026.
 */
const POSTGRES_KNOWN = {
  on: '2026-05-14',
  minors: { 14: 23, 15: 18, 16: 14, 17: 10, 18: 4 } as Record<number, number>,
};
/** Source: nodejs.org/dist/index.json, and the npm packages that include it. */
const NODE_KNOWN: Readonly<Record<string, Day>> = { '24.20.0': '2026-08-26', '24.21.0': '2026-09-09' };

/**
 * The age of a PostgreSQL version such as "18.4" or "17.11 (Debian 17.11-1)". PostgreSQL publishes
 * minor releases on the second Thursday of February, May, August and November, so the day of an
 * unknown one is computed from a known one. Undefined for an unknown major version.
 */
export function postgresAge(version: string, today: Date): ReleaseAge | undefined {
  const [, major = '', minor = ''] = /^(\d+)\.(\d+)/.exec(version) ?? [];
  const known = POSTGRES_KNOWN.minors[Number(major)];
  if (known === undefined) return undefined;
  const releasedOn = roundFrom(POSTGRES_KNOWN.on, Number(minor) - known);
  const roundsBehind = roundsAfter(releasedOn, dayOf(today));
  return { version: `${major}.${minor}`, releasedOn, days: daysSince(releasedOn, today), roundsBehind };
}

/** The age of a Node version such as "24.21.0"; undefined if unknown here. */
export function nodeAge(version: string, today: Date): ReleaseAge | undefined {
  const releasedOn = NODE_KNOWN[version];
  return releasedOn === undefined ? undefined : { version, releasedOn, days: daysSince(releasedOn, today) };
}

export const isOld = ({ days }: ReleaseAge): boolean => days > OLD_DAYS;

const dayOf = (date: Date): Day => date.toISOString().slice(0, 10);

const daysSince = (day: Day, today: Date): number =>
  Math.max(0, Math.floor((Date.parse(dayOf(today)) - Date.parse(day)) / DAY_MS));

/** The months of the release rounds, from 0. */
const ROUND_MONTHS = [1, 4, 7, 10];

/** The second Thursday of the month. */
function roundOf(year: number, month: number): Day {
  const weekday = new Date(Date.UTC(year, month, 1)).getUTCDay();
  const firstThursday = 1 + ((4 - weekday + 7) % 7);
  return dayOf(new Date(Date.UTC(year, month, firstThursday + 7)));
}

/** The round `count` after the one of this day, or before it if negative. */
function roundFrom(day: Day, count: number): Day {
  const at = Number(day.slice(0, 4)) * 4 + ROUND_MONTHS.indexOf(Number(day.slice(5, 7)) - 1) + count;
  return roundOf(Math.floor(at / 4), ROUND_MONTHS[((at % 4) + 4) % 4] as number);
}

function roundsAfter(day: Day, today: Day): number {
  let rounds = 0;
  while (roundFrom(day, rounds + 1) <= today) rounds += 1;
  return rounds;
}

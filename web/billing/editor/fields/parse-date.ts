/** A civil date in ISO 8601: 2026-11-20. */
export type Day = string;

/**
 * Parses a typed date, in French or English: "20/11", "20 nov", "20 novembre 2026", "2026-11-20",
 * "demain", "lundi", "+30", "dans 30 jours". Without a year, the nearest one is used; "20" is in
 * this month. The day comes before the month, unless only the reverse is possible ("11/20").
 */
export function parseDate(text: string, today: Day): Day | undefined {
  const said = plain(text);
  if (said === '') return undefined;
  return inWords(said, today) ?? counted(said, today) ?? inFigures(said, today) ?? withMonthName(said, today);
}

/** Adds days to a date. */
export const addCivilDays = (day: Day, days: number): Day =>
  dayOf(new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS));

/**
 * Unix seconds of a date: 11:00 UTC is on that date from Papeete to Wallis, that is in every time
 * zone of French accounts.
 */
export const secondsOfDay = (day: Day): number => Date.parse(`${day}T11:00:00Z`) / 1000;

/** The date of Unix seconds in a time zone. */
export function dayOfSeconds(seconds: number, zone: string): Day {
  const format =
    daysIn.get(zone) ??
    new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' });
  daysIn.set(zone, format);
  return format.format(new Date(seconds * 1000));
}

/** Cached by time zone: creating a formatter is slow. */
const daysIn = new Map<string, Intl.DateTimeFormat>();

const DAY_MS = 86_400_000;
const DAYS_COUNTED_MAX = 3660;

const offsets: Readonly<Record<string, number>> = {
  ...{ "aujourd'hui": 0, aujourdhui: 0, today: 0, auj: 0, now: 0 },
  ...{ demain: 1, tomorrow: 1, 'apres-demain': 2, 'apres demain': 2 },
  ...{ hier: -1, yesterday: -1, 'avant-hier': -2, 'avant hier': -2 },
};
const weekdays: readonly (readonly string[])[] = [
  ['dimanche', 'sunday', 'dim', 'sun'],
  ['lundi', 'monday', 'lun', 'mon'],
  ['mardi', 'tuesday', 'tue'],
  ['mercredi', 'wednesday', 'mer', 'wed'],
  ['jeudi', 'thursday', 'jeu', 'thu'],
  ['vendredi', 'friday', 'ven', 'fri'],
  ['samedi', 'saturday', 'sam', 'sat'],
];
const months: readonly (readonly string[])[] = [
  ['janvier', 'january'],
  ['fevrier', 'february'],
  ['mars', 'march'],
  ['avril', 'april'],
  ['mai', 'may'],
  ['juin', 'june'],
  ['juillet', 'july'],
  ['aout', 'august'],
  ['septembre', 'september'],
  ['octobre', 'october'],
  ['novembre', 'november'],
  ['decembre', 'december'],
];

const plain = (text: string): string =>
  text.trim().toLowerCase().normalize('NFD').replace(/\p{M}/gu, '').replaceAll('’', "'").replace(/\s+/gu, ' ');

function inWords(said: string, today: Day): Day | undefined {
  const offset = Object.hasOwn(offsets, said) ? offsets[said] : undefined;
  if (offset !== undefined) return addCivilDays(today, offset);
  const weekday = weekdays.findIndex((names) => names.includes(said.replace(/ (prochain|next)$/, '')));
  if (weekday < 0) return undefined;
  const ahead = (weekday - new Date(`${today}T00:00:00Z`).getUTCDay() + 7) % 7;
  return addCivilDays(today, ahead === 0 ? 7 : ahead);
}

function counted(said: string, today: Day): Day | undefined {
  const found = /^(?:([+-]) ?|dans |in )(\d{1,4})(?: ?(?:j|jours?|d|days?))?$/.exec(said);
  const days = Number(found?.[2]);
  if (!found || days > DAYS_COUNTED_MAX) return undefined;
  return addCivilDays(today, found[1] === '-' ? -days : days);
}

function inFigures(said: string, today: Day): Day | undefined {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(said);
  if (iso) return real(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const [year, month] = today.split('-').map(Number) as [number, number];
  const alone = /^\d{1,2}$/.exec(said);
  if (alone) return real(year, month, Number(said));
  const found = /^(\d{1,2})[/.\- ](\d{1,2})(?:[/.\- ](\d{2}|\d{4}))?$/.exec(said);
  if (!found) return undefined;
  const [first, second] = [Number(found[1]), Number(found[2])];
  const [day, inMonth] = second > 12 && first <= 12 ? [second, first] : [first, second];
  return placed(day, inMonth, found[3], today);
}

function withMonthName(said: string, today: Day): Day | undefined {
  const french = /^(?:\p{L}+ )?(\d{1,2})(?:er|st|nd|rd|th)? ?([\p{L}]+)\.?(?: (\d{2}|\d{4}))?$/u.exec(said);
  const english = /^(\p{L}+)\.? (\d{1,2})(?:st|nd|rd|th)?(?:,? (\d{2}|\d{4}))?$/u.exec(said);
  for (const [day, name, year] of [french?.slice(1) ?? [], english ? [english[2], english[1], english[3]] : []]) {
    const month = name === undefined ? 0 : monthCalled(name);
    if (month > 0) return placed(Number(day), month, year, today);
  }
  return undefined;
}

/**
 * The only month whose name starts with the text, in either language: "juil", "nov"; otherwise 0.
 */
function monthCalled(name: string): number {
  if (name.length < 3) return 0;
  const found = months.flatMap((names, place) => (names.some((word) => word.startsWith(name)) ? [place + 1] : []));
  return found.length === 1 ? (found[0] as number) : 0;
}

function placed(day: number, month: number, year: string | undefined, today: Day): Day | undefined {
  if (year !== undefined) return real(year.length === 2 ? 2000 + Number(year) : Number(year), month, day);
  const here = Number(today.slice(0, 4));
  const near = [here, here - 1, here + 1].flatMap((around) => real(around, month, day) ?? []);
  const distance = (candidate: Day) => Math.abs(Date.parse(candidate) - Date.parse(today));
  return near.sort((a, b) => distance(a) - distance(b))[0];
}

function real(year: number, month: number, day: number): Day | undefined {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day && year >= 2000 ? dayOf(date) : undefined;
}

const dayOf = (date: Date): Day => date.toISOString().slice(0, 10);

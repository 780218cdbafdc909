import type { CivilDay } from '../../time/civil-day.ts';

/**
 * Months by the first letters of their names without accents, in French, English, German, Spanish,
 * Italian, Dutch and Portuguese.
 */
const MONTHS: readonly (readonly string[])[] = [
  ['janv', 'jan', 'gen', 'ene'],
  ['fevr', 'fev', 'feb'],
  ['mars', 'mar', 'maa', 'mrz', 'mrt'],
  ['avri', 'avr', 'apr', 'abr'],
  ['mai', 'may', 'mag', 'mei'],
  ['juin', 'jun', 'giu'],
  ['juil', 'jul', 'lug'],
  ['aout', 'aug', 'ago'],
  ['sept', 'sep', 'set'],
  ['octo', 'oct', 'okt', 'ott', 'out'],
  ['nove', 'nov'],
  ['dece', 'dec', 'dez', 'dic'],
];
const NUMERIC = /(?<!\d)(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})(?!\d)/;
const ISO = /(?<!\d)(\d{4})-(\d{2})-(\d{2})(?!\d)/;
const DAY_FIRST = /(?<!\d)(\d{1,2})(?:er|\.)? (?:de |di )?([a-z]{3,9})\.?,? (?:de |del |di )?(\d{4})(?!\d)/;
const MONTH_FIRST = /\b([a-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})(?!\d)/;
const CENTURY = 2_000;

/**
 * The day that a line of text states: `2026-03-01`, `01/03/2026`, `1.3.26`, `1er mars 2026` or
 * `March 1, 2026`. In figures the day comes before the month, as in France. Undefined without one.
 */
export function dayOf(line: string): CivilDay | undefined {
  const text = line.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const [iso, numeric, dayFirst, monthFirst] = [ISO, NUMERIC, DAY_FIRST, MONTH_FIRST].map((form) => form.exec(text));
  if (iso) return dayFrom(iso[1], iso[2], iso[3]);
  if (numeric) return dayFrom(numeric[3], numeric[2], numeric[1]);
  if (dayFirst) return dayFrom(dayFirst[3], monthNamed(dayFirst[2]), dayFirst[1]);
  if (monthFirst) return dayFrom(monthFirst[3], monthNamed(monthFirst[1]), monthFirst[2]);
  return undefined;
}

const monthNamed = (name = ''): string =>
  String(MONTHS.findIndex((beginnings) => beginnings.some((each) => name.startsWith(each))) + 1);

/** The day of these figures; undefined if the calendar has none, such as 30 February. */
function dayFrom(year = '', month = '', day = ''): CivilDay | undefined {
  const full = year.length === 2 ? String(CENTURY + Number(year)) : year;
  const written = `${full}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const at = new Date(`${written}T00:00:00Z`);
  return Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== written ? undefined : written;
}

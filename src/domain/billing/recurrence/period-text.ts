import { addDays, type CivilDay, endOfMonth } from '../../time/civil-day.ts';
import type { Locale } from '../document/locale.ts';
import type { Recurrence } from './recurrence.ts';
import { dayBefore, firstSince, nextAfter, occurrenceOn, type RecurrenceSchedule } from './schedule.ts';

/** The European regional variant of each language. */
const regions: Readonly<Record<Locale, string>> = {
  ...{ fr: 'fr-FR', en: 'en-GB', de: 'de-DE', it: 'it-IT' },
  ...{ nl: 'nl-NL', pt: 'pt-PT', es: 'es-ES' },
};

/** The days an occurrence bills: from its own to the day before the next. */
export type Period = { readonly first: CivilDay; readonly last: CivilDay };

/**
 * Placeholders in the texts of a recurring invoice: in French or English, whatever the document's
 * language.
 */
const PLACES = /\{(p[ée]riode|period|mois|month|ann[ée]e|year)\}/gi;

/**
 * Replaces `{period}`, `{month}` and `{year}` in a text by the billed period, in the document's
 * language.
 */
export function withPeriod(text: string, period: Period, locale: Locale): string {
  const once = text.replace(YEAR_BEHIND, (whole, place: string, year: string) =>
    YEAR.test(year) || year === period.first.slice(0, 4) ? place : whole,
  );
  const saying = { period, locale, hasYear: YEAR.test(once) };
  return once.replace(PLACES, (_, name: string) => formatPlaceholder(name.toLowerCase(), saying));
}

/**
 * Months and periods include their year, so a year right after them would appear twice, as in
 * "{période} {année}" or "{mois} 2026".
 */
const YEAR_BEHIND = /(\{(?:p[ée]riode|period|mois|month)\})[\s,]+(\{(?:ann[ée]e|year)\}|\d{4}(?!\d))/gi;
/** If the text has the year elsewhere, the month is written without it. */
const YEAR = /\{(?:ann[ée]e|year)\}/i;

type Saying = { readonly period: Period; readonly locale: Locale; readonly hasYear: boolean };

function formatPlaceholder(name: string, { period, locale, hasYear }: Saying): string {
  if (name.startsWith('p')) return periodIn(period, locale);
  if (name.startsWith('m')) return monthIn(period.first, locale, hasYear ? { month: 'long' } : MONTH_AND_YEAR);
  return period.first.slice(0, 4);
}

/**
 * A whole month is written by its name, a whole year by its number, other periods by their first
 * and last day.
 */
function periodIn({ first, last }: Period, locale: Locale): string {
  if (first.endsWith('-01-01') && last === `${first.slice(0, 4)}-12-31`) return first.slice(0, 4);
  if (first.endsWith('-01') && last === endOfMonth(first)) return monthIn(first, locale);
  const days =
    first === last
      ? dated(locale).format(at(first))
      : dated(locale).formatRange(at(first), at(last)).replaceAll(NARROW, ' ');
  return locale === 'fr' ? withFrenchFirst(days) : days;
}

const MONTH_AND_YEAR = { month: 'long', year: 'numeric' } as const;
const monthIn = (day: CivilDay, locale: Locale, as: Intl.DateTimeFormatOptions = MONTH_AND_YEAR): string =>
  new Intl.DateTimeFormat(regions[locale], { ...as, timeZone: 'UTC' }).format(at(day));

const dated = (locale: Locale) =>
  new Intl.DateTimeFormat(regions[locale], { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });

const at = (day: CivilDay): Date => new Date(`${day}T00:00:00Z`);

/** Narrow spaces, which some fonts cannot print. */
const NARROW = /[\u2009\u202f]/g;

/** The period of an occurrence followed by one on `next`. */
const periodOf = (first: CivilDay, next: CivilDay): Period => ({ first, last: addDays(next, -1) });

/**
 * The period an occurrence bills: from its day to the day before the next occurrence; or, with
 * `billsBefore`, from the previous occurrence to the day before. An occurrence on the last day of a
 * month bills until that day: October on 31 October.
 */
export function periodBilled(recurrence: RecurrenceSchedule & Pick<Recurrence, 'billsBefore'>, on: CivilDay): Period {
  const { onLastDay, billsBefore } = recurrence;
  const before = dayBefore(recurrence, on);
  if (onLastDay) return { first: addDays(before, 1), last: on };
  if (billsBefore) return periodOf(before, on);
  const endless = { ...recurrence, to: '9999-12-31' };
  const next = firstSince(endless, on) === on ? nextAfter(endless, on) : undefined;
  return periodOf(on, next ?? occurrenceOn({ ...recurrence, from: on }, 1));
}

const MONTHS = 'janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre';
const FIRST_OF_MONTH = new RegExp(`(?<!\\d)1(?=\\s(?:${MONTHS}))`, 'g');
/** The start of a range within one month: "1–15 mars", "1 au 15 mars". */
const FIRST_OF_RANGE = new RegExp(`(?<!\\d)1(?=\\s?(?:–|-|au)\\s?\\d{1,2}\\s(?:${MONTHS}))`, 'g');

/** A French text with the first of a month written as "1er janvier", which `Intl` does not do. */
export const withFrenchFirst = (text: string): string =>
  text.replace(FIRST_OF_MONTH, '1er').replace(FIRST_OF_RANGE, '1er');

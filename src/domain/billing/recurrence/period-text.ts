import { addDays, type CivilDay, endOfMonth } from '../../time/civil-day.ts';
import { withFrenchFirst } from '../../time/french-first-of-month.ts';
import type { Locale } from '../document/locale.ts';
import type { Recurrence } from './recurrence.ts';
import { dayBefore, firstSince, nextAfter, occurrenceOn, type Pace } from './schedule.ts';

/** Where each language is written as Europe writes it. */
const regions: Readonly<Record<Locale, string>> = {
  ...{ fr: 'fr-FR', en: 'en-GB', de: 'de-DE', it: 'it-IT' },
  ...{ nl: 'nl-NL', pt: 'pt-PT', es: 'es-ES' },
};

/** The days an occurrence bills: its own, to the one before the next. */
export type Period = { readonly first: CivilDay; readonly last: CivilDay };

/** What stands for a part of the period in texts of a recurring invoice: in French or in English, whatever the document's language. */
const PLACES = /\{(p[ée]riode|period|mois|month|ann[ée]e|year)\}/gi;

/** A text with the period it bills in the place of `{period}`, `{month}` and `{year}`, in the document's language. */
export function withPeriod(text: string, period: Period, locale: Locale): string {
  const once = text.replace(YEAR_BEHIND, (whole, place: string, year: string) =>
    YEAR.test(year) || year === period.first.slice(0, 4) ? place : whole,
  );
  const saying = { period, locale, hasYear: YEAR.test(once) };
  return once.replace(PLACES, (_, name: string) => said(name.toLowerCase(), saying));
}

/** Months and periods end with their year: one right behind them would stand there twice, as in "{période} {année}" or "{mois} 2026". */
const YEAR_BEHIND = /(\{(?:p[ée]riode|period|mois|month)\})[\s,]+(\{(?:ann[ée]e|year)\}|\d{4}(?!\d))/gi;
/** Elsewhere in a text that names the year itself, the month stands without it. */
const YEAR = /\{(?:ann[ée]e|year)\}/i;

type Saying = { readonly period: Period; readonly locale: Locale; readonly hasYear: boolean };

function said(name: string, { period, locale, hasYear }: Saying): string {
  if (name.startsWith('p')) return periodIn(period, locale);
  if (name.startsWith('m')) return monthIn(period.first, locale, hasYear ? { month: 'long' } : MONTH_AND_YEAR);
  return period.first.slice(0, 4);
}

/** A whole month is called by its name, a whole year by its number; what else, by its first and last day. */
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

/** Narrow spaces, which some typefaces have no letter for. */
const NARROW = /[\u2009\u202f]/g;

/** The period of an occurrence whose next would be `next`. */
const periodOf = (first: CivilDay, next: CivilDay): Period => ({ first, last: addDays(next, -1) });

/**
 * From its day to the one before the next, were there one; or, where it bills the period before, from the one before to the
 * day before its own. One of the last day of a month bills until that day: October on 31 October.
 */
export function periodBilled(recurrence: Pace & Pick<Recurrence, 'billsBefore'>, on: CivilDay): Period {
  const { onLastDay, billsBefore } = recurrence;
  const before = dayBefore(recurrence, on);
  if (onLastDay) return { first: addDays(before, 1), last: on };
  if (billsBefore) return periodOf(before, on);
  const endless = { ...recurrence, to: '9999-12-31' };
  const next = firstSince(endless, on) === on ? nextAfter(endless, on) : undefined;
  return periodOf(on, next ?? occurrenceOn({ ...recurrence, from: on }, 1));
}

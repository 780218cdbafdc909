import { addDays, type CivilDay, endOfMonth } from '../../time/civil-day.ts';
import type { Locale } from '../document/locale.ts';

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
export const withPeriod = (text: string, period: Period, locale: Locale): string =>
  text.replace(PLACES, (_, name: string) => said(name.toLowerCase(), period, locale));

function said(name: string, period: Period, locale: Locale): string {
  if (name.startsWith('p')) return periodIn(period, locale);
  if (name.startsWith('m')) return monthIn(period.first, locale);
  return period.first.slice(0, 4);
}

/** A whole month is called by its name, a whole year by its number; what else, by its first and last day. */
function periodIn({ first, last }: Period, locale: Locale): string {
  if (first.endsWith('-01-01') && last === `${first.slice(0, 4)}-12-31`) return first.slice(0, 4);
  if (first.endsWith('-01') && last === endOfMonth(first)) return monthIn(first, locale);
  return first === last
    ? dated(locale).format(at(first))
    : dated(locale).formatRange(at(first), at(last)).replaceAll(NARROW, ' ');
}

const monthIn = (day: CivilDay, locale: Locale): string =>
  new Intl.DateTimeFormat(regions[locale], { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(at(day));

const dated = (locale: Locale) =>
  new Intl.DateTimeFormat(regions[locale], { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });

const at = (day: CivilDay): Date => new Date(`${day}T00:00:00Z`);

/** Narrow spaces, which some typefaces have no letter for. */
const NARROW = /[\u2009\u202f]/g;

/** The period of an occurrence whose next would be `next`. */
export const periodOf = (first: CivilDay, next: CivilDay): Period => ({ first, last: addDays(next, -1) });

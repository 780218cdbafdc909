import { useSyncExternalStore } from 'react';
import { currentLanguage, useLanguage, useTranslations } from '../../locales/language.ts';
import { now, onClock } from '../session/test-clock-state.ts';

const LOCALES = { fr: 'fr-FR', en: 'en-GB' } as const;
/** Default time zone of an account. */
const ZONE = 'Europe/Paris';
const WITHIN_DAYS = 7;
const DAY_MS = 86_400_000;

type When = number | string;

/** Unix seconds, or a civil date such as 2026-11-12. */
const at = (when: When): Date => new Date(typeof when === 'number' ? when * 1000 : `${when}T12:00:00Z`);

const FORMS = {
  short: { day: '2-digit', month: '2-digit', year: 'numeric' },
  long: { day: 'numeric', month: 'long', year: 'numeric' },
  weekday: { weekday: 'long', day: 'numeric', month: 'long' },
  dayOfWeek: { weekday: 'long' },
  month: { month: 'long', year: 'numeric' },
  shortMonth: { month: 'short' },
  time: { hour: '2-digit', minute: '2-digit' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;
/** Formatters are cached: creating one takes longer than rendering a row. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(locale: string, options: Intl.DateTimeFormatOptions, name: string): Intl.DateTimeFormat {
  const key = `${locale} ${name}`;
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, { timeZone: ZONE, ...options });
  formats.set(key, format);
  return format;
}

const written = (when: When, form: keyof typeof FORMS, language = currentLanguage()): string =>
  withFrenchFirst(formatOf(LOCALES[language], FORMS[form], form).format(at(when)), language);

/** French writes the first of a month "1er janvier"; `Intl` writes "1 janvier". */
const withFrenchFirst = (day: string, language: 'fr' | 'en'): string =>
  language === 'fr' ? day.replace(/(?<![\d/])1(?= \p{L})/u, '1er') : day;

/** `12/11/2026`, for columns. */
export const shortDay = (when: When, language = currentLanguage()): string => written(when, 'short', language);

/** `12 novembre 2026`, for sentences. */
export const longDay = (when: When, language = currentLanguage()): string => written(when, 'long', language);

/** `Vendredi 20 novembre`. */
export const weekday = (when: When, language = currentLanguage()): string =>
  capital(written(when, 'weekday', language));

/** `Novembre 2026`, above the rows of a month. */
export const monthOf = (when: When, language = currentLanguage()): string => capital(written(when, 'month', language));

/** `nov.`, under a bar of a chart. */
export const shortMonth = (when: When, language = currentLanguage()): string => written(when, 'shortMonth', language);

/** `17 h 05` in French, `17:05` in English. */
export function timeOf(when: number, language = currentLanguage()): string {
  const text = written(when, 'time', language);
  return language === 'fr' ? text.replace(':', '\u00a0h\u00a0') : text;
}

/** The civil date of a moment, such as 2026-11-12. */
export const dayOf = (when: number): string => formatOf('en-CA', FORMS.short, 'short').format(at(when));

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Today by the account's clock, such as 2026-11-12. */
export const useToday = (): string => useSyncExternalStore(onClock, today);

/** The same outside of components. */
export const today = (): string => dayOf(now());

/** A date, in figures or in words. */
export function Day({ date, long = false }: { date: When; long?: boolean }) {
  const language = useLanguage();
  return (
    <time dateTime={typeof date === 'number' ? dayOf(date) : date}>
      {long ? longDay(date, language) : shortDay(date, language)}
    </time>
  );
}

/**
 * A moment: `Hier, 17 h 05` within seven days, otherwise its date. The full moment is in the
 * tooltip.
 */
export function Moment({ when }: { when: number }) {
  const language = useLanguage();
  const { days } = useTranslations('app');
  const onDay = useToday();
  const whole = `${longDay(when, language)}, ${timeOf(when, language)}`;
  return (
    <time dateTime={new Date(when * 1000).toISOString()} title={whole}>
      {near(when, { language, days, onDay })}
    </time>
  );
}

type DayWords = { yesterday: (time: string) => string; today: (time: string) => string };

function near(
  when: number,
  { language, days, onDay }: { language: 'fr' | 'en'; days: DayWords; onDay: string },
): string {
  const past = Math.round((Date.parse(onDay) - Date.parse(dayOf(when))) / DAY_MS);
  const time = timeOf(when, language);
  if (past === 0) return days.today(time);
  if (past === 1) return days.yesterday(time);
  if (past > 1 && past < WITHIN_DAYS) return `${capital(written(when, 'dayOfWeek', language))}, ${time}`;
  return shortDay(when, language);
}

import type { DateOrder } from '../domain/payments/bank/csv-columns.ts';
import { type CivilDay, isCivilDay } from '../domain/time/civil-day.ts';

/** Characters of a date, including the time some banks append. */
const DAY_MAX = 40;

/**
 * Parses a date as banks and people write it: `05/01/2026`, `5.1.26`, `2026-01-05`, `20260105`, `5
 * janv. 2026`, `Jan 5, 2026`, with or without a time.
 */
export function readDay(written: string, order: DateOrder = 'ymd'): CivilDay | undefined {
  const text = written.slice(0, DAY_MAX).trim();
  const compact = /^(\d{4})(\d{2})(\d{2})(?:\d{4,6})?(?!\d)/.exec(text);
  if (compact) return dayFrom(compact[1], compact[2], compact[3]);
  const inWords = dayInWords(text);
  if (inWords) return dayFrom(...inWords);
  const [, a = '', b = '', c = ''] = /^(\d{1,4})[/.-](\d{1,2})[/.-](\d{1,4})(?:$|[T\s+Z])/.exec(text) ?? [];
  if (a.length === 4 || order === 'ymd') return dayFrom(a, b, c);
  return order === 'mdy' ? dayFrom(c, a, b) : dayFrom(c, b, a);
}

function dayInWords(text: string): [year: string, month: string, day: string] | undefined {
  if (!/\p{L}{3}/u.test(text)) return undefined;
  const [, day, word, year] =
    /^(\d{1,2})(?:er|st|nd|rd|th|\.)?[\s/-]*(\p{L}{3,10})\.?,?[\s/-]*(\d{4}|\d{2})(?!\d)/u.exec(text) ?? [];
  if (day && word && year) return monthIn(word, (month) => [year, month, day]);
  const [, first, second, third] = /^(\p{L}{3,10})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})(?!\d)/u.exec(text) ?? [];
  return first && second && third ? monthIn(first, (month) => [third, month, second]) : undefined;
}

function monthIn<Day>(word: string, dayOf: (month: string) => Day): Day | undefined {
  const plain = word.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const place = MONTHS.findIndex((month) => month.test(plain));
  return place < 0 ? undefined : dayOf(String(place + 1));
}

/** Month names in French, English, German, Spanish, Italian and Dutch, full or abbreviated. */
const MONTHS: readonly RegExp[] = [
  /^(jan(v(ier)?|uary?|uari)?|januar|ener?o?|genn?(aio)?)$/,
  /^(fev(r(ier)?)?|feb(r(uary?|uari|uar|ero|aio)?)?)$/,
  /^(mars?|march|marz|marzo|maart|mrz|mrt)$/,
  /^(avr(il)?|apr(il|ile)?|abr(il)?)$/,
  /^(mai|may|mayo|mag(gio)?|mei)$/,
  /^(juin|june?|juni|junio|giu(gno)?|jun)$/,
  /^(juil(l|let)?|jul(y|i|io)?|lug(lio)?)$/,
  /^(aou(t)?|aug(ust|ustus)?|ago(sto)?)$/,
  /^(sep(t|tembre|tember|tiembre)?|set(t|tembre)?)$/,
  /^(oct(obre|ober|ubre)?|okt(ober)?|ott(obre)?)$/,
  /^(nov(embre|ember|iembre)?)$/,
  /^(dec(embre|ember)?|dez(ember)?|dic(iembre|embre)?)$/,
];

function dayFrom(year = '', month = '', day = ''): CivilDay | undefined {
  if (year.length !== 4 && year.length !== 2) return undefined;
  const written = `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isCivilDay(written) && written >= EARLIEST && written <= LATEST ? written : undefined;
}
const EARLIEST = '1970-01-01';
const LATEST = '2999-12-31';

import type { Refused } from '../../refusal.ts';
import { defaultFormat, formatProblem, numberOf } from './number-format.ts';
import type { NumberBlock, NumberFormat, SeriesPrefix } from './series.ts';

/** Characters (UTF-16 units) of a number of another program. */
export const LAST_NUMBER_MAX = 60;

/** What of a number could not be continued as it was. */
export const numberingChanges = [
  /** Its year has two digits; numbers here have four, so that no two years have the same number. */
  'year_in_full',
  /** It has no year; a series restarts each year, so its numbers need it. */
  'year_added',
  /** It has a month; a series goes on through the year. */
  'month_left_out',
  /** It has characters that electronic invoices do not allow. */
  'characters_left_out',
  /** It is of the year before: this year begins at 1. */
  'new_year',
  /** Its form is too long, or could be that of another series: the usual form is proposed. */
  'usual_format',
] as const;
export type NumberingChange = (typeof numberingChanges)[number];

/** A format and first counter that continue a series, and the number they give next. */
export type Continuation = {
  readonly format: NumberFormat;
  readonly startsAt: number;
  readonly number: string;
  readonly changes: readonly NumberingChange[];
};

type Parts = {
  readonly before: string;
  /** The year in full. */
  readonly year: number | undefined;
  readonly between: string;
  readonly counter: string;
  readonly after: string;
  readonly changes: readonly NumberingChange[];
};

/**
 * Proposes how to continue a series after its last number in another program: `FA-2026-0041` is
 * continued by `FA-2026-0042`. Refuses a number without digits (CGI ann. II art. 242 nonies A, I
 * 7°: a continuous sequence). `year` is the current one, in the time zone of the account.
 */
export function continuedSeries(
  last: string,
  { series, year }: { readonly series: SeriesPrefix; readonly year: number },
): Continuation | Refused<'last_number_unreadable'> {
  const allowed = last.replace(/[^A-Za-z0-9+\-_/]/g, '');
  const parts = partsOf(allowed, year);
  if (!parts || Number(parts.counter) >= COUNTER_MAX) return { refused: 'last_number_unreadable' };
  const isOfThisYear = parts.year === undefined || parts.year === year;
  const startsAt = isOfThisYear ? Number(parts.counter) + 1 : 1;
  const changes: NumberingChange[] = [
    ...(allowed === last.trim() ? [] : (['characters_left_out'] as const)),
    ...parts.changes,
    ...(isOfThisYear ? [] : (['new_year'] as const)),
  ];
  const wanted = formatOfParts(parts, series);
  const isUsable = formatProblem({ [series]: wanted }) === undefined;
  const format = isUsable ? wanted : defaultFormat;
  return {
    ...{ format, startsAt, number: numberOf(format, { series, year, counter: startsAt }) },
    changes: isUsable ? changes : [...changes, 'usual_format'],
  };
}

/** The first counter that is refused: a series has far fewer numbers in a year. */
const COUNTER_MAX = 1_000_000_000;

function formatOfParts({ before, between, counter, after }: Parts, series: SeriesPrefix): NumberFormat {
  const literal = (text: string): NumberBlock[] => (text === '' ? [] : [{ block: 'literal', text }]);
  const begins = before.startsWith(series) && !/^[A-Za-z]/.test(before.slice(series.length));
  return [
    ...(begins ? [{ block: 'series' } as const, ...literal(before.slice(series.length))] : literal(before)),
    { block: 'year' },
    ...literal(between),
    { block: 'counter', width: counter.length },
    ...literal(after),
  ];
}

/** The year and the counter of a number: the counter is the last group of digits. */
function partsOf(text: string, year: number): Parts | undefined {
  return yearInFull(text, year) ?? yearOfTwoDigits(text, year) ?? withoutYear(text);
}

/** `FA-2026-0041`, `2026-11-0041` with a month, `FA20260041`. */
function yearInFull(text: string, year: number): Parts | undefined {
  const [start] = [text.indexOf(String(year)), text.indexOf(String(year - 1))].filter((place) => place >= 0);
  if (start === undefined) return undefined;
  const end = start + YEAR_DIGITS;
  const found = /^(.*?)(\d+)(\D*)$/.exec(text.slice(end));
  if (!found) return undefined;
  const [, between = '', counter = '', after = ''] = found;
  const parts = { before: text.slice(0, start), year: Number(text.slice(start, end)), after };
  const month = /^[-_/]?(?:0[1-9]|1[0-2])([-_/]+)$/.exec(between);
  if (month) return { ...parts, between: month[1] ?? '', counter, changes: ['month_left_out'] };
  const joined =
    between === '' && counter.length > LONGEST_COUNTER ? /^(?:0[1-9]|1[0-2])(\d+)$/.exec(counter) : undefined;
  if (joined) return { ...parts, between: '-', counter: joined[1] ?? '', changes: ['month_left_out'] };
  return { ...parts, between, counter, changes: [] };
}

const YEAR_DIGITS = 4;
/** Longer groups of digits right after the year begin with a month. */
const LONGEST_COUNTER = 5;

/** `FA26-0041`, or `FA2611-0041` with a month. */
function yearOfTwoDigits(text: string, year: number): Parts | undefined {
  const found = /^(\D*)(\d\d)(0[1-9]|1[0-2])?([-_/]+)(\d+)(\D*)$/.exec(text);
  const [, before = '', stated = '', month, between = '', counter = '', after = ''] = found ?? [];
  const stands = [year, year - 1].find((each) => found && each % CENTURY === Number(stated));
  if (stands === undefined) return undefined;
  return {
    ...{ before, between, counter, after, year: stands },
    changes: month === undefined ? ['year_in_full'] : ['year_in_full', 'month_left_out'],
  };
}

const CENTURY = 100;

/** `F42`, or `0041`. */
function withoutYear(text: string): Parts | undefined {
  const found = /^(.*?)(\d+)(\D*)$/.exec(text);
  if (!found) return undefined;
  const [, before = '', counter = '', after = ''] = found;
  return {
    before: before.replace(/(?<=[A-Za-z0-9])$/, '-'),
    between: '-',
    counter,
    after,
    year: undefined,
    changes: ['year_added'],
  };
}

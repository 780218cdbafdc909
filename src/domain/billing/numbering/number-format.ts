import { inMode, type NumberBlock, type NumberFormat, type SeriesPrefix, seriesPrefixes, TEST_MARK } from './series.ts';

/** Maximum characters of a number. */
const NUMBER_MAX = 20;
/**
 * Maximum padding of a counter in digits, and the digits every format keeps room for: a million
 * documents a year.
 */
const COUNTER_WIDTH_MAX = 10;
const COUNTER_DIGITS_EXPECTED = 6;

/** The default format: F-2026-0001. */
export const defaultFormat: NumberFormat = [
  { block: 'series' },
  { block: 'literal', text: '-' },
  { block: 'year' },
  { block: 'literal', text: '-' },
  { block: 'counter', width: 4 },
];

/** Parses a format such as `{series}-{year}-{counter:4}`; undefined if invalid. */
export function parseFormat(text: string): NumberFormat | undefined {
  const blocks: NumberBlock[] = [];
  for (const [part, name, width] of text.matchAll(/\{(\w+)(?::(\d{1,2}))?\}|[^{}]+|[{}]/g)) {
    if (part === '{' || part === '}') return undefined;
    const block = name === undefined ? { block: 'literal' as const, text: part } : namedBlock(name, width);
    if (block === undefined) return undefined;
    blocks.push(block);
  }
  return blocks;
}

/** Formats a number format as the text `parseFormat` reads. */
export const formatText = (format: NumberFormat): string =>
  format
    .map((block) => {
      if (block.block === 'literal') return block.text;
      return block.block === 'counter' ? `{counter:${block.width}}` : `{${block.block}}`;
    })
    .join('');

/**
 * The official number for a counter. A counter longer than its padding is never cut, because two
 * numbers would become equal.
 */
export function numberOf(
  format: NumberFormat,
  { series, year, counter }: { series: string; year: number; counter: number },
): string {
  const number = fill(format, { series, year: String(year), counter: (width) => String(counter).padStart(width, '0') });
  return marked(format, series) + number;
}

/** The format per series; missing ones are the default. */
export type Formats = { readonly [Prefix in SeriesPrefix]?: NumberFormat };

/** What can be wrong with a format. Its texts are in the refusal schemas. */
export type FormatReason =
  | 'unreadable'
  | 'one_counter_needed'
  | 'counter_width'
  | 'year_needed'
  | 'characters'
  | 'too_long'
  | 'same_as_another_series';
export type FormatProblem = { series: SeriesPrefix; reason: FormatReason };

/**
 * The first problem of an account's formats, if any: each needs the year and one counter, known
 * characters and room for its longest number, and no two series, live or test, may ever produce the
 * same number.
 */
export function formatProblem(formats: Formats): FormatProblem | undefined {
  for (const series of seriesPrefixes) {
    const reason = ownProblem(formats[series] ?? defaultFormat, series);
    if (reason) return { series, reason };
  }
  const seen = new Set<string>();
  for (const series of seriesPrefixes) {
    for (const test of [false, true]) {
      const mark = withoutDigits(formats[series] ?? defaultFormat, inMode(series, test));
      if (seen.has(mark)) return { series, reason: 'same_as_another_series' };
      seen.add(mark);
    }
  }
  return undefined;
}

function namedBlock(name: string, width: string | undefined): NumberBlock | undefined {
  if (name === 'counter') return { block: 'counter', width: Number(width ?? 1) };
  if (width !== undefined) return undefined;
  return name === 'series' || name === 'year' ? { block: name } : undefined;
}

const ALLOWED = /^[A-Za-z0-9+\-_/]*$/;

function ownProblem(format: NumberFormat, series: SeriesPrefix): FormatReason | undefined {
  const counters = format.filter((block) => block.block === 'counter');
  if (counters.length !== 1) return 'one_counter_needed';
  if (counters.some(({ width }) => width < 1 || width > COUNTER_WIDTH_MAX)) return 'counter_width';
  if (!format.some((block) => block.block === 'year')) return 'year_needed';
  if (format.some((block) => block.block === 'literal' && !ALLOWED.test(block.text))) return 'characters';
  const longest = fill(format, {
    series,
    year: '2026',
    counter: (width) => '9'.repeat(Math.max(width, COUNTER_DIGITS_EXPECTED)),
  });
  return longest.length > NUMBER_MAX ? 'too_long' : undefined;
}

/**
 * Year and counter are digits, so the other characters of a number come from its format: two
 * formats that differ in them never produce the same number.
 */
const withoutDigits = (format: NumberFormat, series: string): string =>
  (marked(format, series) + fill(format, { series, year: '', counter: () => '' })).replace(/\d/g, '');

/** A format without the series is identified by its literals; its test numbers start with TEST. */
const marked = (format: NumberFormat, series: string): string =>
  series.startsWith(TEST_MARK) && !format.some((block) => block.block === 'series') ? TEST_MARK : '';

function fill(
  format: NumberFormat,
  values: { series: string; year: string; counter: (width: number) => string },
): string {
  return format
    .map((block) => {
      if (block.block === 'literal') return block.text;
      return block.block === 'counter' ? values.counter(block.width) : values[block.block];
    })
    .join('');
}

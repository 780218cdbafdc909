import type { Refused } from '../../refusal.ts';
import { defaultFormat, type Formats, formatProblem } from './number-format.ts';
import { type NumberFormat, type SeriesPrefix, seriesPrefixes } from './series.ts';

/** The numbering of one series, if the account configured it. */
type SeriesNumbering = {
  readonly format: NumberFormat;
  /**
   * The first counter of the year `startsIn`: an account that switches mid-year continues its old
   * numbers. Later years begin at 1.
   */
  readonly startsAt: number;
  readonly startsIn: number;
};
export type Numbering = { readonly [Prefix in SeriesPrefix]?: SeriesNumbering };

/** A change per series: null resets to the default, a missing series stays unchanged. */
export type NumberingChange = {
  readonly [Prefix in SeriesPrefix]?: {
    readonly format?: NumberFormat | undefined;
    readonly startsAt?: number | undefined;
  } | null;
};

/** The format of a series. */
export const formatOf = (numbering: Numbering, prefix: SeriesPrefix): NumberFormat =>
  numbering[prefix]?.format ?? defaultFormat;

/** The first counter of a series in a civil year. Test series always begin at 1. */
export function firstCounter(
  numbering: Numbering,
  prefix: SeriesPrefix,
  options: { year: number; test: boolean },
): number {
  const chosen = numbering[prefix];
  return chosen && !options.test && chosen.startsIn === options.year ? chosen.startsAt : 1;
}

/**
 * Applies a change to an account's numbering. A series that has issued a number this year (`inUse`)
 * keeps its format and start until next year; formats that could produce the same number twice are
 * refused.
 */
export function renumbered(
  before: Numbering,
  change: NumberingChange,
  { year, inUse }: { year: number; inUse: readonly string[] },
): Numbering | Refused<'number_format_unusable' | 'number_format_in_use'> {
  const after: { -readonly [Prefix in SeriesPrefix]?: SeriesNumbering } = { ...before };
  for (const prefix of seriesPrefixes) {
    const requested = change[prefix];
    if (requested === undefined) continue;
    const was = { format: formatOf(before, prefix), startsAt: firstCounter(before, prefix, { year, test: false }) };
    const is = requested === null ? { format: defaultFormat, startsAt: 1 } : { ...was, ...withoutGaps(requested) };
    if (sameText(was, is)) continue;
    if (inUse.includes(prefix)) return { refused: 'number_format_in_use', series: prefix };
    after[prefix] = { format: is.format, startsAt: is.startsAt, startsIn: year };
  }
  const problem = formatProblem(formatsOf(after));
  return problem ? { refused: 'number_format_unusable', ...problem } : after;
}

const withoutGaps = ({ format, startsAt }: NonNullable<NumberingChange['F']>) => ({
  ...(format !== undefined && { format }),
  ...(startsAt !== undefined && { startsAt }),
});

const sameText = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

const formatsOf = (numbering: Numbering): Formats =>
  Object.fromEntries(seriesPrefixes.map((prefix) => [prefix, formatOf(numbering, prefix)]));

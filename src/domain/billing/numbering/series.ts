/**
 * The series of official numbers. Invoices and advances share one, because both are invoices in
 * law.
 */
export const seriesPrefixes = ['F', 'D', 'BC', 'AV'] as const;
export type SeriesPrefix = (typeof seriesPrefixes)[number];

/** Written before the prefix of a test series. */
export const TEST_MARK = 'TEST-';

/** The prefix of a live series, or of its test counterpart. */
export const inMode = (prefix: SeriesPrefix, test: boolean): string => (test ? `${TEST_MARK}${prefix}` : prefix);

/**
 * The blocks of a number in order: literals, the series, the year, the counter padded to `width`
 * digits.
 */
export type NumberBlock =
  | { readonly block: 'series' }
  | { readonly block: 'year' }
  | { readonly block: 'counter'; readonly width: number }
  | { readonly block: 'literal'; readonly text: string };
export type NumberFormat = readonly NumberBlock[];

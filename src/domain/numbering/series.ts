import type { Kind } from '../document/kind.ts';

/** A series of official numbers. Invoices and advances share one (both are invoices to the law). */
export type SeriesPrefix = 'F' | 'D' | 'BC' | 'AV';
export const seriesPrefixes: readonly SeriesPrefix[] = ['F', 'D', 'BC', 'AV'];

/** The series each kind is numbered in. */
export const seriesOf: Record<Kind, SeriesPrefix> = {
  estimate: 'D',
  purchase_order: 'BC',
  invoice: 'F',
  advance: 'F',
  credit_note: 'AV',
};

/** Test documents have series of their own, which never touch the real ones. */
export const prefixOf = (kind: Kind, test: boolean): string => (test ? `TEST-${seriesOf[kind]}` : seriesOf[kind]);

/** The blocks of a number, in order: literals, the series, the year, the counter padded to `width` digits. */
export type NumberBlock =
  | { readonly block: 'series' }
  | { readonly block: 'year' }
  | { readonly block: 'counter'; readonly width: number }
  | { readonly block: 'literal'; readonly text: string };
export type NumberFormat = readonly NumberBlock[];

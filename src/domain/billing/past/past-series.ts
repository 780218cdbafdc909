import type { ForeignDocument } from './foreign-document.ts';

/** A series of numbers of another program, as far as its documents show it. */
export type PastSeries = {
  /** The last number: the one with the highest counter. */
  readonly last: string;
  readonly count: number;
  /** Numbers between the first and the last that no document has. */
  readonly missing: readonly string[];
  /** Numbers of several documents. */
  readonly double: readonly string[];
};

/** Numbers named of each kind. */
const NAMED_MAX = 20;
/** A longer gap is another series with the same form, not lost documents. */
const GAP_MAX = 1_000;
/** Series of an import that are shown: the largest ones. */
const SERIES_MAX = 10;

type Numbered = { readonly number: string; readonly counter: number; readonly width: number };

/**
 * The series that documents belong to: numbers that differ only in their last digits. The law wants
 * each without gaps (CGI ann. II art. 242 nonies A, I 7°); what is missing is named, not refused.
 */
export function seriesOfDocuments(documents: readonly Pick<ForeignDocument, 'kind' | 'number'>[]): PastSeries[] {
  const series = new Map<string, Numbered[]>();
  for (const { number } of documents) {
    const parts = /^(.*?)(\d{1,12})(\D*)$/s.exec(number);
    if (!parts) continue;
    const [, before = '', digits = '', after = ''] = parts;
    const key = `${before}\u0000${after}`;
    const known = series.get(key) ?? [];
    known.push({ number, counter: Number(digits), width: digits.length });
    series.set(key, known);
  }
  return [...series]
    .toSorted(([, a], [, b]) => b.length - a.length)
    .slice(0, SERIES_MAX)
    .map(([key, numbers]) => seriesOf(key.split('\u0000') as [string, string], numbers));
}

function seriesOf([before, after]: [string, string], numbers: readonly Numbered[]): PastSeries {
  const ordered = numbers.toSorted((a, b) => a.counter - b.counter);
  const missing: string[] = [];
  const double = new Set<string>();
  for (const [place, { counter, number, width }] of ordered.entries()) {
    const next = ordered[place + 1];
    if (!next) break;
    if (next.counter === counter) double.add(number);
    if (next.counter - counter > GAP_MAX) continue;
    for (let between = counter + 1; between < next.counter && missing.length < NAMED_MAX; between++)
      missing.push(`${before}${String(between).padStart(width, '0')}${after}`);
  }
  const last = ordered.at(-1)?.number ?? '';
  return { last, count: numbers.length, missing, double: [...double].slice(0, NAMED_MAX) };
}

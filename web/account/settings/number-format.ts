/** A format of numbers as it would look: `{series}-{year}-{counter:4}` of F in 2026 at 72 is `F-2026-0072`. */
export const formatNumberPattern = (
  format: string,
  { series, year, counter }: { series: string; year: number; counter: number },
): string =>
  format
    .replaceAll('{series}', series)
    .replaceAll('{year}', String(year))
    .replace(/\{counter(?::(\d{1,2}))?\}/g, (_, width: string | undefined) =>
      String(counter).padStart(Number(width ?? 1), '0'),
    );

/** The counter an example shows. */
const FIRST = 1;

/** A format as people read and write it: the number it gives first in a year. */
export const exampleOf = (format: string, at: { series: string; year: number }): string =>
  formatNumberPattern(format, { ...at, counter: FIRST });

/**
 * The format of a number somebody wrote as an example: the year in it, and the last digits beside it as the counter. `FA2026-001` is
 * `FA{year}-{counter:3}`. What shows neither, or names its places itself, stays as it is.
 */
export function formatOfExample(text: string, { series, year }: { series: string; year: number }): string {
  const typed = text.trim();
  if (typed.includes('{')) return typed;
  const marked = typed.replace(String(year), '{year}');
  const counter = [...marked.matchAll(/\d+/g)].at(-1);
  if (marked === typed || !counter) return typed;
  const [digits] = counter;
  const counted = `${marked.slice(0, counter.index)}{counter:${digits.length}}${marked.slice(counter.index + digits.length)}`;
  const begins = new RegExp(`(^|[^A-Za-z{])${series}(?![A-Za-z])`);
  return counted.replace(begins, '$1{series}');
}

/**
 * Renders a number format: `{series}-{year}-{counter:4}` with F, 2026 and 72 gives `F-2026-0072`.
 */
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

/** Counter of the example. */
const FIRST = 1;

/** Shows a format as the first number of the year. */
export const exampleOf = (format: string, at: { series: string; year: number }): string =>
  formatNumberPattern(format, { ...at, counter: FIRST });

/**
 * Derives a format from an example number: it contains the year, and its last other digits are the
 * counter. `FA2026-001` is `FA{year}-{counter:3}`. Text without either, or already a format, stays
 * unchanged.
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

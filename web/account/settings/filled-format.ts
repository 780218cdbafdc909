/** A format of numbers as it would look: `{series}-{year}-{counter:4}` of F in 2026 at 72 is `F-2026-0072`. */
export const filledFormat = (
  format: string,
  { series, year, counter }: { series: string; year: number; counter: number },
): string =>
  format
    .replaceAll('{series}', series)
    .replaceAll('{year}', String(year))
    .replace(/\{counter(?::(\d{1,2}))?\}/g, (_, width: string | undefined) =>
      String(counter).padStart(Number(width ?? 1), '0'),
    );

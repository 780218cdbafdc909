/** Cell separators, in order of preference if a file does not show its own. */
export const separators = [';', ',', '\t', '|'] as const;
export type Separator = (typeof separators)[number];

/** Characters examined: a first row is not longer. */
const LOOKED_AT = 65_536;

/**
 * Finds the first row and the cell separator: Excel's `sep=;` line if present, otherwise the mark
 * that occurs most often unquoted in the first row.
 */
export function detectSeparator(text: string): { separator: Separator; start: number } {
  const start = text.startsWith('\ufeff') ? 1 : 0;
  const [line, said] = SEPARATOR_LINE.exec(text.slice(start, start + LONGEST_SAID)) ?? [];
  if (line !== undefined) return { separator: said as Separator, start: start + line.length };
  return { separator: mostFrequentIn(firstRow(text.slice(start, start + LOOKED_AT))), start };
}

/** The separator that occurs at least twice in the most lines: text above the table has few. */
export function separatorOfTable(text: string, start: number): Separator {
  const lines = text
    .slice(start, start + LOOKED_AT)
    .replace(/(^|[;,\t|\r\n])"(?:[^"]|"")*(?:"|$)/g, '$1x')
    .split(/\r\n|\n|\r/);
  const counts = separators.map((mark) => lines.filter((line) => line.split(mark).length > 2).length);
  return separators[counts.indexOf(Math.max(...counts))] as Separator;
}

const SEPARATOR_LINE = /^"?sep=([;,\t|])"?(?:\r\n|\n|\r)/i;
const LONGEST_SAID = 9;

/** The first non-empty row, without quoted text. */
function firstRow(text: string): string {
  const bare = text.replace(/"(?:[^"]|"")*(?:"|$)/g, 'x');
  return bare.split(/\r\n|\n|\r/).find((line) => line.trim() !== '') ?? '';
}

function mostFrequentIn(row: string): Separator {
  const counts = separators.map((separator) => row.split(separator).length);
  return separators[counts.indexOf(Math.max(...counts))] as Separator;
}

/** What may stand between two cells, in the order they are preferred where a file does not tell. */
export const separators = [';', ',', '\t', '|'] as const;
export type Separator = (typeof separators)[number];

/** Characters that are looked at: a first row is not longer. */
const LOOKED_AT = 65_536;

/**
 * Where the rows of a file begin and what separates their cells. Excel's own first line `sep=;` says it; else the mark
 * that stands most often in the first row outside quotes does.
 */
export function detectSeparator(text: string): { separator: Separator; start: number } {
  const start = text.startsWith('\ufeff') ? 1 : 0;
  const [line, said] = SAID.exec(text.slice(start, start + LONGEST_SAID)) ?? [];
  if (line !== undefined) return { separator: said as Separator, start: start + line.length };
  return { separator: mostFrequentIn(firstRow(text.slice(start, start + LOOKED_AT))), start };
}

const SAID = /^"?sep=([;,\t|])"?(?:\r\n|\n|\r)/i;
const LONGEST_SAID = 9;

/** The first row that holds anything, without what is quoted in it. */
function firstRow(text: string): string {
  const bare = text.replace(/"(?:[^"]|"")*(?:"|$)/g, 'x');
  return bare.split(/\r\n|\n|\r/).find((line) => line.trim() !== '') ?? '';
}

function mostFrequentIn(row: string): Separator {
  const counts = separators.map((separator) => row.split(separator).length);
  return separators[counts.indexOf(Math.max(...counts))] as Separator;
}

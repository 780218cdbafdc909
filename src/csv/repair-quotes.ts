import type { Separator } from './detect-separator.ts';
import { countRows, type Reading } from './read-rows.ts';

/**
 * Counts the rows of a file. A misplaced quote may be part of the text (`ECRAN 24" BUREAU`): its
 * line is requoted and counted again. Returns the text that can be parsed.
 */
export async function countRepairedRows(
  text: string,
  reading: Reading,
  upTo: number,
): Promise<{ readonly text: string; readonly counted: Awaited<ReturnType<typeof countRows>> }> {
  const counted = await countRows(text, reading, upTo);
  if (typeof counted === 'number' || !('brokenInRow' in counted)) return { text, counted };
  const mended = repairQuotes(text, reading);
  const again = await countRows(mended, reading, upTo);
  return typeof again === 'number' ? { text: mended, counted: again } : { text, counted };
}

/** Characters of a line that is requoted. */
const LINE_MAX = 65_536;

/**
 * Doubles the quotes inside cells. A cell never continues on the next line, so no row can absorb
 * the next.
 */
export const repairQuotes = (text: string, { separator, start }: Reading): string =>
  text.slice(0, start) +
  text
    .slice(start)
    .replace(/[^\r\n]+/g, (line) =>
      line.length <= LINE_MAX && line.includes('"') ? mendedLine(line, separator) : line,
    );

function mendedLine(line: string, separator: Separator): string {
  const cells: string[] = [];
  let at = 0;
  while (at <= line.length) {
    const end =
      line[at] === '"' ? (properEnd(line, at, separator) ?? looseEnd(line, at, separator)) : endAt(line, at, separator);
    // An unclosed quote stays as it is: the parser reports where.
    if (end === undefined) return line;
    const cell = line.slice(at, end);
    const isQuoted = cell.startsWith('"');
    if (isQuoted && properEnd(line, at, separator) === end) cells.push(cell);
    else if (isQuoted) cells.push(quoted(cell.slice(1, -1)));
    else cells.push(cell.includes('"') ? quoted(cell) : cell);
    at = end + 1;
  }
  return cells.join(separator);
}

const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;

function endAt(line: string, at: number, separator: Separator): number {
  const found = line.indexOf(separator, at);
  return found < 0 ? line.length : found;
}

/** Where a correctly quoted cell ends: after its closing quote. */
function properEnd(line: string, at: number, separator: Separator): number | undefined {
  for (let quote = line.indexOf('"', at + 1); quote >= 0; quote = line.indexOf('"', quote + 2)) {
    const next = line[quote + 1];
    if (next === '"') continue;
    return next === undefined || next === separator ? quote + 1 : undefined;
  }
  return undefined;
}

/** Position of the first quote that could close a cell with quotes in its text. */
function looseEnd(line: string, at: number, separator: Separator): number | undefined {
  for (let quote = line.indexOf('"', at + 1); quote >= 0; quote = line.indexOf('"', quote + 1)) {
    const next = line[quote + 1];
    if (next === undefined || next === separator) return quote + 1;
  }
  return undefined;
}

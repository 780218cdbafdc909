import type { Json } from './openapi-json.ts';

/** Columns of a line, as in the rest of the project (`biome.json`). */
const LINE_WIDTH = 120;
const INDENT = '  ';

/**
 * JSON as formatters lay it out: what fits stands on one line, anything else has a line for each of its members. Lists of
 * names, numbers and references flow from line to line, as words do.
 */
export const laidOut = (value: Json): string => `${laid(value, { indent: '', used: 0 })}\n`;

/** `used` counts the columns of the line before the value and after it. */
function laid(value: unknown, { indent, used }: { indent: string; used: number }): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const line = onOneLine(value);
  if (used + line.length <= LINE_WIDTH && !holdsTable(value)) return line;
  const inner = indent + INDENT;
  if (Array.isArray(value) && value.every(isWord)) return `[\n${flowing(value, inner)}\n${indent}]`;
  const all: [string, unknown][] = Array.isArray(value)
    ? value.map((each) => [inner, each])
    : Object.entries(value).map(([name, member]) => [`${inner}${JSON.stringify(name)}: `, member]);
  const members = all.map(([before, member], place) => {
    const comma = place < all.length - 1 ? ',' : '';
    return before + laid(member, { indent: inner, used: before.length + comma.length }) + comma;
  });
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return `${open}\n${members.join('\n')}\n${indent}${close}`;
}

const isWord = (value: unknown): boolean =>
  typeof value !== 'object' || value === null || Object.keys(value).join() === '$ref';

function flowing(values: readonly unknown[], indent: string): string {
  const lines: string[] = [];
  for (const [place, value] of values.entries()) {
    const word = onOneLine(value) + (place < values.length - 1 ? ',' : '');
    const line = lines.at(-1);
    if (line !== undefined && line.length + 1 + word.length <= LINE_WIDTH) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(indent + word);
  }
  return lines.join('\n');
}

/** Several objects of several members each are easier to compare one below the other. */
const isTable = (value: object): boolean =>
  Array.isArray(value) &&
  value.length > 1 &&
  (value.every((each) => Array.isArray(each) && each.length > 1) ||
    value.every(
      (each) => typeof each === 'object' && each !== null && !Array.isArray(each) && Object.keys(each).length > 1,
    ));

const holdsTable = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && (isTable(value) || Object.values(value).some(holdsTable));

function onOneLine(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(onOneLine).join(', ')}]`;
  const members = Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}: ${onOneLine(member)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

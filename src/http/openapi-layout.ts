import type { Json } from './openapi-json.ts';

/** Columns of a line, as in the rest of the project (`biome.json`). */
const LINE_WIDTH = 120;
const INDENT = '  ';

/**
 * JSON as formatters lay it out: what fits stands on one line, anything else has a line for each of its members. Lists of
 * names, numbers and references flow from line to line, as words do, and so do members that are such.
 */
export const laidOut = (value: Json): string => `${laid(value, { indent: '', used: 0 })}\n`;

/** `used` counts the columns of the line before the value and after it. */
function laid(value: unknown, { indent, used }: { indent: string; used: number }): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const line = onOneLine(value);
  if (used + line.length <= LINE_WIDTH && !holdsTable(value)) return line;
  const inner = indent + INDENT;
  const all: [string, unknown][] = Array.isArray(value)
    ? value.map((each) => ['', each])
    : Object.entries(value).map(([name, member]) => [`${JSON.stringify(name)}: `, member]);
  const members = all.map(([before, member], place) => {
    const after = place < all.length - 1 ? ',' : '';
    const used = inner.length + before.length + after.length;
    const text = isWord(member) ? onOneLine(member) : laid(member, { indent: inner, used });
    return { text: before + text + after, flows: isWord(member) };
  });
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return `${open}\n${flowing(members, inner)}\n${indent}${close}`;
}

const isWord = (value: unknown): boolean =>
  typeof value !== 'object' || value === null || Object.keys(value).join() === '$ref';

/** What flows goes on where another ended that does; anything else begins a line. */
function flowing(members: readonly { text: string; flows: boolean }[], indent: string): string {
  const lines: string[] = [];
  for (const [place, { text, flows }] of members.entries()) {
    const line = lines.at(-1) ?? '';
    const goesOn = flows && members[place - 1]?.flows && line.length + 1 + text.length <= LINE_WIDTH;
    if (goesOn) lines[lines.length - 1] = `${line} ${text}`;
    else lines.push(indent + text);
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

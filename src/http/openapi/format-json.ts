import type { Json } from './json-type.ts';

/** Columns of a line. More than of code: what stands in it are sentences and references, and nobody writes it by hand. */
const LINE_WIDTH = 150;
const INDENT = '  ';

/**
 * JSON as formatters lay it out: what fits stands on one line, anything else has a line for each of its members. Members of one
 * line flow from line to line, as words do, and what holds one member alone opens and closes on the lines of that member.
 */
export const formatJson = (value: Json): string => `${laid(value, { indent: '', used: 0 })}\n`;

/** `used` counts the columns of the line before the value and after it. */
function laid(value: unknown, { indent, used }: { indent: string; used: number }): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const line = toSingleLine(value);
  if (used + line.length <= LINE_WIDTH) return line;
  const all: [string, unknown][] = Array.isArray(value)
    ? value.map((each) => ['', each])
    : Object.entries(value).map(([name, member]) => [`${JSON.stringify(name)}: `, member]);
  const [[before, only] = ['', undefined], ...others] = all;
  if (others.length === 0 && holdsMembers(only)) {
    const opened = Array.isArray(value) ? '[' : `{ ${before}`;
    const closed = Array.isArray(value) ? ']' : ' }';
    return `${opened}${laid(only, { indent, used: used + opened.length + closed.length })}${closed}`;
  }
  const inner = indent + INDENT;
  const members = all.map(([before, member], place) => {
    const after = place < all.length - 1 ? ',' : '';
    return before + laid(member, { indent: inner, used: inner.length + before.length + after.length }) + after;
  });
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return `${open}\n${flowing(members, inner)}\n${indent}${close}`;
}

const holdsMembers = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length > 0;

/** What is of one line goes on where another of one line ended; anything else begins a line, and the next after it too. */
function flowing(members: readonly string[], indent: string): string {
  const lines: string[] = [];
  for (const [place, text] of members.entries()) {
    const line = lines.at(-1) ?? '';
    const flows = place > 0 && ![text, members[place - 1] ?? ''].some((each) => each.includes('\n'));
    if (flows && line.length + 1 + text.length <= LINE_WIDTH) lines[lines.length - 1] = `${line} ${text}`;
    else lines.push(indent + text);
  }
  return lines.join('\n');
}

function toSingleLine(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(toSingleLine).join(', ')}]`;
  const members = Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}: ${toSingleLine(member)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

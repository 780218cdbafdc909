import type { Json } from './components.ts';

/**
 * Line width. Wider than for code, because the lines contain sentences and references and are
 * generated.
 */
const LINE_WIDTH = 150;
const INDENT = '  ';

/**
 * Formats JSON like a formatter: values that fit stay on one line, others get one line per member.
 * Short members of an array fill lines like words, and an object with a single member shares its
 * lines.
 */
export const formatJson = (value: Json): string => `${laid(value, { indent: '', used: 0 })}\n`;

/** `used` counts the columns before and after the value on its line. */
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

/**
 * Fills lines with single-line members; a multi-line member starts its own line, and so does the
 * member after it.
 */
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

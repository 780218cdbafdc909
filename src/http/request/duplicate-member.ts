import { endOfString } from './json-string.ts';

/** A duplicate object member: line and column of the second one, counted from 1, and its name. */
export type DuplicateMember = { readonly line: number; readonly column: number; readonly member: string };

/** Counts object members at all depths. If the text has more, one is a duplicate. */
export function countMembers(value: unknown): number {
  if (value === null || typeof value !== 'object') return 0;
  let members = 0;
  if (Array.isArray(value)) for (const each of value) members += countMembers(each);
  else for (const each of Object.values(value)) members += 1 + countMembers(each);
  return members;
}

/** Maximum characters of a member name quoted in a problem. */
const SHOWN_CHARACTERS = 100;

/**
 * Finds the first duplicate member of a valid JSON text. Scans without regular expressions, because
 * strings may be megabytes long.
 */
export function findDuplicateMember(text: string): DuplicateMember | undefined {
  const open: (Set<string> | undefined)[] = [];
  let last = { from: 0, to: 0 };
  for (let at = 0; at < text.length; at++) {
    const sign = text[at];
    if (sign === '"') {
      const to = endOfString(text, at + 1);
      last = { from: at, to };
      at = to;
    } else if (sign === '{') open.push(new Set());
    else if (sign === '[') open.push(undefined);
    else if (sign === '}' || sign === ']') open.pop();
    else if (sign === ':') {
      const names = open.at(-1);
      const name = JSON.parse(text.slice(last.from, last.to + 1)) as string;
      if (names?.has(name)) return { ...placeOf(text, last.from), member: name.slice(0, SHOWN_CHARACTERS) };
      names?.add(name);
    }
  }
  return undefined;
}

function placeOf(text: string, at: number): { line: number; column: number } {
  const lines = text.slice(0, at).split(/\r\n|[\n\r]/);
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}

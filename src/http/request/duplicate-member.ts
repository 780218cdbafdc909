import { endOfString } from './json-string.ts';

/** A member that an object has twice: where the second stands, in lines and columns from 1, and its name. */
export type DuplicateMember = { readonly line: number; readonly column: number; readonly member: string };

/** How many members the objects of a value have, at any depth. A text that has more said one of them twice. */
export function countMembers(value: unknown): number {
  if (value === null || typeof value !== 'object') return 0;
  let members = 0;
  if (Array.isArray(value)) for (const each of value) members += countMembers(each);
  else for (const each of Object.values(value)) members += 1 + countMembers(each);
  return members;
}

/** Characters of a name that a problem repeats. */
const SHOWN_CHARACTERS = 100;

/** The first member that stands twice in one object of a text, which is JSON. Strings may be megabytes long: no expression reads them. */
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

/** A member that an object has twice: where the second stands, in lines and columns from 1, and its name. */
export type MemberTwice = { readonly line: number; readonly column: number; readonly member: string };

/** How many members the objects of a value have, at any depth. A text that has more said one of them twice. */
export function membersIn(value: unknown): number {
  if (value === null || typeof value !== 'object') return 0;
  let members = 0;
  if (Array.isArray(value)) for (const each of value) members += membersIn(each);
  else for (const each of Object.values(value)) members += 1 + membersIn(each);
  return members;
}

/** Characters of a name that a problem repeats. */
const SHOWN_CHARACTERS = 100;
/** A string, or what opens, separates and closes; everything else says nothing of members. */
const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]/g;

/** The first member that stands twice in one object of a text, which is JSON. */
export function memberTwice(text: string): MemberTwice | undefined {
  const open: (Set<string> | undefined)[] = [];
  let last: RegExpExecArray | undefined;
  for (const token of text.matchAll(TOKEN)) {
    const [written] = token;
    if (written === '{') open.push(new Set());
    else if (written === '[') open.push(undefined);
    else if (written === '}' || written === ']') open.pop();
    else if (written === ':' && last) {
      const names = open.at(-1);
      const name = JSON.parse(last[0]) as string;
      if (names?.has(name)) return { ...placeOf(text, last.index), member: name.slice(0, SHOWN_CHARACTERS) };
      names?.add(name);
    }
    last = token;
  }
  return undefined;
}

function placeOf(text: string, at: number): { line: number; column: number } {
  const lines = text.slice(0, at).split(/\r\n|[\n\r]/);
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}

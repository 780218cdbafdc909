/** Position of a JSON syntax error. Lines and columns count UTF-16 units from 1, as editors do. */
export type JsonSyntaxError = { readonly line: number; readonly column: number; readonly atEnd: boolean };

/**
 * Finds the first syntax error; undefined if the text is valid JSON. The caller has already limited
 * the nesting depth.
 */
export function findJsonSyntaxError(text: string): JsonSyntaxError | undefined {
  const read = valueFrom(text, blanksFrom(text, 0));
  const end = read.good ? blanksFrom(text, read.at) : read.at;
  if (read.good && end === text.length) return undefined;
  const before = text.slice(0, end);
  const lines = before.split(LINE_END);
  return { line: lines.length, column: (lines.at(-1) as string).length + 1, atEnd: end >= text.length };
}

const LINE_END = /\r\n|[\n\r]/;

/** How far the text was read, and whether that part was valid. */
type Read = { at: number; good: boolean };

const SCALAR =
  /"(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
const STRING_BEGUN = /"(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*/y;
const BLANKS = /[ \t\n\r]*/y;

const endOf = (pattern: RegExp, text: string, at: number): number | undefined => {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
};
const blanksFrom = (text: string, at: number): number => endOf(BLANKS, text, at) as number;

function valueFrom(text: string, at: number): Read {
  if (text[at] === '[') return membersFrom(text, at, { closing: ']', member: valueFrom });
  if (text[at] === '{') return membersFrom(text, at, { closing: '}', member: memberFrom });
  return scalarFrom(text, at);
}

/**
 * Reads a string, number or literal. A string error is reported where it cannot continue, any other
 * at its start.
 */
function scalarFrom(text: string, at: number): Read {
  const end = endOf(SCALAR, text, at);
  return end === undefined ? { at: endOf(STRING_BEGUN, text, at) ?? at, good: false } : { at: end, good: true };
}

function memberFrom(text: string, at: number): Read {
  if (text[at] !== '"') return { at, good: false };
  const name = scalarFrom(text, at);
  if (!name.good) return name;
  const colon = blanksFrom(text, name.at);
  return text[colon] === ':' ? valueFrom(text, blanksFrom(text, colon + 1)) : { at: colon, good: false };
}

/** Reads comma-separated members between brackets. */
function membersFrom(
  text: string,
  opening: number,
  { closing, member }: { closing: string; member: (text: string, at: number) => Read },
): Read {
  let at = blanksFrom(text, opening + 1);
  if (text[at] === closing) return { at: at + 1, good: true };
  for (;;) {
    const read = member(text, at);
    if (!read.good) return read;
    at = blanksFrom(text, read.at);
    if (text[at] === closing) return { at: at + 1, good: true };
    if (text[at] !== ',') return { at, good: false };
    at = blanksFrom(text, at + 1);
  }
}

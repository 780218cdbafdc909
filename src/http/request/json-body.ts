import { isUtf8 } from 'node:buffer';
import { processLimits } from '../../limits/process-limits.ts';
import type { JsonLimit } from '../errors/body-refusal.ts';
import type { HttpRefusal } from '../errors/http-refusal.ts';

/** Maximum request body size in bytes. */
export const BODY_BYTES_MAX = 1_048_576;

/** Parses a body as JSON. An empty body counts as `{}`, whatever its media type. */
export function readBody(bytes: Buffer, contentType: string | undefined): { body: unknown } | HttpRefusal {
  if (bytes.length === 0) return { body: {} };
  if (!JSON_TYPE.test(contentType ?? '')) return { refused: 'media_type_unsupported' };
  if (!isUtf8(bytes)) return { refused: 'body_malformed', because: 'not_utf8' };
  const text = bytes.toString('utf8');
  const counted = intricacyOf(text);
  if (counted === 'depth') return { refused: 'body_malformed', because: 'too_deep' };
  if (typeof counted === 'string') return { refused: 'body_too_intricate', counted, limit: limitOf[counted] };
  try {
    const body: unknown = JSON.parse(text);
    // Of duplicate members we would use the last, another reader the first (RFC 8259 section 4).
    const twice = countMembers(body) === counted.members ? undefined : findDuplicateMember(text);
    if (!twice) return { body };
    const { member, ...at } = twice;
    return { refused: 'body_malformed', because: 'member_twice', at, member };
  } catch {
    const { line, column, atEnd } = findJsonSyntaxError(text) ?? { line: 1, column: 1, atEnd: false };
    return { refused: 'body_malformed', because: atEnd ? 'breaks_off' : 'no_json', at: { line, column } };
  }
}

const JSON_TYPE = /^\s*application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i;

const { depthMax, objectMembersMax, arrayElementsMax, valuesMax } = processLimits.json;
const limitOf: Readonly<Record<JsonLimit, number>> = {
  members: objectMembersMax,
  elements: arrayElementsMax,
  values: valuesMax,
};

const QUOTE = 34;
const COMMA = 44;
const COLON = 58;
const OPENING_ARRAY = 91;
const CLOSING_ARRAY = 93;
const OPENING_OBJECT = 123;
const CLOSING_OBJECT = 125;

/**
 * Checks JSON limits or counts members by scanning brackets and commas outside strings, in one pass
 * before parsing: a few characters make a value, and later stages do much more work for each.
 */
function intricacyOf(text: string): JsonLimit | 'depth' | { readonly members: number } {
  /** Element count of each open container, outermost first; negative for objects. */
  const open: number[] = [];
  let values = 0;
  let members = 0;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c === QUOTE) i = endOfString(text, i + 1);
    else if (c === COMMA) {
      const last = open.length - 1;
      const before = open[last];
      // Not JSON: the parser reports it.
      if (before === undefined) return { members };
      if (before >= arrayElementsMax) return 'elements';
      if (-before >= objectMembersMax) return 'members';
      if (++values > valuesMax) return 'values';
      open[last] = before > 0 ? before + 1 : before - 1;
    } else if (c === OPENING_ARRAY || c === OPENING_OBJECT) {
      if (open.length >= depthMax) return 'depth';
      if (++values > valuesMax) return 'values';
      open.push(c === OPENING_ARRAY ? 1 : -1);
    } else if (c === CLOSING_ARRAY || c === CLOSING_OBJECT) open.pop();
    else if (c === COLON) members += 1;
  }
  return { members };
}

const BACKSLASH = 92;

/**
 * Index of the closing quote of the JSON string that begins at `start`; the end of the text if
 * there is none.
 */
function endOfString(text: string, start: number): number {
  for (let i = start; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c === BACKSLASH) i++;
    else if (c === QUOTE) return i;
  }
  return text.length;
}

/** A duplicate object member: line and column of the second one, counted from 1, and its name. */
type DuplicateMember = { readonly line: number; readonly column: number; readonly member: string };

/** Counts object members at all depths. If the text has more, one is a duplicate. */
function countMembers(value: unknown): number {
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
function findDuplicateMember(text: string): DuplicateMember | undefined {
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

/** Position of a JSON syntax error. Lines and columns count UTF-16 units from 1, as editors do. */
type JsonSyntaxError = { readonly line: number; readonly column: number; readonly atEnd: boolean };

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

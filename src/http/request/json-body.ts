import { isUtf8 } from 'node:buffer';
import { processLimits } from '../../limits/process-limits.ts';
import type { JsonLimit } from '../errors/body-refusal.ts';
import type { HttpRefusal } from '../errors/http-refusal.ts';
import { countMembers, findDuplicateMember } from './duplicate-member.ts';
import { endOfString } from './json-string.ts';
import { findJsonSyntaxError } from './json-syntax-error.ts';

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

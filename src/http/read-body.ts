import { isUtf8 } from 'node:buffer';
import type { EdgeRefusal } from './edge-refusal.ts';

/** Bytes a request's body may hold. */
export const BODY_BYTES_MAX = 1_048_576;
/** Levels of objects and arrays in a body: no request of ours needs ten, and a recursive reader must survive them. */
const NESTING_MAX = 64;

/** A body as JSON. An empty one says nothing, whatever its declared type: it is taken as `{}`. */
export function readBody(bytes: Buffer, contentType: string | undefined): { body: unknown } | EdgeRefusal {
  if (bytes.length === 0) return { body: {} };
  if (!JSON_TYPE.test(contentType ?? '')) return { refused: 'media_type_unsupported' };
  if (!isUtf8(bytes)) return { refused: 'body_malformed' };
  const text = bytes.toString('utf8');
  if (nestsTooDeep(text)) return { refused: 'body_malformed' };
  try {
    return { body: JSON.parse(text) };
  } catch {
    return { refused: 'body_malformed' };
  }
}

const JSON_TYPE = /^\s*application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i;

const QUOTE = 34;
const BACKSLASH = 92;

/** Counts brackets outside strings, before anything is built from them. */
function nestsTooDeep(text: string): boolean {
  let depth = 0;
  let inString = false;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (inString) {
      if (c === BACKSLASH) i++;
      else if (c === QUOTE) inString = false;
    } else if (c === QUOTE) inString = true;
    else if (c === 91 || c === 123) {
      if (++depth > NESTING_MAX) return true;
    } else if (c === 93 || c === 125) depth--;
  }
  return false;
}

import type { HttpRefusal } from '../errors/http-refusal.ts';

/**
 * Parses the Idempotency-Key, quoted as in the draft standard or bare as most clients send it.
 * `"a"` and `a` are the same key.
 */
export function parseIdempotencyKey(header: string | string[] | undefined): string | undefined | HttpRefusal {
  if (header === undefined) return undefined;
  const said = Array.isArray(header) ? header.join(', ') : header.trim();
  const key = QUOTED.test(said) ? said.slice(1, -1).replace(/\\(["\\])/g, '$1') : said;
  if (!VISIBLE.test(key)) return { refused: 'header_malformed', header: 'Idempotency-Key' };
  return key;
}

/** A structured-field string (RFC 9651) with escaped quotes and backslashes. */
const QUOTED = /^"(?:[\x20-\x21\x23-\x5b\x5d-\x7e]|\\["\\])*"$/;
const VISIBLE = /^[\x21-\x7e]{1,255}$/;

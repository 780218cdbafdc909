import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Language } from '../../schemas/validation/faults.ts';
import type { HttpRefusal } from '../errors/http-refusal.ts';

/** The request id: the client's own if it is well-formed, otherwise a new one. */
export function readRequestId(request: IncomingMessage): string {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();
}

/** Excludes characters that could forge a log line or a header. */
const REQUEST_ID = /^[\w.:+=/-]{1,128}$/;

/** The client's trace context (W3C Trace Context). */
export type TraceParent = { readonly traceId: string; readonly parentId: string };

/**
 * Parses `traceparent` (W3C Trace Context, 3.2). A later version is read as far as version 00 goes.
 * An invalid header is ignored, as the standard requires.
 */
export function parseTraceParent(header: string | readonly string[] | undefined): TraceParent | undefined {
  if (typeof header !== 'string' || header.length > CHARACTERS_MAX) return undefined;
  const [, version, traceId, parentId, more] = TRACE_PARENT.exec(header) ?? [];
  if (version === undefined || version === 'ff' || (version === '00' && more !== '')) return undefined;
  if (!traceId || !parentId || ALL_ZEROS.test(traceId) || ALL_ZEROS.test(parentId)) return undefined;
  return { traceId, parentId };
}

/** Version 00 has 55 characters; later ones may be longer, but must not flood the log. */
const CHARACTERS_MAX = 256;
const TRACE_PARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}(|-.*)$/;
const ALL_ZEROS = /^0+$/;

/**
 * Response language: French or English, whichever the client prefers; French if the header names
 * neither.
 */
export const preferredLanguage = (acceptLanguage: string | undefined): Language =>
  requestedLanguage(acceptLanguage) ?? 'fr';

/** French or English, whichever `Accept-Language` prefers; undefined if it names neither. */
export function requestedLanguage(acceptLanguage: string | undefined): Language | undefined {
  if (!acceptLanguage) return undefined;
  let best: { language: Language | undefined; weight: number } = { language: undefined, weight: 0 };
  for (const range of acceptLanguage.slice(0, HEADER_READ_MAX).split(',')) {
    const [tag = '', ...parameters] = range.trim().toLowerCase().split(';');
    const language = tag.split('-')[0];
    if (language !== 'fr' && language !== 'en') continue;
    const weight = weightOf(parameters);
    if (weight > best.weight) best = { language, weight };
  }
  return best.language;
}

/** Maximum characters of the header that are parsed. */
const HEADER_READ_MAX = 200;

function weightOf(parameters: readonly string[]): number {
  const quality = parameters.find((parameter) => parameter.trim().startsWith('q='));
  const weight = quality ? Number(quality.trim().slice(2)) : 1;
  return Number.isFinite(weight) ? weight : 0;
}

/**
 * Parses the Idempotency-Key, quoted as in the draft standard or bare as most clients send it.
 * `"a"` and `a` are the same key.
 */
export function parseIdempotencyKey(header: string | string[] | undefined): string | undefined | HttpRefusal {
  if (header === undefined) return undefined;
  const said = Array.isArray(header) ? header.join(', ') : header.trim();
  const key = QUOTED_KEY.test(said) ? said.slice(1, -1).replace(/\\(["\\])/g, '$1') : said;
  if (!VISIBLE_KEY.test(key)) return { refused: 'header_malformed', header: 'Idempotency-Key' };
  return key;
}

/** A structured-field string (RFC 9651) with escaped quotes and backslashes. */
const QUOTED_KEY = /^"(?:[\x20-\x21\x23-\x5b\x5d-\x7e]|\\["\\])*"$/;
const VISIBLE_KEY = /^[\x21-\x7e]{1,255}$/;

/**
 * The versions in `If-Match`. `*` only requires that the resource exists, which every operation
 * checks anyway.
 */
export function parseIfMatch(header: string | undefined): string | undefined {
  const said = header?.trim();
  return said === '*' ? undefined : said;
}

/** Whether `If-None-Match` contains this version; weak comparison (RFC 9110 section 13.1.2). */
export function matchesIfNoneMatch(header: string | undefined, etag: string | undefined): boolean {
  if (header === undefined || etag === undefined) return false;
  if (header.trim() === '*') return true;
  const said = header.match(/(?:W\/)?"[^"]*"/g) ?? [];
  return said.some((each) => opaque(each) === opaque(etag));
}

const opaque = (tag: string): string => tag.replace(/^W\//, '');

/**
 * Whether the client prefers strict handling of unknown input (RFC 7240, `Prefer:
 * handling=strict`). If the preference is repeated, the first counts.
 */
export function prefersStrictHandling(header: string | readonly string[] | undefined): boolean {
  if (header === undefined) return false;
  for (const preference of String(header).split(',')) {
    const [, name, value] = PREFERENCE.exec(preference) ?? [];
    if (name?.toLowerCase() === 'handling') return value?.toLowerCase() === 'strict';
  }
  return false;
}

/** Name and value, quoted or not; parameters are ignored. */
const PREFERENCE = /^\s*([\w!#$&'*+.^`|~-]+)\s*(?:=\s*"?([\w!#$&'*+.^`|~-]*)"?\s*)?(?:;.*)?$/;

/** Response header confirming strict handling. */
export const STRICT_HANDLING_APPLIED = { 'preference-applied': 'handling=strict' } as const;

/**
 * Headers that may occur only once. Node silently uses the first of two, while a proxy in front may
 * have used the other (RFC 9112 section 3.2, RFC 9110 section 5.3).
 */
const HEADERS_SENT_ONCE: ReadonlySet<string> = new Set(['host', 'authorization', 'content-type', 'content-length']);

/** Whether host, credentials and framing headers are unambiguous. */
export function hasUniqueHeaders({ rawHeaders, headers, httpVersion }: IncomingMessage): boolean {
  const said = new Set<string>();
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = (rawHeaders[at] ?? '').toLowerCase();
    if (HEADERS_SENT_ONCE.has(name) && said.has(name)) return false;
    said.add(name);
  }
  if (!said.has('host') && httpVersion === '1.1') return false;
  // Only chunked is decoded: a compressed transfer coding would be read as it is.
  const coding = headers['transfer-encoding'];
  return coding === undefined || coding.trim().toLowerCase() === 'chunked';
}

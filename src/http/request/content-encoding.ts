import type { IncomingHttpHeaders } from 'node:http';
import { fileEncodings } from '../../services/import-export/import-form.ts';
import type { HttpRefusal } from '../errors/http-refusal.ts';

/** Aliases of the accepted character sets. ASCII is a subset of UTF-8. */
const ALIASES: ReadonlySet<string> = new Set(['utf8', 'us-ascii', 'ascii', 'utf-16', 'cp1252', 'latin1', 'iso-8859-1']);
const JSON_CHARSETS: ReadonlySet<string> = new Set(['utf-8', 'utf8', 'us-ascii', 'ascii']);

/**
 * Refuses a compressed body or an unsupported character set. Decoding it anyway would change its
 * content silently.
 */
export function contentEncodingRefusal(headers: IncomingHttpHeaders): HttpRefusal | undefined {
  const coding = headers['content-encoding']?.trim().toLowerCase() ?? '';
  if (coding !== '' && coding !== 'identity')
    return { refused: 'content_encoding_unsupported', encoding: coding.slice(0, SHOWN_CHARACTERS) };
  const type = headers['content-type'] ?? '';
  const said = charsetOf(type);
  if (said === undefined) return undefined;
  const isJson = /^\s*application\/(?:[\w.+-]+\+)?json\b/i.test(type);
  const isRead = isJson ? JSON_CHARSETS.has(said) : fileEncodings.has(said) || ALIASES.has(said);
  return isRead ? undefined : { refused: 'charset_unsupported', charset: said.slice(0, SHOWN_CHARACTERS) };
}

/** Maximum characters of a header value quoted in a problem. */
const SHOWN_CHARACTERS = 40;

/** The charset of a media type, in lower case. */
export function charsetOf(contentType: string): string | undefined {
  const [, quoted, bare] = /;\s*charset\s*=\s*(?:"([^"]*)"|([^\s;]*))/i.exec(contentType) ?? [];
  return (quoted ?? bare)?.toLowerCase();
}

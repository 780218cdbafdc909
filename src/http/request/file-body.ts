import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyContextConfig, FastifyRequest } from 'fastify';
import { fileEncodings } from '../../services/import-export/import-form.ts';
import type { HttpRefusal } from '../errors/http-refusal.ts';

/** Maximum body size of operations that take files. */
export const FILE_BYTES_MAX = 8 * 1_048_576;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The operation takes a raw file. */
    takes?: 'csv' | 'bank_file' | 'import_file' | 'attachment';
  }
}

/** A file sent as the raw body, not inside JSON. */
class SentFile {
  readonly bytes: Buffer;
  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }
}

const WORKBOOK_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Accepted media types of raw files. */
const fileTypes = {
  csv: ['text/csv', WORKBOOK_TYPE],
  bank_file: [
    ...['text/csv', 'application/x-ofx', 'application/ofx', 'application/vnd.intu.qfx', 'application/xml', 'text/xml'],
    WORKBOOK_TYPE,
    'application/octet-stream',
  ],
  import_file: ['application/octet-stream'],
  attachment: [],
} as const satisfies Record<NonNullable<FastifyContextConfig['takes']>, readonly string[]>;

/** Accepted media types of an operation, preferred one first. */
export const acceptedFileTypes = (takes: keyof typeof fileTypes | undefined): readonly string[] =>
  takes ? fileTypes[takes] : [];

export const isFileType = (contentType: string | undefined, takes: keyof typeof fileTypes | undefined): boolean =>
  acceptedFileTypes(takes).includes((contentType ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '');

export const readFileBody = (bytes: Buffer): { body: unknown } => ({ body: new SentFile(bytes) });

/**
 * The request parts an operation reads. For a raw file the bytes stay unparsed and the member
 * `file` is empty; options come from the query and the character set from the content type.
 */
export function partsOfRequest({ params, query, body, headers }: FastifyRequest) {
  if (!(body instanceof SentFile)) return { parts: { path: params, query, body: body === undefined ? {} : body } };
  const charset = encodingOf(headers['content-type']);
  const options = { ...(charset && { encoding: charset }), ...(query as Record<string, unknown>) };
  return { parts: { path: params, query: {}, body: { ...options, file: '' } }, sentFile: body.bytes };
}

/** Maps a charset to the option `encoding`, including aliases, and ASCII to UTF-8. */
function encodingOf(contentType = ''): string | undefined {
  const said = charsetOf(contentType);
  return said === undefined ? undefined : (OTHER_NAMES[said] ?? said);
}

const OTHER_NAMES: Readonly<Record<string, string>> = {
  utf8: 'utf-8',
  ascii: 'utf-8',
  'us-ascii': 'utf-8',
  'utf-16': 'utf-16le',
  cp1252: 'windows-1252',
  latin1: 'windows-1252',
  'iso-8859-1': 'windows-1252',
};

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
function charsetOf(contentType: string): string | undefined {
  const [, quoted, bare] = /;\s*charset\s*=\s*(?:"([^"]*)"|([^\s;]*))/i.exec(contentType) ?? [];
  return (quoted ?? bare)?.toLowerCase();
}

import type { FastifyContextConfig, FastifyRequest } from 'fastify';
import { charsetOf } from './content-encoding.ts';

/** Bytes a body may hold where an operation takes files. */
export const FILE_BYTES_MAX = 8 * 1_048_576;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The operation takes a file as it is. */
    takes?: 'csv' | 'bank_file' | 'attachment';
  }
}

/** A file that was sent as it is, not inside JSON. */
class SentFile {
  readonly bytes: Buffer;
  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }
}

/** What a file may be said to be where it is sent as it is. */
const fileTypes = {
  csv: ['text/csv'],
  bank_file: [
    ...['text/csv', 'application/x-ofx', 'application/ofx', 'application/vnd.intu.qfx', 'application/xml', 'text/xml'],
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'application/octet-stream',
  ],
  attachment: [],
} as const satisfies Record<NonNullable<FastifyContextConfig['takes']>, readonly string[]>;

/** The types of files an operation takes as they are, the first of them by choice. */
export const acceptedFileTypes = (takes: keyof typeof fileTypes | undefined): readonly string[] =>
  takes ? fileTypes[takes] : [];

export const isFileType = (contentType: string | undefined, takes: keyof typeof fileTypes | undefined): boolean =>
  acceptedFileTypes(takes).includes((contentType ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '');

export const readFileBody = (bytes: Buffer): { body: unknown } => ({ body: new SentFile(bytes) });

/**
 * The parts of a request as operations read them. Of a file that was sent as it is the bytes stay what they are, and the member
 * `file` that stands for them is empty; its options come from the query and its character set from the content type.
 */
export function partsOfRequest({ params, query, body, headers }: FastifyRequest) {
  if (!(body instanceof SentFile)) return { parts: { path: params, query, body: body === undefined ? {} : body } };
  const charset = encodingOf(headers['content-type']);
  const options = { ...(charset && { encoding: charset }), ...(query as Record<string, unknown>) };
  return { parts: { path: params, query: {}, body: { ...options, file: '' } }, sentFile: body.bytes };
}

/** The option `encoding` that a charset stands for; other names than ours of a set are ours, and of those that UTF-8 holds UTF-8. */
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

import type { FastifyRequest } from 'fastify';

/** Bytes a body may hold where an operation takes files. */
export const FILE_BYTES_MAX = 8 * 1_048_576;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The operation takes a file as it is. */
    takes?: 'csv' | 'attachment';
  }
}

/** A file that was sent as it is, not inside JSON. */
class SentFile {
  readonly bytes: Buffer;
  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }
}

export const isFileType = (contentType: string | undefined): boolean =>
  /^\s*text\/csv\s*(?:;|$)/i.test(contentType ?? '');

export const readFileBody = (bytes: Buffer): { body: unknown } => ({ body: new SentFile(bytes) });

/**
 * The parts of a request as operations read them. Of a file that was sent as it is the bytes stay what they are, and the member
 * `file` that stands for them is empty; its options come from the query and its character set from the content type.
 */
export function partsOfRequest({ params, query, body, headers }: FastifyRequest) {
  if (!(body instanceof SentFile)) return { parts: { path: params, query, body: body === undefined ? {} : body } };
  const charset = /;\s*charset="?([\w-]+)/i.exec(headers['content-type'] ?? '')?.[1];
  const options = { ...(charset && { encoding: charset }), ...(query as Record<string, unknown>) };
  return { parts: { path: params, query: {}, body: { ...options, file: '' } }, sentFile: body.bytes };
}

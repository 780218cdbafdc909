import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type * as z from 'zod';
import { isRefusal } from '../../domain/refusal.ts';
import { type Answer, valueOf } from '../../pipeline/answer.ts';
import type { FileAnswer } from '../../pipeline/file-answer.ts';
import type { Operation } from '../../pipeline/operation.ts';
import { type RequestInput, runOperation } from '../../pipeline/run-operation.ts';
import type { AppServices } from '../../services/app-dependencies.ts';
import type { Caller } from '../../services/caller.ts';
import type { exportedPart } from '../../services/import-export/export-page.ts';
import { reserveResponseBytes } from '../limits/memory-limits.ts';

const CSV_UTF8 = 'text/csv; charset=utf-8; header=present';

/** Requests the part of a file that begins after an id. */
type NextPart = (after: string) => Promise<Answer>;

/**
 * Runs the operation again for the next part. Each part is its own transaction, so slow readers
 * hold none open.
 */
export const nextParts =
  (services: AppServices, operation: Operation, caller: Caller, asked: RequestInput): NextPart =>
  async (after) => {
    const query = { ...(asked.parts.query as Record<string, unknown>), after };
    const answer = await runOperation(services, operation, caller, { ...asked, parts: { ...asked.parts, query } });
    if (isRefusal(answer)) throw new Error(`a later part of ${operation.name} was refused: ${answer.refused}`);
    return answer as Answer;
  };

/**
 * Streams a file part by part, at most one part ahead of the reader. If a part fails, the
 * connection ends without the final chunk, so that clients do not take the partial file for
 * complete.
 */
export function sendFile(reply: FastifyReply, first: Answer, nextPart: NextPart): FastifyReply {
  const parts = textOf(first, nextPart, (bytes) => reserveResponseBytes(reply.request, reply, bytes));
  return reply.header('content-type', CSV_UTF8).send(Readable.from(parts, { highWaterMark: 1 }));
}

/**
 * Sends a file under its own media type as a download: an uploaded file must not run as a page of
 * this service. Only PDFs open in the browser's own viewer.
 */
export function sendBytes(reply: FastifyReply, { name, mediaType, bytes }: FileAnswer): FastifyReply {
  return withFileHeaders(reply, { name, mediaType }).send(bytes);
}

/**
 * Streams a large file part by part, at most one part ahead of the reader. If a part fails, the
 * connection ends before the announced length, so that clients see that the file is incomplete.
 */
export function sendInParts(reply: FastifyReply, first: FileAnswer, nextPart: NextPart): FastifyReply {
  withFileHeaders(reply, first);
  if (first.size !== undefined) reply.header('content-length', first.size);
  if (reply.request.method === 'HEAD') return reply.send();
  const parts = bytesIn(first, nextPart, (bytes) => reserveResponseBytes(reply.request, reply, bytes));
  return reply.send(Readable.from(parts, { highWaterMark: 1 }));
}

async function* bytesIn(
  first: FileAnswer,
  nextPart: NextPart,
  held: (bytes: number) => () => void,
): AsyncGenerator<Buffer> {
  for (let part = first; ; ) {
    const taken = held(part.bytes.length);
    try {
      yield part.bytes;
    } finally {
      taken();
    }
    if (part.next === undefined) return;
    const { file } = await nextPart(part.next);
    if (!file) throw new Error('a part of a file is missing');
    part = file;
  }
}

function withFileHeaders(reply: FastifyReply, { name, mediaType }: Pick<FileAnswer, 'name' | 'mediaType'>) {
  const shown = mediaType === 'application/pdf' ? 'inline' : 'attachment';
  const plain = name
    .normalize('NFKD')
    .replace(/[^\x20-\x7e]/g, '')
    .replace(/["\\]/g, '-');
  return reply
    .header('content-type', mediaType)
    .header('content-disposition', `${shown}; filename="${plain}"; filename*=UTF-8''${encoded(name)}`)
    .header('x-content-type-options', 'nosniff');
}

/** A file name in header syntax (RFC 8187). */
const encoded = (name: string): string =>
  encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/** The text of all parts. Each is counted (`held`) until the next is requested. */
async function* textOf(
  first: Answer,
  nextPart: NextPart,
  held: (bytes: number) => () => void = () => () => {},
): AsyncGenerator<string> {
  let part = partIn(first);
  for (;;) {
    const taken = held(part.csv.length);
    try {
      yield part.csv;
    } finally {
      taken();
    }
    if (part.next === undefined) return;
    part = partIn(await nextPart(part.next));
  }
}

const partIn = (answer: Answer): z.infer<typeof exportedPart> => valueOf(answer) as z.infer<typeof exportedPart>;

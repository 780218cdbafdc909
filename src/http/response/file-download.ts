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

/** Asks for the part of a file that begins after an id. */
type NextPart = (after: string) => Promise<Answer>;

/** Performs an operation again for a later part. Each part is a transaction of its own: no reader holds one open. */
export const nextParts =
  (services: AppServices, operation: Operation, caller: Caller, asked: RequestInput): NextPart =>
  async (after) => {
    const query = { ...(asked.parts.query as Record<string, unknown>), after };
    const answer = await runOperation(services, operation, caller, { ...asked, parts: { ...asked.parts, query } });
    if (isRefusal(answer)) throw new Error(`a later part of ${operation.name} was refused: ${answer.refused}`);
    return answer as Answer;
  };

/**
 * Sends a file as its parts are made, as fast as they are read and never more than one part ahead. A part that fails
 * ends the connection without the mark of the end, so that nobody takes half a file for the whole.
 */
export function sendFile(reply: FastifyReply, first: Answer, nextPart: NextPart): FastifyReply {
  const parts = textOf(first, nextPart, (bytes) => reserveResponseBytes(reply.request, reply, bytes));
  return reply.header('content-type', CSV_UTF8).send(Readable.from(parts, { highWaterMark: 1 }));
}

/**
 * Sends the bytes of a file under their own type. It is saved and never shown as a page of ours: what somebody attached must
 * not run in the place of the service. PDFs alone open where they are, by the browser's own reader.
 */
export function sendBytes(reply: FastifyReply, { name, mediaType, bytes }: FileAnswer): FastifyReply {
  const shown = mediaType === 'application/pdf' ? 'inline' : 'attachment';
  const plain = name
    .normalize('NFKD')
    .replace(/[^\x20-\x7e]/g, '')
    .replace(/["\\]/g, '-');
  return reply
    .header('content-type', mediaType)
    .header('content-disposition', `${shown}; filename="${plain}"; filename*=UTF-8''${encoded(name)}`)
    .header('x-content-type-options', 'nosniff')
    .send(bytes);
}

/** A name as RFC 8187 writes it in a header. */
const encoded = (name: string): string =>
  encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/** The text of all parts, one after the other. Each is `held` until the next is asked for. */
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

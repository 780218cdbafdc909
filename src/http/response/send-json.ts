import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';

/** Sends a JSON text. Large ones are streamed (`memory-limits.ts`). */
export const sendJson = (reply: FastifyReply, json: string): FastifyReply =>
  reply.header('content-type', 'application/json; charset=utf-8').send(json);

const SHOWN_CHARACTERS = 22;

/**
 * ETag of a response without its own version: a list, a figure, a file. Depends on the bytes only.
 */
export const bodyEtag = (body: string | Uint8Array): string =>
  `"${createHash('sha256').update(body).digest('base64url').slice(0, SHOWN_CHARACTERS)}"`;

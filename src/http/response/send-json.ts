import type { FastifyReply } from 'fastify';

/** Sends a JSON text. Large ones are streamed (`memory-limits.ts`). */
export const sendJson = (reply: FastifyReply, json: string): FastifyReply =>
  reply.header('content-type', 'application/json; charset=utf-8').send(json);

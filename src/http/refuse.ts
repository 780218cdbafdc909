import type { FastifyReply, FastifyRequest } from 'fastify';
import { preferredLanguage } from './language.ts';
import { type AnyRefusal, PROBLEM_TYPE, problemOf, type Where } from './problem.ts';

/** Sends a refusal as a problem, in the caller's language. `resourceMetadata` is where a refused client learns what it lacks. */
export function refuse(
  request: FastifyRequest,
  reply: FastifyReply,
  refusal: AnyRefusal,
  resourceMetadata?: string,
): FastifyReply {
  const { status, headers, body } = problemOf(refusal, { ...whereOf(request), resourceMetadata });
  return reply.code(status).headers(headers).type(PROBLEM_TYPE).send(body);
}

/** What a problem says about this request. */
export const whereOf = (request: FastifyRequest): Where => ({
  language: preferredLanguage(request.headers['accept-language']),
  instance: request.url.split('?', 1)[0] ?? '/',
  requestId: request.id,
  publicUrl: request.server.publicUrl,
});

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RecordKind } from '../../db/record-kind.ts';
import { preferredLanguage } from '../request/accept-language.ts';
import { drainBodyWhileSending } from '../response/drain-request-body.ts';
import type { AnyRefusal } from './all-refusals.ts';
import { PROBLEM_TYPE, type Problem, problemOf, type Where } from './problem.ts';

/**
 * Sends a refusal as a problem in the client's language. `resourceMetadata` is where a refused
 * client learns what it lacks.
 */
export function refuse(
  request: FastifyRequest,
  reply: FastifyReply,
  refusal: AnyRefusal,
  resourceMetadata?: string,
  idIsOf?: RecordKind,
): FastifyReply {
  const where = { ...whereOf(request), idIsOf };
  logScopeRefusal(request, refusal);
  const { status, headers, problem } = problemOf(refusal, { ...where, resourceMetadata });
  request.problemCode = problem.code;
  const body = JSON.stringify(where.instance.startsWith(TOOLS) ? asToolsTell(problem) : problem);
  return reply
    .code(status)
    .headers(headers)
    .type(PROBLEM_TYPE)
    .send(drainBodyWhileSending(request, reply, body));
}

/** Writes missing scopes to the security log. */
export function logScopeRefusal({ caller, server }: FastifyRequest, refusal: AnyRefusal): void {
  if (refusal.refused !== 'scope_missing') return;
  server.securityLog({
    event: 'scope_refused',
    account: caller?.accountId,
    actor: caller?.actor,
    scope: refusal.scope,
  });
}

/** Path prefix of the tools. */
const TOOLS = '/v2/tools/';

/** A problem, plus the error text of an MCP tool that could not be called. */
const asToolsTell = (problem: Problem): Problem => ({
  ...problem,
  success: false,
  error: { code: problem.code, message: problem.detail },
});

/** Request details for a problem. */
export const whereOf = (request: FastifyRequest): Where => ({
  language: preferredLanguage(request.headers['accept-language']),
  instance: request.url.split('?', 1)[0] ?? '/',
  requestId: request.id,
  publicUrl: request.server.publicUrl,
  // The web app always sends its mode and never a key.
  isOnScreen: request.headers['facturier-mode'] !== undefined && request.headers.authorization === undefined,
});

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Refusal } from '../../domain/refusal.ts';
import { callTool } from '../../mcp/call-tool.ts';
import type { Tool } from '../../mcp/tool.ts';
import { failureOf } from '../../mcp/tool-error.ts';
import type { PipelineRefusal } from '../../schemas/refusals/pipeline-refusal.ts';
import type { AppServices } from '../../services/app-dependencies.ts';
import type { Caller } from '../../services/caller.ts';
import { admit, type Door } from '../auth/authenticate-key.ts';
import { PROBLEM_TYPE, problemOf } from '../errors/problem.ts';
import { logScopeRefusal, refuse, whereOf } from '../errors/send-problem.ts';
import { waitForResponseRoom } from '../limits/memory-limits.ts';
import { requestedPosition } from '../request/replica-position.ts';
import {
  parseIdempotencyKey,
  parseIfMatch,
  preferredLanguage,
  prefersStrictHandling,
  STRICT_HANDLING_APPLIED,
} from '../request/request-headers.ts';

/** Path of a tool for plain HTTP clients. */
export const toolAddress = ({ name }: Pick<Tool, 'name'>): `/v2/tools/${string}` => `/v2/tools/${name}`;

/** Serves every tool at its own path, with the response MCP clients get. */
export function serveTools(
  app: FastifyInstance,
  tools: readonly Tool[],
  given: { services: AppServices; access: Door },
): void {
  for (const tool of tools) {
    app.route({
      method: 'POST',
      url: toolAddress(tool),
      config: { operation: tool.name },
      onRequest: (request, reply) => admit(request, reply, given.access),
      handler: (request, reply) => answer(request, reply, { tool, services: given.services }),
    });
  }
}

async function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  { tool, services }: { tool: Tool; services: AppServices },
): Promise<FastifyReply> {
  const idempotencyKey = parseIdempotencyKey(request.headers['idempotency-key']);
  if (typeof idempotencyKey === 'object') return refuse(request, reply, idempotencyKey);
  const language = preferredLanguage(request.headers['accept-language']);
  const strict = prefersStrictHandling(request.headers.prefer);
  if (strict) reply.headers(STRICT_HANDLING_APPLIED);
  const called = await callTool(services, tool, request.caller as Caller, {
    said: request.body,
    strict,
    language,
    idempotencyKey,
    ifMatch: parseIfMatch(request.headers['if-match']),
    saw: requestedPosition(request),
    gone: request.gone,
    mayBegin: waitForResponseRoom(request),
  });
  if ('refused' in called) return fail(request, reply, called);
  return reply.code(200).headers(called.headers).type('application/json; charset=utf-8').send(called.body);
}

/** A problem that also contains the tool's error text. */
function fail(request: FastifyRequest, reply: FastifyReply, refusal: Refusal | PipelineRefusal): FastifyReply {
  logScopeRefusal(request, refusal);
  const where = whereOf(request);
  const { status, headers, problem } = problemOf(refusal, where);
  request.problemCode = problem.code;
  const both = { ...problem, ...failureOf(refusal, where.language) };
  return reply.code(status).headers(headers).type(PROBLEM_TYPE).send(JSON.stringify(both));
}

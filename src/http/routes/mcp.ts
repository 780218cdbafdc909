import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { allows } from '../../domain/account/scope.ts';
import type { AnswerMcp, Beside, McpCall } from '../../mcp/server.ts';
import { type Tool, toolsOf } from '../../mcp/tool.ts';
import type { Operation } from '../../pipeline/operation.ts';
import { serviceVersion } from '../../runtime/service-version.ts';
import type { AppServices } from '../../services/app-dependencies.ts';
import type { Caller } from '../../services/caller.ts';
import { admit, type Door } from '../auth/authenticate-key.ts';
import { dnsRebindingRefusal } from '../auth/request-origin.ts';
import { mcpMetadataUrl, serveResourceMetadata } from '../auth/resource-metadata.ts';
import { allRefusals } from '../errors/all-refusals.ts';
import type { HttpRefusal } from '../errors/http-refusal.ts';
import { problemOf } from '../errors/problem.ts';
import { refuse, whereOf } from '../errors/send-problem.ts';
import { reserveResponseBytes, waitForResponseRoom } from '../limits/memory-limits.ts';
import { requestedPosition } from '../request/replica-position.ts';
import {
  parseIdempotencyKey,
  prefersStrictHandling,
  requestedLanguage,
  STRICT_HANDLING_APPLIED,
} from '../request/request-headers.ts';
import type { IsTrusted } from '../server/listeners.ts';

export type McpRouteOptions = {
  operations: readonly Operation[];
  services: AppServices;
  access: Door;
  log: Logger;
  isTrusted: IsTrusted;
  /** Maps an error to a refusal. */
  refusalOf: (error: unknown) => HttpRefusal;
  beside?: Beside | undefined;
};

/** Path for MCP. A server without sessions does not support GET or DELETE. */
export const MCP_PATH = '/mcp';

/**
 * Serves the MCP tools (decision 0016). Clients that may not call learn from the response what they
 * lack.
 */
export function serveMcp(app: FastifyInstance, given: McpRouteOptions): void {
  const { services, access, isTrusted, log } = given;
  const tools = toolsOf(given.operations);
  serveResourceMetadata(app, {
    serviceName: services.environment.serviceName,
    toolScopes: new Set(tools.map(({ scope }) => scope)),
  });
  let server: Promise<AnswerMcp> | undefined;
  app.route({
    method: 'POST',
    url: MCP_PATH,
    config: { operation: 'mcp' },
    onRequest: async (request, reply) => {
      const { headers, socket } = request.raw;
      const byTrustedProxy = isTrusted(socket.remoteAddress);
      const rebound = dnsRebindingRefusal({ headers, byTrustedProxy, publicUrl: app.publicUrl });
      if (rebound) return refuse(request, reply, rebound);
      return admit(request, reply, access, mcpMetadataUrl(app.publicUrl));
    },
    handler: async (request, reply) => {
      request.operationAsked = toolCalled(request, tools)?.name;
      const refusal = refusalBefore(request, tools);
      if (refusal) return refuse(request, reply, refusal, mcpMetadataUrl(app.publicUrl));
      if (Array.isArray(request.body)) return reply.code(400).send(NO_BATCH);
      const idempotencyKey = parseIdempotencyKey(request.headers['idempotency-key']);
      if (typeof idempotencyKey === 'object') return refuse(request, reply, idempotencyKey);
      server ??= startedServer(tools, given);
      const answer = await server;
      const message = messageOf(request, reply, app.publicUrl);
      const response = await answer(message, request.body, callOf(request, reply, { ...given, idempotencyKey }));
      if (response.status >= 500) log.error({ requestId: request.id, route: MCP_PATH }, 'the MCP SDK failed');
      // The HTTP server decides whether the connection stays open.
      response.headers.delete('connection');
      response.headers.set('cache-control', 'no-store, no-transform');
      if (prefersStrictHandling(request.headers.prefer))
        for (const [name, value] of Object.entries(STRICT_HANDLING_APPLIED)) response.headers.set(name, value);
      return reply.send(response);
    },
  });
}

/**
 * Loads the SDK on the first call: most installations never use it, and it is a tenth of the memory
 * at start.
 */
async function startedServer(tools: readonly Tool[], { services, log, beside }: McpRouteOptions): Promise<AnswerMcp> {
  const { mcpServer } = await import('../../mcp/server.ts');
  return mcpServer({
    tools,
    services,
    version: serviceVersion(),
    noted: (err) => log.debug({ route: MCP_PATH, err }, 'not answered'),
    beside,
  });
}

/**
 * Refuses a call the key does not allow with an HTTP status, so that the client can request the
 * missing scope.
 */
function refusalBefore(request: FastifyRequest, tools: readonly Tool[]) {
  const tool = toolCalled(request, tools);
  if (!tool || allows((request.caller as Caller).scopes, tool.scope)) return undefined;
  return { refused: 'scope_missing', scope: tool.scope } as const;
}

/** The tool a message calls; undefined for other messages. */
function toolCalled({ body }: FastifyRequest, tools: readonly Tool[]): Tool | undefined {
  const { method, params } = (body ?? {}) as { method?: unknown; params?: { name?: unknown } };
  return method === 'tools/call' ? tools.find(({ name }) => name === params?.name) : undefined;
}

/**
 * JSON-RPC error code: the protocol dropped batches on 2025-06-18, and one batch would be many
 * calls for the price of one.
 */
const NO_BATCH = {
  jsonrpc: '2.0',
  id: null,
  error: { code: -32_600, message: 'Invalid request: send one message per request, not a batch.' },
};

/** The request as the SDK expects it, without the key. */
function messageOf({ raw }: FastifyRequest, reply: FastifyReply, publicUrl: string): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(raw.headers)) {
    if (value !== undefined && (ITS_HEADERS.has(name) || name.startsWith('mcp-'))) headers.set(name, String(value));
  }
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  return new Request(`${publicUrl}${MCP_PATH}`, { method: 'POST', headers, signal: gone.signal });
}

const ITS_HEADERS: ReadonlySet<string> = new Set(['accept', 'content-type']);

function callOf(
  request: FastifyRequest,
  reply: FastifyReply,
  { log, refusalOf, idempotencyKey }: McpRouteOptions & { idempotencyKey: string | undefined },
): McpCall {
  // MCP clients rarely send a language, and tool descriptions are English.
  const language = requestedLanguage(request.headers['accept-language']) ?? 'en';
  return {
    caller: request.caller as Caller,
    language,
    strict: prefersStrictHandling(request.headers.prefer),
    idempotencyKey,
    // MCP clients do not send positions back, so always read from the primary.
    saw: requestedPosition(request) ?? Number.POSITIVE_INFINITY,
    gone: request.gone,
    mayBegin: waitForResponseRoom(request),
    answering: (characters) => void reserveResponseBytes(request, reply, characters),
    refused: (refusal) => {
      request.problemCode = allRefusals[refusal.refused].code;
    },
    failed: (error) => {
      const refusal = refusalOf(error);
      if (refusal.refused === 'internal_error' || refusal.refused === 'file_altered')
        log.error({ requestId: request.id, route: MCP_PATH, err: error }, 'failed');
      const { code, detail, requestId } = problemOf(refusal, whereOf(request)).problem;
      request.problemCode = code;
      return { code, message: detail, requestId };
    },
  };
}

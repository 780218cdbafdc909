import { parse as parseQuery } from 'node:querystring';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { startOfDay } from '../../domain/time/civil-day.ts';
import { processLimits } from '../../limits/process-limits.ts';
import { jsonOf } from '../../pipeline/answer.ts';
import type { Deprecated, Operation } from '../../pipeline/operation.ts';
import { readAs } from '../../pipeline/route-parameter.ts';
import { runOperation } from '../../pipeline/run-operation.ts';
import type { AppServices } from '../../services/app-dependencies.ts';
import type { Caller } from '../../services/caller.ts';
import { admit, type Door } from '../auth/authenticate-key.ts';
import { authenticateSession, isOfPerson } from '../auth/authenticate-session.ts';
import type { HttpRefusal } from '../errors/http-refusal.ts';
import { actualKindOf } from '../errors/problem.ts';
import { refuse } from '../errors/send-problem.ts';
import { waitForResponseRoom } from '../limits/memory-limits.ts';
import { FILE_BYTES_MAX, partsOfRequest } from '../request/file-body.ts';
import { requestedPosition } from '../request/replica-position.ts';
import {
  matchesIfNoneMatch,
  parseIdempotencyKey,
  parseIfMatch,
  preferredLanguage,
  prefersStrictHandling,
  STRICT_HANDLING_APPLIED,
} from '../request/request-headers.ts';
import { nextParts, sendBytes, sendFile, sendInParts } from '../response/file-download.ts';
import { bodyEtag, sendJson } from '../response/send-json.ts';
import { routeNotFound } from './route-not-found.ts';
import { idsOf, isWordNotId, partsOf } from './route-path.ts';

/** Serves all routes of all operations through the request pipeline. */
export function serveOperations(
  app: FastifyInstance,
  operations: readonly Operation[],
  given: { services: AppServices; access: Door },
): void {
  app.decorateRequest('caller', null);
  app.decorateRequest('gone', undefined);
  for (const operation of operations) {
    for (const route of operation.routes) {
      const { method, path } = partsOf(route);
      const ids = idsOf(operation);
      app.route({
        method,
        url: path.replace(/\{(\w+)\}/g, (_, name: string) => `:${readAs(operation, name)}`),
        config: { operation: operation.name, ...(operation.takes && { takes: operation.takes }) },
        ...(operation.takes && { bodyLimit: FILE_BYTES_MAX }),
        // Authenticate before parsing the body of an unknown client.
        onRequest: async (request, reply) => {
          reply.headers(deprecationHeaders(operation.deprecated));
          return isWordNotId(ids, request.params as Record<string, string>)
            ? refuse(request, reply, routeNotFound(operations, request.url))
            : isOfPerson(request)
              ? authenticateSession(request, reply, given.access)
              : admit(request, reply, given.access);
        },
        handler: (request, reply) => answer(request, reply, { operation, ...given }),
      });
    }
  }
}

/** `Deprecation` (RFC 9745) and `Sunset` (RFC 8594), in success and in refusal. */
const deprecationHeaders = (deprecated: Deprecated | undefined): Record<string, string> =>
  deprecated
    ? {
        deprecation: `@${startOfDay(deprecated.since, 'UTC')}`,
        ...(deprecated.sunset && { sunset: new Date(startOfDay(deprecated.sunset, 'UTC') * 1000).toUTCString() }),
      }
    : {};

const { membersMax } = processLimits.query;

/**
 * Parses a query. Repeated keys become lists. Never fails: values that cannot be decoded stay as
 * they are.
 */
export const readQuery = (text: string): Record<string, unknown> => parseQuery(text, '&', '=', { maxKeys: membersMax });

/** Whether a URL has more parameters than are read. */
export const hasLongQuery = (url: string): boolean =>
  url.length > 2 * membersMax && url.split('&', membersMax + 1).length > membersMax;

async function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  given: { operation: Operation; services: AppServices; access: Door },
): Promise<FastifyReply> {
  const { headers } = request;
  const idempotencyKey = request.method === 'GET' ? undefined : parseIdempotencyKey(headers['idempotency-key']);
  if (isEdgeRefusal(idempotencyKey)) return refuse(request, reply, idempotencyKey);
  const strict = prefersStrictHandling(headers.prefer);
  if (strict) reply.headers(STRICT_HANDLING_APPLIED);
  const asked = {
    ...partsOfRequest(request),
    strict,
    language: preferredLanguage(headers['accept-language']),
    idempotencyKey,
    ifMatch: parseIfMatch(headers['if-match']),
    saw: requestedPosition(request),
    asJson: true,
    gone: request.gone,
    mayBegin: waitForResponseRoom(request),
  };
  const performed = await runOperation(given.services, given.operation, request.caller as Caller, asked);
  if ('refused' in performed)
    return refuse(request, reply, performed, undefined, await actualKindOf(request, performed, given.services));
  // A member left or changed role: drop cached sessions before the next request.
  if (given.operation.chapter === 'People' && request.method !== 'GET') given.access.sessions.forget();
  reply.code(performed.status).headers(performed.headers);
  // Streamed CSV has no ETag, because the first part is sent before the last exists.
  if (given.operation.answers === 'csv')
    return sendFile(reply, performed, nextParts(given.services, given.operation, request.caller as Caller, asked));
  const json = jsonOf(performed);
  if (request.method === 'GET' || request.method === 'HEAD') {
    const etag = performed.headers.etag ?? bodyEtag(performed.file?.bytes ?? json ?? '');
    reply.header('etag', etag);
    if (matchesIfNoneMatch(headers['if-none-match'], etag)) return reply.code(NOT_MODIFIED).send();
  }
  if (performed.file?.next !== undefined)
    return sendInParts(
      reply,
      performed.file,
      nextParts(given.services, given.operation, request.caller as Caller, asked),
    );
  if (performed.file) return sendBytes(reply, performed.file);
  return json === undefined ? reply.send() : sendJson(reply, json);
}

const NOT_MODIFIED = 304;

const isEdgeRefusal = (value: unknown): value is HttpRefusal => typeof value === 'object' && value !== null;

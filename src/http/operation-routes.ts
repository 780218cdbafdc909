import { parse as parseQuery } from 'node:querystring';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Operation } from '../operations/operation.ts';
import { type Caller, perform, type World } from '../operations/perform.ts';
import type { EdgeRefusal } from './edge-refusal.ts';
import { idempotencyKeyOf } from './idempotency-key.ts';
import { preferredLanguage } from './language.ts';
import { type AnyRefusal, PROBLEM_TYPE, problemOf } from './problem.ts';
import type { RateLimit } from './rate-limit.ts';

export type Access = {
  /** Who holds this key, or undefined where nobody does (any more). */
  findCaller: (bearer: string) => Promise<Caller | undefined>;
  rateLimit: RateLimit;
};

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks, once the key is read. */
    caller: Caller | null;
  }
}

/** Serves every route of every operation, by the one road they all take. */
export function serveOperations(
  app: FastifyInstance,
  operations: readonly Operation[],
  given: { world: World; access: Access },
): void {
  app.decorateRequest('caller', null);
  for (const operation of operations) {
    for (const route of operation.routes) {
      const { method, path } = partsOf(route);
      app.route({
        method,
        url: path.replace(/\{(\w+)\}/g, ':$1'),
        // Before the body is read: a stranger's megabyte is not worth parsing.
        onRequest: (request, reply) => admit(request, reply, given.access),
        handler: (request, reply) => answer(request, reply, { operation, world: given.world }),
      });
    }
  }
}

export function partsOf(route: Operation['routes'][number]): {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
} {
  const space = route.indexOf(' ');
  return { method: route.slice(0, space) as 'GET', path: route.slice(space + 1) };
}

/** Repeated keys become lists. Never fails: what cannot be decoded is kept as it came. */
export const readQuery = (text: string): Record<string, unknown> => parseQuery(text, '&', '=', { maxKeys: 200 });

/** Sends a refusal as a problem, in the caller's language. */
export function refuse(request: FastifyRequest, reply: FastifyReply, refusal: AnyRefusal): FastifyReply {
  const { status, headers, body } = problemOf(refusal, {
    language: preferredLanguage(request.headers['accept-language']),
    instance: request.url.split('?', 1)[0] ?? '/',
    requestId: request.id,
    publicUrl: request.server.publicUrl,
  });
  return reply.code(status).headers(headers).type(PROBLEM_TYPE).send(body);
}

async function admit(request: FastifyRequest, reply: FastifyReply, access: Access): Promise<FastifyReply | undefined> {
  const bearer = bearerOf(request.headers.authorization);
  if (bearer === undefined) return refuse(request, reply, { refused: 'key_missing' });
  const caller = await access.findCaller(bearer);
  if (!caller) return refuse(request, reply, { refused: 'key_invalid' });
  const retryAfter = access.rateLimit.take(caller.actor, performance.now());
  if (retryAfter > 0) return refuse(request, reply, { refused: 'rate_limited', retryAfter });
  request.caller = caller;
  return undefined;
}

const bearerOf = (authorization: string | undefined): string | undefined => {
  if (authorization === undefined || !/^bearer +/i.test(authorization)) return undefined;
  return authorization.slice(7).trim() || undefined;
};

async function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  given: { operation: Operation; world: World },
): Promise<FastifyReply> {
  const { headers } = request;
  const idempotencyKey = request.method === 'GET' ? undefined : idempotencyKeyOf(headers['idempotency-key']);
  if (isEdgeRefusal(idempotencyKey)) return refuse(request, reply, idempotencyKey);
  const ifMatch = headers['if-match']?.trim();
  const performed = await perform(given.world, given.operation, request.caller as Caller, {
    parts: { path: request.params, query: request.query, body: request.body === undefined ? {} : request.body },
    language: preferredLanguage(headers['accept-language']),
    idempotencyKey,
    // `*` asks only that the resource exist, which every operation checks anyway.
    ifMatch: ifMatch === '*' ? undefined : ifMatch,
  });
  if ('refused' in performed) return refuse(request, reply, performed);
  reply.code(performed.status).headers(performed.headers);
  if (performed.body === undefined) return reply.send();
  return reply.header('content-type', JSON_UTF8).send(performed.body);
}

const JSON_UTF8 = 'application/json; charset=utf-8';

const isEdgeRefusal = (value: unknown): value is EdgeRefusal => typeof value === 'object' && value !== null;

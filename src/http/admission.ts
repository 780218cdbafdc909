import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../operations/perform.ts';
import type { RateLimit } from './rate-limit.ts';
import { refuse } from './refuse.ts';

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

/**
 * Reads the key of a request and notes whose it is. Refused without a key (`key_missing`), with one that opens nothing
 * (`key_invalid`), and where the key has used up its requests (`rate_limited`).
 */
export async function admit(
  request: FastifyRequest,
  reply: FastifyReply,
  access: Access,
  resourceMetadata?: string,
): Promise<FastifyReply | undefined> {
  const bearer = bearerOf(request.headers.authorization);
  if (bearer === undefined) return refuse(request, reply, { refused: 'key_missing' }, resourceMetadata);
  const caller = await access.findCaller(bearer);
  if (!caller) return refuse(request, reply, { refused: 'key_invalid' }, resourceMetadata);
  const retryAfter = access.rateLimit.take(caller.actor, performance.now());
  if (retryAfter > 0) return refuse(request, reply, { refused: 'rate_limited', retryAfter });
  request.caller = caller;
  return undefined;
}

const bearerOf = (authorization: string | undefined): string | undefined => {
  if (authorization === undefined || !/^bearer +/i.test(authorization)) return undefined;
  return authorization.slice(7).trim() || undefined;
};

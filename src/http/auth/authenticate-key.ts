import type { FastifyReply, FastifyRequest } from 'fastify';
import { parseApiKey } from '../../domain/account/api-key.ts';
import type { GetAbortSignal } from '../../limits/concurrency-limiter.ts';
import type { Caller } from '../../services/caller.ts';
import type { SecurityLog } from '../../services/security-event.ts';
import { refuse } from '../errors/send-problem.ts';
import type { FailedLoginLimit } from '../limits/failed-login-limit.ts';
import type { RateLimit } from '../limits/key-rate-limit.ts';
import { memoryRefusal } from '../limits/memory-limits.ts';
import { abortSignalOf } from '../request/abort-signal.ts';
import type { IsTrusted } from '../server/listeners.ts';
import type { SessionCache } from './session-cache.ts';

export type Access = {
  /** Who holds this key, or undefined where nobody does (any more). */
  findCaller: (bearer: string) => Promise<Caller | undefined>;
  /** Whether this is surely a key, without asking anybody; by default nothing is sure. */
  isKnownKey?: (bearer: string) => boolean;
  rateLimit: RateLimit;
};

/** What stands at the door: access, with what keeps strangers from trying without end. */
export type Door = Access & {
  logins: FailedLoginLimit;
  /** Who is signed in, by the session his browser shows. */
  sessions: SessionCache;
  /** Whether an address is one of the operator's own proxies. */
  isTrusted: IsTrusted;
  /** The caller's own address, as far as it is known. */
  addressOf: (request: FastifyRequest) => string | undefined;
  securityLog: SecurityLog;
};

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks, once the key is read. */
    caller: Caller | null;
    /** Tells that the caller went away. */
    gone: GetAbortSignal | undefined;
  }
}

/**
 * Reads the key of a request and notes whose it is. Refused without a key (`key_missing`), with one that opens nothing
 * (`key_invalid`), after too many of those (`logins_slowed`), where the key has used up its requests (`rate_limited`), and
 * where there is no room for its body (`account_busy`, `service_busy`).
 */
export async function admit(
  request: FastifyRequest,
  reply: FastifyReply,
  door: Door,
  resourceMetadata?: string,
): Promise<FastifyReply | undefined> {
  const bearer = bearerOf(request.headers.authorization);
  if (bearer === undefined) return refuse(request, reply, { refused: 'key_missing' }, resourceMetadata);
  const caller = await door.logins({ bearer, address: door.addressOf(request) }, () => door.findCaller(bearer));
  if (!caller || 'retryAfter' in caller) {
    // What the key claims to be, never the key.
    const claimed = parseApiKey(bearer);
    const about = { account: claimed?.accountId, keyId: claimed?.keyId };
    if (!caller) {
      door.securityLog({ event: 'login_failed', ...about });
      return refuse(request, reply, { refused: 'key_invalid' }, resourceMetadata);
    }
    const { retryAfter } = caller;
    door.securityLog({ event: 'logins_slowed', ...about, retryAfter });
    return refuse(request, reply, { refused: 'logins_slowed', retryAfter });
  }
  request.caller = caller;
  const retryAfter = door.rateLimit.take(caller.actor, performance.now());
  reply.headers(door.rateLimit.left?.(caller.actor) ?? {});
  if (retryAfter > 0) return refuse(request, reply, { refused: 'rate_limited', retryAfter });
  request.gone = abortSignalOf(reply.raw);
  const noRoom = memoryRefusal(request, reply);
  return noRoom && refuse(request, reply, noRoom);
}

const bearerOf = (authorization: string | undefined): string | undefined => {
  if (authorization === undefined || !/^bearer +/i.test(authorization)) return undefined;
  return authorization.slice(7).trim() || undefined;
};

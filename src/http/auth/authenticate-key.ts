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
  /** Returns the holder of this key; undefined if the key is unknown, revoked or expired. */
  findCaller: (bearer: string) => Promise<Caller | undefined>;
  /** Whether this key is known to exist, without querying the database. Default: always false. */
  isKnownKey?: (bearer: string) => boolean;
  rateLimit: RateLimit;
};

/** Access to the API, plus the limits on failed attempts. */
export type Door = Access & {
  logins: FailedLoginLimit;
  /** Signed-in users, by session cookie. */
  sessions: SessionCache;
  /** Whether an address is one of the operator's own proxies. */
  isTrusted: IsTrusted;
  /** The client's own address, as far as it is known. */
  addressOf: (request: FastifyRequest) => string | undefined;
  securityLog: SecurityLog;
};

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller; null until the key has been read. */
    caller: Caller | null;
    /** Aborts when the client disconnects. */
    gone: GetAbortSignal | undefined;
  }
}

/**
 * Authenticates the API key of a request. Refuses a missing key (`key_missing`), an invalid one
 * (`key_invalid`), too many failed attempts (`logins_slowed`), a key over its rate limit
 * (`rate_limited`), and a body for which there is no memory (`account_busy`, `service_busy`).
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
    // The ids in the key, never the secret.
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

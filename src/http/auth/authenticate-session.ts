import type { FastifyReply, FastifyRequest } from 'fastify';
import { scopesOfRole } from '../../domain/people/role.ts';
import { isUuid } from '../../schemas/fields/id.ts';
import type { Caller } from '../../services/caller.ts';
import type { SignedIn } from '../../services/people/sign-in/signed-in.ts';
import type { HttpRefusal } from '../errors/http-refusal.ts';
import { refuse } from '../errors/send-problem.ts';
import { clientNetworkOf } from '../limits/client-network.ts';
import { memoryRefusal } from '../limits/memory-limits.ts';
import { abortSignalOf } from '../request/abort-signal.ts';
import type { Door } from './authenticate-key.ts';
import { crossSiteRefusal, csrfRefusal } from './request-origin.ts';
import { sessionCookie } from './session-cookies.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The signed-in user; null until the session has been read. */
    signedIn: SignedIn | null;
  }
}

/** Whether a request comes from a signed-in user: it has a session cookie and no key. */
export const isOfPerson = (request: FastifyRequest): boolean =>
  request.headers.authorization === undefined && sessionCookie(request) !== undefined;

/**
 * Authenticates the session of a request and sets the account (`facturier-account`) and mode
 * (`facturier-mode`). Refuses as `readSignedInSession` does, and also: no account chosen although
 * the user has several (`account_unchosen`), another user's account (`account_not_yours`), sample
 * data in live mode (`sample_is_test`), and no memory for the body.
 */
export async function authenticateSession(
  request: FastifyRequest,
  reply: FastifyReply,
  door: Door,
): Promise<FastifyReply | undefined> {
  const signedIn = await readSignedInSession(request, door);
  if ('refused' in signedIn) return refuse(request, reply, signedIn);
  const caller = callerOf(request, signedIn);
  if ('refused' in caller) return refuse(request, reply, caller);
  const retryAfter = door.rateLimit.take(caller.actor, performance.now());
  reply.headers(door.rateLimit.left?.(caller.actor) ?? {});
  if (retryAfter > 0) return refuse(request, reply, { refused: 'rate_limited', retryAfter });
  request.caller = caller;
  request.gone = abortSignalOf(reply.raw);
  const noRoom = memoryRefusal(request, reply);
  return noRoom && refuse(request, reply, noRoom);
}

/**
 * Returns the signed-in user. Refuses a missing session (`session_needed`), an ended one
 * (`session_ended`), too many unknown tokens (`logins_slowed`), a request from another site
 * (`page_of_another_site`), and a missing CSRF token (`csrf_refused`).
 */
export async function readSignedInSession(request: FastifyRequest, door: Door): Promise<SignedIn | HttpRefusal> {
  const token = sessionCookie(request);
  if (token === undefined) return { refused: 'session_needed' };
  const strange = crossSiteRefusal(request, door.isTrusted(request.raw.socket.remoteAddress));
  if (strange) return strange;
  const found = await door.sessions.find(token, clientNetworkOf(door.addressOf(request)));
  if (!found) return { refused: 'session_ended' };
  if ('retryAfter' in found) return { refused: 'logins_slowed', retryAfter: found.retryAfter };
  return csrfRefusal(request, found.csrf) ?? found;
}

function callerOf({ headers }: FastifyRequest, { person, accounts }: SignedIn): Caller | HttpRefusal {
  const { 'facturier-account': said, 'facturier-mode': mode = 'live' } = headers;
  if (mode !== 'live' && mode !== 'test') return { refused: 'header_malformed', header: 'facturier-mode' };
  if (said !== undefined && !isUuid(String(said))) return { refused: 'header_malformed', header: 'facturier-account' };
  const [first, another] = accounts;
  if (said === undefined && another) return { refused: 'account_unchosen' };
  const account = said === undefined ? first : accounts.find(({ id }) => id === String(said).toLowerCase());
  if (!account) return { refused: 'account_not_yours' };
  const test = mode === 'test';
  if (account.isSample && !test) return { refused: 'sample_is_test' };
  return {
    accountId: account.id,
    test,
    scopes: scopesOfRole(account.role, { test }),
    actor: person.id,
    isPerson: true,
  };
}

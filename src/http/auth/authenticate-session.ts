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
import { crossSiteRefusal, csrfRefusal } from './csrf.ts';
import { sessionCookie } from './session-cookies.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who is signed in, once his session is read. */
    signedIn: SignedIn | null;
  }
}

/** Whether a request is a person's: it brings a session, and no key. */
export const isOfPerson = ({ headers }: FastifyRequest): boolean =>
  headers.authorization === undefined && sessionCookie(headers.cookie) !== undefined;

/**
 * Reads the session of a request and notes for which of the person's accounts it is, and in which mode (`facturier-account`,
 * `facturier-mode`). Refused as `readSignedInSession` refuses; where the account is not told and he has several (`account_unchosen`), or is
 * none of his (`account_not_yours`), or holds sample data and is asked for in live mode (`sample_is_test`); and where there is no room, as keys are.
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
 * Who is signed in. Refused where nobody is (`session_needed`), where the session has ended (`session_ended`), after too many that
 * never were (`logins_slowed`), for a page of another site (`page_of_another_site`), and without the page's token (`csrf_refused`).
 */
export async function readSignedInSession(request: FastifyRequest, door: Door): Promise<SignedIn | HttpRefusal> {
  const token = sessionCookie(request.headers.cookie);
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

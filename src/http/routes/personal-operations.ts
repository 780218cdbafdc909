import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { limitersOf } from '../../pipeline/concurrency-limiters.ts';
import type { Operation } from '../../pipeline/operation.ts';
import type { PersonalOperation } from '../../pipeline/personal-operation.ts';
import { readAs } from '../../pipeline/route-parameter.ts';
import { runPersonalOperation } from '../../pipeline/run-personal-operation.ts';
import type { AppServices } from '../../services/app-dependencies.ts';
import type { PersonalContext } from '../../services/people/personal-context.ts';
import type { Door } from '../auth/authenticate-key.ts';
import { readSignedInSession } from '../auth/authenticate-session.ts';
import { crossSiteRefusal } from '../auth/request-origin.ts';
import {
  clearSessionCookie,
  deviceMark,
  sessionCookie,
  setDeviceCookie,
  setSessionCookie,
} from '../auth/session-cookies.ts';
import { createSampleData } from '../create-sample-data.ts';
import { refuse } from '../errors/send-problem.ts';
import { clientNetworkOf } from '../limits/client-network.ts';
import { guessLimit } from '../limits/guess-limit.ts';
import { preferredLanguage } from '../request/request-headers.ts';
import { sendJson } from '../response/send-json.ts';
import { routeNotFound } from './route-not-found.ts';
import { idsOf, isWordNotId, partsOf } from './route-path.ts';

/** Maximum body size of the sign-in and profile operations. */
const PERSONAL_BODY_BYTES_MAX = 16_384;

/** Serves the operations of users themselves, with a session or before sign-in. */
export function servePersonal(
  app: FastifyInstance,
  personal: readonly PersonalOperation[],
  given: { services: AppServices; access: Door; operations: readonly Operation[]; log: Logger; webProcesses: number },
): void {
  const guesses = guessLimit(given.webProcesses);
  app.decorateRequest('signedIn', null);
  for (const operation of personal) {
    const [route] = operation.routes;
    const { method, path } = partsOf(route);
    const ids = idsOf(operation);
    app.route({
      method,
      url: path.replace(/\{(\w+)\}/g, (_, name: string) => `:${readAs(operation, name)}`),
      config: { operation: operation.name },
      bodyLimit: PERSONAL_BODY_BYTES_MAX,
      onRequest: async (request, reply) => {
        if (isWordNotId(ids, request.params as Record<string, string>))
          return refuse(request, reply, routeNotFound(given.operations, request.url));
        return letIn(request, reply, { operation, door: given.access });
      },
      handler: async (request, reply) => {
        const { headers } = request;
        const { addressOf, securityLog, sessions } = given.access;
        const context: PersonalContext = {
          ...given.services,
          language: preferredLanguage(headers['accept-language']),
          ...(request.signedIn && { signedIn: request.signedIn }),
          network: clientNetworkOf(addressOf(request)),
          userAgent: String(headers['user-agent'] ?? ''),
          deviceMark: deviceMark(request),
          passwords: limitersOf(given.services.pool).passwords,
          guesses,
          behind: (work) =>
            void setImmediate(() =>
              work().catch((err: unknown) => given.log.error({ err }, 'an error occurred after the response')),
            ),
          createSampleData: (caller) => createSampleData(given, caller),
          note: securityLog,
        };
        const parts = {
          path: request.params,
          query: request.query,
          body: request.body === undefined ? {} : request.body,
        };
        const answer = await runPersonalOperation(operation, context, parts);
        if ('refused' in answer) return refuse(request, reply, answer);
        if (method !== 'GET') sessions.forget();
        if (answer.ended) clearSessionCookie(reply);
        else if (answer.session !== undefined) setSessionCookie(reply, answer.session);
        if (answer.deviceMark !== undefined) setDeviceCookie(reply, answer.deviceMark);
        reply.code(answer.status);
        return answer.json === undefined ? reply.send() : sendJson(reply, answer.json);
      },
    });
  }
}

/**
 * Attaches the signed-in user, if any. Without a session, only public operations run, for pages of
 * this service or programs.
 */
async function letIn(
  request: FastifyRequest,
  reply: FastifyReply,
  { operation, door }: { operation: PersonalOperation; door: Door },
): Promise<FastifyReply | undefined> {
  if (operation.asker === 'anybody' && sessionCookie(request) === undefined) {
    const strange = crossSiteRefusal(request, door.isTrusted(request.raw.socket.remoteAddress));
    return strange && refuse(request, reply, strange);
  }
  const signedIn = await readSignedInSession(request, door);
  if (!('refused' in signedIn)) request.signedIn = signedIn;
  else if (operation.asker === 'signed_in' || !FORGIVEN.has(signedIn.refused)) return refuse(request, reply, signedIn);
  return undefined;
}

/** Refusals that must not block a new sign-in: an ended session's cookie or an outdated page. */
const FORGIVEN: ReadonlySet<string> = new Set(['session_ended', 'csrf_refused']);

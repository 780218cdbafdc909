import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { CustomerContext } from '../deeds/portal/customer-context.ts';
import type { World } from '../deeds/world.ts';
import { type Locale, locales } from '../domain/billing/document/locale.ts';
import type { Refusal } from '../domain/refusal.ts';
import { operationsByLink } from '../operations/portal/by-link/index.ts';
import { documentPage } from '../pages/document-page.ts';
import type { WrittenPage } from '../pages/page.ts';
import { type Closed, refusedPage } from '../pages/refused-page.ts';
import { type FormFaults, performByLink } from '../road/perform-by-link.ts';
import type { Door } from './admission.ts';
import { sendBytes } from './file-answer.ts';
import { preferredLanguage } from './language.ts';
import { networkOf } from './network-of.ts';
import { slowedGuesses } from './slowed-guesses.ts';

type Given = { world: World; access: Door; log: Logger };
type Asked = { Params: { link: string }; Querystring: Record<string, unknown> };

/** The pages of customers: what they do by the links they hold, without an account, a script or a cookie. */
export function serveCustomerPages(app: FastifyInstance, given: Given): void {
  const guesses = slowedGuesses();
  const contextOf = (request: FastifyRequest): Omit<CustomerContext, 'opens'> => ({
    ...given.world,
    language: preferredLanguage(request.headers['accept-language']),
    network: networkOf(given.access.addressOf(request)),
    userAgent: String(request.headers['user-agent'] ?? ''),
    looks: request.method === 'GET' && request.headers['sec-purpose'] === undefined,
    guesses,
  });
  const { serviceName } = given.world.surroundings;

  const asked = (request: FastifyRequest<Asked>, form: unknown) => ({
    ...{ link: request.params.link, form },
    language: preferredLanguage(request.headers['accept-language']),
  });

  app.get<Asked>('/c/:link', async (request, reply) => {
    const form = { locale: localeSaid(request) };
    const seen = await performByLink(operationsByLink.seeDocument, contextOf(request), asked(request, form));
    if ('faults' in seen || 'refused' in seen) return closed(request, reply, seen, serviceName);
    return send(reply, documentPage({ ...seen, serviceName, address: `/c/${request.params.link}` }));
  });
  for (const [name, operation] of [
    ['pdf', operationsByLink.downloadPdf],
    ['facturx', operationsByLink.downloadFacturX],
  ] as const)
    app.get<Asked>(`/c/:link/${name}`, async (request, reply) => {
      const answer = await performByLink(operation, contextOf(request), asked(request, {}));
      if ('faults' in answer || 'refused' in answer) return closed(request, reply, answer, serviceName);
      return sendBytes(reply, answer.file);
    });
}

/** The language that was chosen on the page; undefined for any other word. */
const localeSaid = ({ query }: FastifyRequest): Locale | undefined =>
  locales.find((each) => each === (query as Record<string, unknown>).locale);

function closed(
  request: FastifyRequest,
  reply: FastifyReply,
  no: Refusal | FormFaults,
  serviceName: string,
): FastifyReply {
  const locale = preferredLanguage(request.headers['accept-language']);
  const slowed = 'refused' in no && no.refused === 'links_slowed' ? no.retryAfter : undefined;
  if (slowed !== undefined) reply.header('retry-after', String(slowed));
  const why: Closed = slowed === undefined ? { why: 'lost' } : { why: 'slowed', seconds: slowed };
  return send(reply.code(slowed === undefined ? 404 : 429), refusedPage(why, { locale, serviceName }));
}

const send = (reply: FastifyReply, { text, policy }: WrittenPage): FastifyReply =>
  reply.header('content-security-policy', policy).header('vary', 'accept-language').type(HTML).send(text);

const HTML = 'text/html; charset=utf-8';

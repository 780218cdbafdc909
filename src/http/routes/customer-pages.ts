import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { operationsByLink } from '../../api/portal/index.ts';
import { type Locale, locales } from '../../domain/billing/document/locale.ts';
import { isDrawnSignature } from '../../domain/billing/estimate/signature-evidence.ts';
import type { Refusal } from '../../domain/refusal.ts';
import type { CustomerOperation } from '../../pipeline/customer-operation.ts';
import { type FormFaults, runCustomerOperation } from '../../pipeline/run-customer-operation.ts';
import { documentPage } from '../../portal/document-page.ts';
import { type Closed, linkRefusedPage } from '../../portal/link-refused-page.ts';
import type { WrittenPage } from '../../portal/page-layout.ts';
import { standInPage } from '../../portal/payment-actions.ts';
import { portalPage } from '../../portal/portal-page.ts';
import { COPY_SCRIPT, DRAW_SCRIPT } from '../../portal/scripts.ts';
import type { Said } from '../../portal/signature-actions.ts';
import type { AppServices } from '../../services/app-dependencies.ts';
import { PATH_TO_COME } from '../../services/mail/compose-mail.ts';
import type { CustomerContext } from '../../services/portal/customer-context.ts';
import type { Door } from '../auth/authenticate-key.ts';
import { crossSiteRefusal } from '../auth/request-origin.ts';
import { sessionCookie } from '../auth/session-cookies.ts';
import { refuse } from '../errors/send-problem.ts';
import { clientNetworkOf } from '../limits/client-network.ts';
import { guessLimit } from '../limits/guess-limit.ts';
import { basePathOf } from '../request/base-path.ts';
import { preferredLanguage } from '../request/request-headers.ts';
import { sendBytes } from '../response/file-download.ts';
import { type Around, servePortalForms, servePortals } from './portal-pages.ts';

type Given = { services: AppServices; access: Door; log: Logger; webProcesses: number };
type Asked = { Params: { link: string } };

/** Maximum bytes of a form; most of it is a drawn signature. */
const FORM_BYTES_MAX = 65_536;
/** URLs of the scripts. */
const SCRIPTS = { draw: '/customer/draw.js', copy: '/customer/copy.js' } as const;

/** Serves the customer pages, which customers reach by link, without an account or a cookie. */
export function serveCustomerPages(app: FastifyInstance, given: Given): void {
  const { webProcesses } = given;
  const guesses = guessLimit(webProcesses);
  const contextOf = (request: FastifyRequest): Omit<CustomerContext, 'opens'> => ({
    ...given.services,
    language: preferredLanguage(request.headers['accept-language']),
    network: clientNetworkOf(given.access.addressOf(request)),
    userAgent: String(request.headers['user-agent'] ?? ''),
    looks: request.method === 'GET' && request.headers['sec-purpose'] === undefined,
    guesses,
  });
  const { serviceName } = given.services.environment;
  const ownAccounts: Pages['ownAccounts'] = async (request) => {
    const token = sessionCookie(request);
    const found = token && (await given.access.sessions.find(token, clientNetworkOf(given.access.addressOf(request))));
    return found && 'accounts' in found ? found.accounts.map(({ id }) => id) : [];
  };
  const pages: Pages = {
    contextOf,
    ownAccounts,
    serviceName,
    canMail: () => given.services.environment.mail !== undefined,
    log: given.log,
    webProcesses,
  };

  app.get(PATH_TO_COME, (request, reply) => {
    const locale = requestedLocale(request) ?? preferredLanguage(request.headers['accept-language']);
    return send(reply, linkRefusedPage({ why: 'toCome' }, { locale, serviceName }));
  });
  app.get<Asked>('/c/:link', (request, reply) => showDocument(request, reply, pages));
  for (const [name, operation] of [
    ['pdf', operationsByLink.downloadPdf],
    ['facturx', operationsByLink.downloadFacturX],
    ['signed', operationsByLink.downloadSigned],
  ] as const)
    app.get<Asked>(`/c/:link/${name}`, async (request, reply) => {
      const answer = await runCustomerOperation(operation, contextOf(request), askedBy(request, {}));
      if ('faults' in answer || 'refused' in answer) return closed(request, reply, answer, serviceName);
      return sendBytes(reply, answer.file);
    });
  servePortals(app, around(pages));
  app.get<Asked>('/c/:link/try', async (request, reply) => {
    const { session } = request.query as Record<string, unknown>;
    const seen = await runCustomerOperation(
      operationsByLink.seeStandIn,
      contextOf(request),
      askedBy(request, { session }),
    );
    if (!('session' in seen) || !seen.session) return closed(request, reply, seen as Refusal | FormFaults, serviceName);
    const locale = requestedLocale(request) ?? preferredLanguage(request.headers['accept-language']);
    return send(reply, standInPage(seen.session, { locale, address: addressOf(request), serviceName }));
  });
  for (const [path, script] of [
    [SCRIPTS.draw, DRAW_SCRIPT],
    [SCRIPTS.copy, COPY_SCRIPT],
  ] as const)
    app.get(path, (_request, reply) => reply.type('text/javascript; charset=utf-8').send(script));
  app.register(async (forms) => takeForms(forms, pages, given.access));
}

type Pages = {
  contextOf: (request: FastifyRequest) => Omit<CustomerContext, 'opens'>;
  /** Accounts of the signed-in user: an owner's own visit is not a customer's. */
  ownAccounts: (request: FastifyRequest) => Promise<readonly string[]>;
  serviceName: string;
  /** Whether this service can send mail. */
  canMail: () => boolean;
  webProcesses: number;
  log: Logger;
};

const around = (pages: Pages): Around => ({
  ...pages,
  send,
  closed: (request, reply, no) => closed(request, reply, no, pages.serviceName),
});

/** Handles the forms of the pages. Each redirects back to its page, which shows the result. */
function takeForms(app: FastifyInstance, pages: Pages, door: Door): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: FORM_BYTES_MAX },
    (_request, text, done) => done(null, Object.fromEntries(new URLSearchParams(String(text)))),
  );
  app.addHook('onRequest', async (request, reply) => {
    const strange = crossSiteRefusal(request, door.isTrusted(request.raw.socket.remoteAddress));
    if (strange) return refuse(request, reply, strange);
  });
  servePortalForms(app, around(pages));
  app.post<Asked>('/c/:link/pay', async (request, reply) => {
    const sent = await runCustomerOperation(
      operationsByLink.payDocument,
      pages.contextOf(request),
      askedBy(request, {}),
    );
    if ('refused' in sent && sent.refused === 'payment_provider_unreachable')
      return showDocument(request, reply.code(503), pages, 'provider');
    if (!('url' in sent)) return closed(request, reply, sent as Refusal | FormFaults, pages.serviceName);
    return reply.redirect(inLanguage(sent.url ?? `/c/${request.params.link}`, request), 303);
  });
  for (const [name, operation, after] of [
    ['sign', operationsByLink.signDocument, ''],
    ['code', operationsByLink.sendSignatureCode, ''],
    ['refuse', operationsByLink.refuseDocument, ''],
    ['question', operationsByLink.askAboutDocument, 'asked'],
    ['try', operationsByLink.payAtStandIn, 'paid'],
  ] as const)
    app.post<Asked>(`/c/:link/${name}`, async (request, reply) => {
      const asked = askedBy(request, request.body ?? {});
      const answer = await runCustomerOperation(operation as CustomerOperation, pages.contextOf(request), asked);
      const { faults, refused } = answer as Partial<FormFaults & Refusal>;
      if (faults) return showDocument(request, reply.code(422), pages, faults[0]?.member);
      if (refused === 'signature_code_wrong') return showDocument(request, reply.code(422), pages, 'code');
      if (refused === 'too_many_mails_of_document') return showDocument(request, reply.code(429), pages, 'question');
      if (refused) return closed(request, reply, answer as Refusal, pages.serviceName);
      // In the language chosen on the page.
      const locale = requestedLocale(request);
      const query = [after, locale && `locale=${locale}`].filter(Boolean).join('&');
      return reply.redirect(`/c/${request.params.link}${query && `?${query}`}`, 303);
    });
}

/**
 * Adds the chosen language to a redirect that stays on the customer's own pages. Payment providers
 * choose their own.
 */
function inLanguage(url: string, request: FastifyRequest<Asked>): string {
  const locale = requestedLocale(request);
  if (!locale || !url.includes(`/c/${request.params.link}`)) return url;
  return `${url}${url.includes('?') ? '&' : '?'}locale=${locale}`;
}

/** The values of a rejected form. Drawings are kept only if they are valid. */
function saidIn({ body }: FastifyRequest): Said {
  const { name, drawing, consent, question } = { ...(body as Record<string, unknown> | null) };
  const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
  const path = text(drawing);
  return {
    ...{ name: text(name), question: text(question), consent: consent === 'on' },
    drawing: path !== undefined && isDrawnSignature(path) ? path : undefined,
  };
}

const askedBy = (request: FastifyRequest<Asked>, form: unknown) => ({
  ...{ link: request.params.link, form },
  language: preferredLanguage(request.headers['accept-language']),
});

async function showDocument(
  request: FastifyRequest<Asked>,
  reply: FastifyReply,
  { contextOf, ownAccounts, serviceName, canMail, log }: Pages,
  fault?: string,
): Promise<FastifyReply> {
  const said = request.query as Record<string, unknown>;
  const form = { locale: requestedLocale(request), page: said.page, isBack: said.paid !== undefined };
  const context = { ...contextOf(request), ownAccounts: await ownAccounts(request) };
  const seen = await runCustomerOperation(operationsByLink.seeDocument, context, askedBy(request, form));
  if ('faults' in seen || 'refused' in seen) return closed(request, reply, seen, serviceName);
  const address = addressOf(request);
  const base = basePathOf(request.server.publicUrl);
  const scripts = { draw: `${base}${SCRIPTS.draw}`, copy: `${base}${SCRIPTS.copy}` };
  if ('tell' in seen)
    await seen.tell().catch((err: unknown) => log.error({ err }, 'the opening of a document could not be recorded'));
  if ('portal' in seen)
    return send(reply, portalPage({ ...seen.portal, serviceName, address, copyScript: scripts.copy }));
  const canAskForPortal = canMail() || seen.document.test;
  const paying = seen.paying && { ...seen.paying, isAway: fault === 'provider' };
  const signing = seen.signing && {
    ...seen.signing,
    ...{ fault, asked: said.asked !== undefined, said: fault === undefined ? undefined : saidIn(request) },
  };
  const page = { ...seen, serviceName, address, signing, paying, canAskForPortal, scripts };
  return send(reply, documentPage(page));
}

/** The page of a link, as browsers request it. */
const addressOf = (request: FastifyRequest<Asked>): string =>
  `${basePathOf(request.server.publicUrl)}/c/${request.params.link}`;

/** The language chosen on the page; undefined for any other value. */
function requestedLocale({ query, body }: FastifyRequest): Locale | undefined {
  const said = { ...(body as Record<string, unknown> | null), ...(query as Record<string, unknown>) };
  return locales.find((each) => each === said.locale);
}

function closed(
  request: FastifyRequest,
  reply: FastifyReply,
  no: Refusal | FormFaults,
  serviceName: string,
): FastifyReply {
  const locale = requestedLocale(request) ?? preferredLanguage(request.headers['accept-language']);
  const slowed = 'refused' in no && no.refused === 'links_slowed' ? no.retryAfter : undefined;
  if (slowed !== undefined) reply.header('retry-after', String(slowed));
  const why: Closed = slowed === undefined ? { why: 'lost' } : { why: 'slowed', seconds: slowed };
  return send(reply.code(slowed === undefined ? 404 : 429), linkRefusedPage(why, { locale, serviceName }));
}

/**
 * Sends the Referer to this service only (without it forms would have `Origin: null`), so that the
 * link does not leak.
 */
const send = (reply: FastifyReply, { text, policy }: WrittenPage): FastifyReply =>
  reply
    .headers({ 'content-security-policy': policy, 'referrer-policy': 'same-origin', vary: 'accept-language' })
    .type(HTML)
    .send(text);

const HTML = 'text/html; charset=utf-8';

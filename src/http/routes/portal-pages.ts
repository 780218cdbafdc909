import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { operationsByLink } from '../../api/portal/index.ts';
import type { Refusal } from '../../domain/refusal.ts';
import { processLimits } from '../../limits/process-limits.ts';
import { type FormFaults, runCustomerOperation } from '../../pipeline/run-customer-operation.ts';
import type { WrittenPage } from '../../portal/page-layout.ts';
import { requestLinkPage } from '../../portal/request-link-page.ts';
import type { CustomerContext } from '../../services/portal/customer-context.ts';
import { shareOf, tokenBuckets } from '../limits/token-buckets.ts';
import { basePathOf } from '../request/base-path.ts';
import { sendBytes } from '../response/file-download.ts';

const LIMITS = processLimits.portalAsks;

type Link = { Params: { link: string } };

/** Dependencies that the customer pages share with the portal pages. */
export type Around = {
  readonly contextOf: (request: FastifyRequest) => Omit<CustomerContext, 'opens'>;
  readonly serviceName: string;
  readonly log: Logger;
  /** Number of web processes, this one included: each has its share of the limit per address. */
  readonly webProcesses: number;
  readonly send: (reply: FastifyReply, page: WrittenPage) => FastifyReply;
  readonly closed: (request: FastifyRequest, reply: FastifyReply, no: Refusal | FormFaults) => FastifyReply;
};

/** Serves the portal's pages and the page where customers request their link. */
export function servePortals(app: FastifyInstance, around: Around): void {
  const { contextOf, closed } = around;
  app.get<Link>('/c/:link/portal', (request, reply) => showForm(request, reply, around));
  app.get<{ Params: { link: string; id: string } }>('/c/:link/document/:id', async (request, reply) => {
    const said = asked(request, { id: request.params.id });
    const answer = await runCustomerOperation(operationsByLink.openDocumentOfPortal, contextOf(request), said);
    if ('url' in answer) {
      const base = basePathOf(request.server.publicUrl);
      return reply.redirect(new URL(answer.url).pathname.slice(base.length), 303);
    }
    return closed(request, reply, answer);
  });
  app.get<{ Params: { link: string; year: string } }>('/c/:link/statement/:year', async (request, reply) => {
    const { locale } = request.query as Record<string, unknown>;
    const said = asked(request, { year: request.params.year, ...(locale !== undefined && { locale }) });
    const answer = await runCustomerOperation(operationsByLink.downloadStatementOfPortal, contextOf(request), said);
    if ('file' in answer) return sendBytes(reply, answer.file);
    return closed(request, reply, answer);
  });
}

/**
 * Handles the form that requests a portal link. The response is always the same, so that it reveals
 * nothing.
 */
export function servePortalForms(app: FastifyInstance, around: Around): void {
  const asks = tokenBuckets({
    ...shareOf({ burst: LIMITS.perNetworkMax, refillSeconds: LIMITS.networkRefillSeconds }, around.webProcesses),
    namesMax: LIMITS.rememberedMax,
  });
  app.post<Link>('/c/:link/portal', async (request, reply) => {
    const context = around.contextOf(request);
    const { email, locale } = (request.body ?? {}) as Record<string, unknown>;
    const answer = await runCustomerOperation(operationsByLink.askForPortal, context, asked(request, { email }));
    if ('faults' in answer) return showForm(request, reply.code(422), around, true);
    if ('refused' in answer) return around.closed(request, reply, answer);
    const now = performance.now();
    if (asks.wait(context.network, now) === 0) {
      asks.take(context.network, now);
      setImmediate(() =>
        answer.behind().catch((err: unknown) => around.log.error({ err }, 'an error occurred after the response')),
      );
    }
    const language = typeof locale === 'string' && /^[a-z]{2}$/.test(locale) ? `&locale=${locale}` : '';
    return reply.redirect(`/c/${request.params.link}/portal?sent${language}`, 303);
  });
}

async function showForm(
  request: FastifyRequest<Link>,
  reply: FastifyReply,
  { contextOf, serviceName, send, closed }: Around,
  isFault = false,
): Promise<FastifyReply> {
  const query = request.query as Record<string, unknown>;
  const locale = query.locale ?? (request.body as Record<string, unknown> | null)?.locale;
  const form = locale === undefined ? {} : { locale };
  const seen = await runCustomerOperation(operationsByLink.seePortalForm, contextOf(request), asked(request, form));
  if ('faults' in seen || 'refused' in seen) return closed(request, reply, seen);
  const state = isFault ? 'fault' : query.sent === undefined ? 'open' : 'sent';
  return send(
    reply,
    requestLinkPage({
      ...seen,
      serviceName,
      address: `${basePathOf(request.server.publicUrl)}/c/${request.params.link}/portal`,
      state,
    }),
  );
}

const asked = (request: FastifyRequest, form: unknown) => ({
  ...{ link: (request.params as { link: string }).link, form },
  language: 'fr' as const,
});

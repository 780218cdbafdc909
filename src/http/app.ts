import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { personalOperations } from '../api/people/index.ts';
import { processLimits } from '../limits/process-limits.ts';
import type { Beside } from '../mcp/server.ts';
import { toolsOf } from '../mcp/tool.ts';
import type { MetricsRecorder } from '../metrics/metrics.ts';
import type { Operation } from '../pipeline/operation.ts';
import type { AppServices } from '../services/app-dependencies.ts';
import type { SecurityLog } from '../services/security-event.ts';
import type { Access, Door } from './auth/authenticate-key.ts';
import { sessionCache } from './auth/session-cache.ts';
import { serveDocs } from './docs/docs-routes.ts';
import { HttpRefusalError, refusalOfError } from './errors/error-to-refusal.ts';
import type { HttpRefusal } from './errors/http-refusal.ts';
import { refuse } from './errors/send-problem.ts';
import { failedLoginLimit } from './limits/failed-login-limit.ts';
import { parseInTurn, trackMemory } from './limits/memory-limits.ts';
import { logAccess } from './logging/access-log.ts';
import { logKeyRequests } from './logging/key-request-log.ts';
import { noSecurityLog } from './logging/security-log.ts';
import { serveMailbox } from './mailbox/page.ts';
import { serveHealth } from './monitoring/health.ts';
import { type MetricsEndpoint, serveMetrics } from './monitoring/metrics-endpoint.ts';
import { recordRequestMetrics } from './monitoring/request-metrics.ts';
import { redirectUnderBasePath, withoutBasePath } from './request/base-path.ts';
import { trackCurrentRequest } from './request/current-request.ts';
import { contentEncodingRefusal, isFileType, readFileBody } from './request/file-body.ts';
import { BODY_BYTES_MAX, readBody } from './request/json-body.ts';
import { sendPositions } from './request/replica-position.ts';
import { hasUniqueHeaders, readRequestId } from './request/request-headers.ts';
import { serveCustomerPages } from './routes/customer-pages.ts';
import { serveMcp } from './routes/mcp.ts';
import { hasLongQuery, readQuery, serveOperations } from './routes/operations.ts';
import { servePaymentWebhooks } from './routes/payment-webhooks.ts';
import { servePersonal } from './routes/personal-operations.ts';
import { servePlatformCallbacks } from './routes/platform-callbacks.ts';
import { routeNotFound } from './routes/route-not-found.ts';
import { serveTools } from './routes/tools.ts';
import { clientAddress, type IsTrusted } from './server/listeners.ts';
import { securityHeaders } from './server/security-headers.ts';
import type { BuiltWeb } from './web-app/built-files.ts';
import { serveWebApp } from './web-app/web-app.ts';

/** Maximum characters of a URL, query included. */
const ADDRESS_MAX = 8_192;
/** Maximum characters of one id in a URL. */
const PARAMETER_MAX = 512;

export type AppOptions = {
  operations: readonly Operation[];
  services: AppServices;
  access: Access;
  log: Logger;
  /** Whether migrations have run, the database answers and writes would succeed. */
  isReady: () => Promise<boolean>;
  /**
   * Number of web processes, this one included (WEB_PROCESSES). In-memory limits are divided among
   * them.
   */
  webProcesses?: number | undefined;
  /** Once true, every response closes its connection and the readiness check fails. */
  isStopping: () => boolean;
  /** Whether Strict-Transport-Security includes subdomains (HSTS_SUBDOMAINS). Default: true. */
  hstsSubdomains?: boolean | undefined;
  /** Whether an address is one of the operator's own proxies. Default: none is. */
  isTrusted?: IsTrusted;
  /** Receives every answered request. */
  watch?: Pick<MetricsRecorder, 'answered'> | undefined;
  /** Serves /metrics to requests that send its token. */
  metrics?: MetricsEndpoint | undefined;
  /** Log every answered request at level info instead of debug. */
  logsApiRequests?: boolean;
  /** The web app, if it has been built. */
  web?: BuiltWeb | undefined;
  /** Extra MCP handlers for tests. */
  besideTools?: Beside;
};

declare module 'fastify' {
  interface FastifyInstance {
    publicUrl: string;
    securityLog: SecurityLog;
  }
}

/** The security headers of the public address in use, which an operator may change. */
function headersOfAddress(environment: { readonly publicUrl: string }, hstsSubdomains: boolean | undefined) {
  let made = { publicUrl: environment.publicUrl, headers: securityHeaders(environment.publicUrl, { hstsSubdomains }) };
  return () => {
    const { publicUrl } = environment;
    if (made.publicUrl !== publicUrl) made = { publicUrl, headers: securityHeaders(publicUrl, { hstsSubdomains }) };
    return made.headers;
  };
}

/**
 * Operations validate their own schemas. Fastify's default compilers would load a hundred unused
 * modules.
 */
const unused = (): never => {
  throw new Error('routes do not use Fastify schemas');
};

/**
 * Creates the whole API without opening a port: routes from the list of operations, and problem
 * responses for every error.
 */
export async function createApp(given: AppOptions): Promise<FastifyInstance> {
  const { log, services, webProcesses = 1 } = given;
  const dressed = headersOfAddress(services.environment, given.hstsSubdomains);
  const dress = (request: FastifyRequest, reply: FastifyReply): void => {
    reply.headers(dressed());
    reply.header('x-request-id', request.id);
    if (given.isStopping()) reply.header('connection', 'close');
  };
  const app = Fastify({
    bodyLimit: BODY_BYTES_MAX,
    genReqId: (raw) => readRequestId(raw as Parameters<typeof readRequestId>[0]),
    requestIdHeader: false,
    return503OnClosing: false,
    rewriteUrl: ({ url = '/' }) => withoutBasePath(url, services.environment.publicUrl),
    routerOptions: { maxParamLength: PARAMETER_MAX, querystringParser: readQuery },
    schemaController: { compilersFactory: { buildValidator: unused, buildSerializer: unused } },
    frameworkErrors: (error, request, reply) => {
      dress(request as FastifyRequest, reply as FastifyReply);
      refuse(request as FastifyRequest, reply as FastifyReply, refusalOf(error));
    },
  });
  // Evaluated on each use: an operator may change it, and PORT=0 is known once the port is open.
  app.decorate('publicUrl', { getter: () => services.environment.publicUrl });
  const door = doorOf(given);
  app.decorate('securityLog', { getter: () => door.securityLog });
  trackCurrentRequest(app, {
    addressOf: door.addressOf,
    fail: (request, reply) => void refuse(request, reply, { refused: 'internal_error' }),
  });
  app.addHook('onRequest', (request, reply, done) => {
    dress(request, reply);
    if (!hasUniqueHeaders(request.raw)) refuse(request, reply, { refused: 'request_malformed' });
    // Refuse before reading the body.
    else if (request.is404) refuse(request, reply, routeNotFound(given.operations, request.url));
    else if (request.url.length > ADDRESS_MAX)
      refuse(request, reply, { refused: 'address_too_long', limit: ADDRESS_MAX });
    else if (hasLongQuery(request.url))
      refuse(request, reply, { refused: 'query_too_long', limit: processLimits.query.membersMax });
    else done();
  });
  redirectUnderBasePath(app);
  logAccess(app, log, { isInfo: given.logsApiRequests ?? false });
  recordRequestMetrics(app, given.watch);
  logKeyRequests(app, services);
  sendPositions(app, services);
  trackMemory(app, door);
  takeBodies(app);
  app.setErrorHandler((error: FastifyError, request, reply) => void fail(error, request, reply, log));
  app.setNotFoundHandler((request, reply) => refuse(request, reply, routeNotFound(given.operations, request.url)));
  serveHealth(app, async () => !given.isStopping() && (await given.isReady()));
  serveMetrics(app, given.metrics);
  serveDocs(app, given.operations, { serviceName: services.environment.serviceName, web: given.web });
  serveWebApp(app, given.web);
  serveMailbox(app);
  serveOperations(app, given.operations, { ...given, access: door });
  servePersonal(app, personalOperations, { services, access: door, operations: given.operations, log, webProcesses });
  serveCustomerPages(app, { services, access: door, log, webProcesses });
  servePaymentWebhooks(app, services);
  servePlatformCallbacks(app, services, webProcesses);
  serveTools(app, toolsOf(given.operations), { ...given, access: door });
  serveMcp(app, {
    ...given,
    access: door,
    isTrusted: given.isTrusted ?? (() => false),
    refusalOf,
    beside: given.besideTools,
  });
  await app.ready();
  return app;
}

function doorOf({ access, services, isTrusted = () => false }: AppOptions): Door {
  return {
    ...access,
    logins: failedLoginLimit(access.isKnownKey),
    sessions: sessionCache(services.pool, services.now),
    isTrusted,
    addressOf: (request) => clientAddress(request.raw, isTrusted),
    securityLog: services.environment.securityLog ?? noSecurityLog,
  };
}

/** Parses JSON on every route, and raw files on the routes that accept them. */
function takeBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (request: FastifyRequest, bytes: Buffer) =>
    parseInTurn(request, bytes.length, () => readAny(request, bytes)),
  );
}

function readAny(request: FastifyRequest, bytes: Buffer): unknown {
  const type = request.headers['content-type'];
  const strange = contentEncodingRefusal(request.headers);
  if (strange) throw new HttpRefusalError(strange);
  const read = isFileType(type, request.routeOptions.config.takes) ? readFileBody(bytes) : readBody(bytes, type);
  if ('refused' in read) throw new HttpRefusalError(read);
  return read.body;
}

function fail(error: FastifyError, request: FastifyRequest, reply: FastifyReply, log: Logger): FastifyReply {
  const refusal = refusalOf(error, request.routeOptions.bodyLimit);
  if (refusal.refused === 'internal_error' || refusal.refused === 'file_altered') {
    const { id: requestId, method, routeOptions, current } = request;
    log.error({ requestId, ...current?.trace, method, route: routeOptions.url, err: error }, 'failed');
  }
  if (refusal.refused === 'files_unreachable')
    log.warn({ requestId: request.id, err: error }, 'object store unavailable');
  return refuse(request, reply, refusal);
}

function refusalOf(error: unknown, limit = BODY_BYTES_MAX): HttpRefusal {
  if (error instanceof HttpRefusalError) return error.refusal;
  const { code, statusCode } = error as Partial<FastifyError>;
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return { refused: 'body_too_large', limit };
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return { refused: 'media_type_unsupported' };
  // No id is this long.
  if (code === 'FST_ERR_MAX_PARAM_LENGTH') return { refused: 'route_not_found' };
  if (code?.startsWith('FST_') && statusCode !== undefined && statusCode < 500) return { refused: 'request_malformed' };
  return refusalOfError(error);
}

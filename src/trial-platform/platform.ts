import { setTimeout as wait } from 'node:timers/promises';
import { companyOfToken, expiredToken, issueToken } from './access-token.ts';
import { ConnectionCut, empty, json, Refusal, type TrialAnswer, type TrialRequest } from './answer.ts';
import type { TrialCompany } from './companies.ts';
import { createFlow, type ReadRequest, readDepositRequest } from './deposit.ts';
import { getEntry, searchDirectory } from './directory.ts';
import { RETRY_AFTER_SECONDS, SLOW_MS, type TrialFaults } from './faults.ts';
import { getFlow, searchFlows } from './flows.ts';
import { advance } from './life-cycle.ts';
import { JSON_BYTES_MAX, type TrialLimits } from './limits.ts';
import { answerOrder } from './orders.ts';
import { type DirectoryResource, jsonOf } from './schemas.ts';
import type { TrialStore } from './store.ts';
import { type Callback, callbacksOf, createWebhook, deleteWebhook, listWebhooks } from './webhooks.ts';
import { openWork, type Work } from './work.ts';

export type TrialPlatform = {
  /**
   * Answers a request of the Flow Service, the Directory Service, `/oauth2/token` or `/trial`,
   * below any base path. Only the fault `cut_after_acceptance` throws (ConnectionCut).
   */
  readonly answer: (request: TrialRequest) => Promise<TrialAnswer>;
  /** Carries out the steps that are due, so that webhooks come without a request. */
  readonly advance: () => Promise<void>;
};

export type TrialPlatformOptions = {
  readonly store: TrialStore;
  /** Unix seconds; fractions are kept. */
  readonly now: () => number;
  /** A UUID. */
  readonly newId: () => string;
  readonly companies: readonly TrialCompany[];
  /** Faults that are on until `/trial/faults` changes them. */
  readonly faults?: TrialFaults;
  /** How much it holds; `trialLimits` if absent. */
  readonly limits?: TrialLimits;
  /** Sends a callback of a webhook; without it none is sent. It must not throw. */
  readonly send?: (callback: Callback) => void;
};

/**
 * A stand-in of an approved platform: Flow Service 1.3.0 and Directory Service 1.3.0 of XP Z12-013
 * with OAuth 2.0 client credentials. It keeps its state in `store` and has no timer: what is due
 * by `now` happens before each answer.
 */
export function createTrialPlatform(options: TrialPlatformOptions): TrialPlatform {
  const { companies, now } = options;
  return {
    answer: async (request) => {
      try {
        const route = routeOf(request);
        if (route.service === 'oauth2') return issueToken(request, companies, now());
        refuseLargeBody(request, route);
        if (route.service === 'trial') return await orderAnswer(options, request, route);
        return await serviceAnswer(options, request, route);
      } catch (error) {
        if (error instanceof ConnectionCut) throw error;
        if (error instanceof Refusal) return error.answer;
        const { message } = error as Error;
        return json(500, { errorCode: 'INTERNAL_ERROR', errorMessage: message });
      }
    },
    advance: async () => {
      await change(options, async () => empty(204));
    },
  };
}

type Route = { readonly service: string; readonly path: readonly string[]; readonly query: URLSearchParams };

/** The service and the path after it, whatever the base path. */
function routeOf({ url }: TrialRequest): Route {
  const { pathname, searchParams } = new URL(url, 'http://trial.invalid');
  const segments = pathname.split('/').map(unescaped);
  const start = segments.findIndex((segment) => SERVICES.has(segment));
  const path = segments.slice(start + 1);
  if (start < 0) throw new Refusal(404, 'MISSING_RESOURCE', 'There is no such path.');
  return { service: segments[start] as string, path, query: searchParams };
}
const SERVICES: ReadonlySet<string> = new Set(['oauth2', 'flow-service', 'directory-service', 'trial']);

function unescaped(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw new Refusal(400, 'INVALID_REQUEST', 'The path is not percent-encoded correctly.');
  }
}

const isDeposit = ({ method }: TrialRequest, { service, path }: Route): boolean =>
  service === 'flow-service' && method === 'POST' && path.join('/') === 'v1/flows';

function refuseLargeBody(request: TrialRequest, route: Route): void {
  const length = request.body?.length ?? 0;
  if (length > JSON_BYTES_MAX && !isDeposit(request, route))
    throw new Refusal(413, 'FILE_SIZE_EXCEEDED', `The body has at most ${JSON_BYTES_MAX} bytes.`);
}

/** One change of the state, after what is due; then the callbacks of what changed are sent. */
async function change(
  { store, now, newId, companies, faults = {}, limits, send }: TrialPlatformOptions,
  work: (work: Work) => Promise<TrialAnswer>,
): Promise<TrialAnswer> {
  const { answer, callbacks } = await store.change(async (state) => {
    const opened = await openWork(state, { now: now(), newId, companies, faults, limits });
    await advance(opened);
    // A refusal is an answer: what was due and struck stays.
    const answered = await work(opened).catch((error: unknown) => {
      if (error instanceof Refusal) return error.answer;
      throw error;
    });
    return { answer: answered, callbacks: send ? await callbacksOf(opened) : [] };
  });
  for (const callback of callbacks) send?.(callback);
  return answer;
}

const orderAnswer = (
  options: TrialPlatformOptions,
  { method, body = new Uint8Array() }: TrialRequest,
  { path }: Route,
): Promise<TrialAnswer> => change(options, (work) => answerOrder(work, { method, path, body }));

/** What the faults do to a request beside its answer. */
type Struck = { slowMs: number; isCut: boolean };

async function serviceAnswer(options: TrialPlatformOptions, request: TrialRequest, route: Route): Promise<TrialAnswer> {
  const isHealth = request.method === 'GET' && route.path.join('/') === 'v1/healthcheck';
  const client = isHealth ? undefined : companyOfToken(request, options.companies, options.now());
  const deposit = isDeposit(request, route) ? await readDepositRequest(request) : undefined;
  const struck: Struck = { slowMs: 0, isCut: false };
  const answer = await change(options, async (work) => {
    await strike(work, struck, route);
    if (!client) return empty(200);
    const asked = { request, route, client: client.siren, deposit };
    const answered = await (route.service === 'flow-service' ? flowAnswer(work, asked) : directoryAnswer(work, asked));
    struck.isCut = answered.status === 202 && (await work.strikes('cut_after_acceptance'));
    return answered;
  });
  // Outside of the change: a slow answer must not delay the others.
  if (struck.slowMs > 0) await wait(struck.slowMs);
  if (struck.isCut) throw new ConnectionCut();
  const requestId = request.headers['request-id'];
  return requestId === undefined ? answer : { ...answer, headers: { ...answer.headers, 'request-id': requestId } };
}

async function strike(work: Work, struck: Struck, { path }: Route): Promise<void> {
  const { slow, too_many_requests: limited, unavailable } = work.settings().faults;
  if (await work.strikes('slow')) struck.slowMs = slow?.milliseconds ?? SLOW_MS;
  // The standard has no 429 for these two.
  const isLimited = path[1] !== 'webhooks' && path[1] !== 'healthcheck';
  if (isLimited && (await work.strikes('too_many_requests'))) {
    const seconds = String(limited?.retryAfterSeconds ?? RETRY_AFTER_SECONDS);
    throw new Refusal(429, 'TOO_MANY_REQUESTS', 'Too many requests.', { 'retry-after': seconds });
  }
  if (await work.strikes('unavailable')) {
    const seconds = unavailable?.retryAfterSeconds;
    const headers: Record<string, string> = seconds === undefined ? {} : { 'retry-after': String(seconds) };
    throw new Refusal(503, 'RESOURCE_ERROR', 'The platform is not available.', headers);
  }
  if (await work.strikes('expired_token')) throw expiredToken();
}

type AskedOf = { request: TrialRequest; route: Route; client: string; deposit: ReadRequest | undefined };

const bodyOf = ({ body = new Uint8Array() }: TrialRequest): unknown => jsonOf(body);

async function flowAnswer(work: Work, { request, route, client, deposit }: AskedOf): Promise<TrialAnswer> {
  const [version, resource, id, more] = route.path;
  const isShort = version === 'v1' && more === undefined;
  const operation = `${request.method} ${resource}${id === undefined ? '' : id === 'search' ? '/search' : '/*'}`;
  if (isShort)
    switch (operation) {
      case 'POST flows':
        if (deposit) return createFlow(work, client, deposit);
        break;
      case 'POST flows/search':
        return searchFlows(work, client, bodyOf(request));
      case 'GET flows/*':
      case 'GET flows/search': {
        const docType = route.query.get('docType') ?? 'Metadata';
        return getFlow(work, client, { flowId: id ?? '', docType });
      }
      case 'GET webhooks':
        return json(200, await listWebhooks(work, client));
      case 'POST webhooks':
        return json(201, await createWebhook(work, client, bodyOf(request)));
      case 'DELETE webhooks/*':
        await deleteWebhook(work, client, id ?? '');
        return empty(204);
    }
  throw unknownPath(isShort && ['flows', 'webhooks'].includes(resource ?? ''));
}

async function directoryAnswer(work: Work, { request, route }: AskedOf): Promise<TrialAnswer> {
  const [version, resource = '', ...rest] = route.path;
  if (version !== 'v1' || !Object.hasOwn(KEYS, resource)) throw unknownPath(false);
  const known = resource as DirectoryResource;
  const path = rest.join('/');
  if (request.method === 'POST' && path === 'search') return searchDirectory(work, known, bodyOf(request));
  const key = KEYS[known].exec(path)?.groups;
  if (request.method === 'GET' && key) return getEntry(work, known, { key, query: route.query });
  throw unknownPath(path === 'search' || key !== undefined);
}

/** The path of an entry in each resource, after the name of the resource. */
const KEYS: Readonly<Record<DirectoryResource, RegExp>> = {
  siren: /^code-insee:(?<siren>.*)$/s,
  siret: /^code-insee:(?<siret>.*)$/s,
  'routing-code': /^siret:(?<siret>[^/]*)\/code:(?<routingIdentifier>.*)$/s,
  'directory-line': /^code:(?<addressingIdentifier>.*)$/s,
};

const unknownPath = (isKnown: boolean): Refusal =>
  isKnown
    ? new Refusal(405, 'METHOD_NOT_ALLOWED', 'This path has no such method.')
    : new Refusal(404, 'MISSING_RESOURCE', 'There is no such path.');

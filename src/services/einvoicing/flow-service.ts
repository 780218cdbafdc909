import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import type {
  FlowSyntax,
  PlatformAddresses,
  PlatformCapabilities,
  ProcessingRule,
} from '../../domain/einvoicing/platform-connection.ts';
import type { Answered, CallPlatform, PlatformAnswer, PlatformQuestion } from './call-platform.ts';
import { clearPlatformToken, type PlatformKeys, platformToken, shortened } from './platform-token.ts';

/** A file to hand to a platform. */
export type FlowToSend = {
  /** Our ID of it, at most 36 characters. */
  readonly trackingId: string;
  readonly name: string;
  readonly syntax: FlowSyntax | 'CDAR' | 'FRR';
  readonly profile?: 'CIUS' | 'Extended-CTC-FR';
  readonly processingRule?: ProcessingRule;
  readonly sha256: string;
  readonly mediaType: string;
  readonly bytes: Uint8Array;
};

/** How many flows a page of a search has. */
export const FLOWS_OF_PAGE = 100;

const acknowledgement = z.object({
  status: z.string(),
  details: z
    .array(
      z.object({
        level: z.string().optional(),
        reasonCode: z.string().optional(),
        reasonMessage: z.string().optional(),
      }),
    )
    .optional(),
});

/** A flow as a platform describes it. Members this service does not use are left out. */
const flowJson = z.object({
  flowId: z.string().min(1).max(64),
  name: z.string().max(255).optional().nullable(),
  trackingId: z.string().optional().nullable(),
  flowType: z.string().max(60).optional().nullable(),
  flowDirection: z.string().optional().nullable(),
  flowSyntax: z.string().optional().nullable(),
  updatedAt: z.string().optional().nullable(),
  acknowledgement: acknowledgement.optional().nullable(),
});
export type PlatformFlowJson = z.output<typeof flowJson>;

const pageJson = z.object({
  nextCursor: z.string().optional().nullable(),
  results: z.array(z.unknown()).max(FLOWS_OF_PAGE * 10),
});
const createdJson = z.object({ flowId: z.string().min(1).max(64) });

/** A page of flows, and how to get the next one. */
export type FlowPage = { readonly flows: readonly PlatformFlowJson[]; readonly nextCursor?: string };

/**
 * The Flow Service of a platform (XP Z12-013, annex A, version 1.3.0) with the credentials of one
 * account. No method throws.
 */
export type FlowService = {
  /** Checks the credentials, the address, and that flows can be searched. */
  check(): Promise<Answered<true>>;
  /** Hands over a file and returns the platform's ID of it. */
  send(flow: FlowToSend): Promise<Answered<string>>;
  /** Flows changed after a time (Unix milliseconds), or those with an ID of ours. */
  search(
    where: { readonly updatedAfterMs: number } | { readonly trackingId: string },
    cursor?: string,
  ): Promise<Answered<FlowPage>>;
  /** The bytes of a flow as they were handed over. */
  original(flowId: string): Promise<Answered<Uint8Array>>;
};

export function flowService(addresses: PlatformAddresses, keys: PlatformKeys, call: CallPlatform): FlowService {
  const url = (path: string): string => `${addresses.flowUrl}/v1${path}`;
  const ask = (question: Omit<PlatformQuestion, 'headers'> & { readonly headers?: Record<string, string> }) =>
    askWithToken(addresses, keys, call, question);
  const search: FlowService['search'] = async (where, cursor) => {
    const asked =
      'trackingId' in where
        ? { trackingId: where.trackingId }
        : { updatedAfter: new Date(where.updatedAfterMs).toISOString() };
    const body = { limit: FLOWS_OF_PAGE, ...(cursor !== undefined && { cursor }), where: asked };
    return readAnswer(await ask({ method: 'POST', url: url('/flows/search'), ...jsonBody(body) }), [200], pageIn);
  };
  return {
    check: async () => {
      const found = await search({ updatedAfterMs: Date.now() });
      return 'ok' in found ? { ok: true } : found;
    },
    send: async (flow) =>
      readAnswer(
        await ask({ method: 'POST', url: url('/flows'), ...(await multipart(flow)) }),
        [200, 201, 202],
        (answer) => parsedBody(answer, createdJson)?.flowId,
      ),
    search,
    original: async (flowId) =>
      readAnswer(
        await ask({
          ...{ method: 'GET', url: url(`/flows/${encodeURIComponent(flowId)}?docType=Original`) },
          // XML, PDF or octet-stream: whatever the file is.
          headers: { accept: '*/*' },
        }),
        [200],
        (answer) => answer.body,
      ),
  };
}

/** What is left out of a request for a platform that refuses it. */
export const withoutRule = (flow: FlowToSend, { processingRule }: PlatformCapabilities): FlowToSend => {
  if (processingRule !== false) return flow;
  const { processingRule: _, ...rest } = flow;
  return rest;
};

/** The body of a request in JSON. */
export const jsonBody = (body: unknown) => ({
  headers: { 'content-type': 'application/json' },
  body: Buffer.from(JSON.stringify(body)),
});

/** The form of `createFlow`: the description as JSON, and the file. */
async function multipart({ bytes, mediaType, syntax, profile, ...flow }: FlowToSend) {
  const { trackingId, name, processingRule, sha256 } = flow;
  const info = {
    ...{ trackingId, name, flowSyntax: syntax, sha256 },
    ...(profile && { flowProfile: profile }),
    ...(processingRule && { processingRule }),
  };
  const form = new FormData();
  form.set('flowInfo', new Blob([JSON.stringify(info)], { type: 'application/json' }));
  form.set('file', new Blob([new Uint8Array(bytes)], { type: mediaType }), name);
  const written = new Response(form);
  return {
    headers: { 'content-type': written.headers.get('content-type') ?? '' },
    body: new Uint8Array(await written.arrayBuffer()),
  };
}

/** Sends a request with a token, and once again with a new one if it is rejected. */
export async function askWithToken(
  { tokenUrl, organizationId }: PlatformAddresses,
  keys: PlatformKeys,
  call: CallPlatform,
  question: Omit<PlatformQuestion, 'headers'> & { readonly headers?: Record<string, string> },
): Promise<Answered<PlatformAnswer>> {
  for (let isSecond = false; ; isSecond = true) {
    const token = await platformToken(tokenUrl, keys, call);
    if (!('ok' in token)) return token;
    const headers = {
      ...{ authorization: `Bearer ${token.ok}`, accept: 'application/json, application/octet-stream' },
      ...{ 'request-id': randomUUID(), ...(organizationId !== undefined && { 'organization-id': organizationId }) },
      ...question.headers,
    };
    const answer = await call({ ...question, headers }).catch((error: Error) => ({ away: error.message }));
    if ('away' in answer) return answer;
    if (answer.status !== 401) return { ok: answer };
    clearPlatformToken(tokenUrl, keys);
    if (isSecond) return { keysRefused: shortened(Buffer.from(answer.body).toString()) };
  }
}

/** Longest pause a platform may ask for, in seconds. */
const RETRY_AFTER_MAX = 3_600;

/** Reads an answer: an expected status, a refusal of what was sent, or neither. */
export function readAnswer<T>(
  answered: Answered<PlatformAnswer>,
  expected: readonly number[],
  reader: (answer: PlatformAnswer) => T | undefined,
): Answered<T> {
  if (!('ok' in answered)) return answered;
  const { status, headers, body } = answered.ok;
  if (status === 403) return { keysRefused: shortened(Buffer.from(body).toString()) };
  if (expected.includes(status)) {
    const value = reader(answered.ok);
    return value === undefined ? { away: `an answer ${status} that cannot be read` } : { ok: value };
  }
  const said = errorIn(body);
  if (REFUSALS.has(status)) return { refused: { status, ...said } };
  const seconds = Number(headers['retry-after']);
  const retryAfterSeconds = Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds, RETRY_AFTER_MAX) : undefined;
  return { away: `${status} ${said.said}`, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) };
}

/** Statuses with which a platform says that the request itself is wrong. */
const REFUSALS: ReadonlySet<number> = new Set([400, 404, 409, 413, 415, 422, 501]);

const errorJson = z.object({ errorCode: z.coerce.string(), errorMessage: z.string().optional(), details: z.unknown() });

function errorIn(body: Uint8Array): { code: string; said: string } {
  const text = Buffer.from(body).toString();
  const error = parsedBody({ body }, errorJson);
  if (!error) return { code: '', said: shortened(text) };
  const details = typeof error.details === 'string' ? error.details : undefined;
  return { code: shortened(error.errorCode), said: shortened(details ?? error.errorMessage ?? error.errorCode) };
}

/** A page, without flows that cannot be read. */
function pageIn(answer: PlatformAnswer): FlowPage | undefined {
  const page = parsedBody(answer, pageJson);
  if (!page) return undefined;
  const flows = page.results.flatMap((result) => flowJson.safeParse(result).data ?? []);
  return { flows, ...(page.nextCursor && { nextCursor: page.nextCursor }) };
}

/** The JSON of an answer; undefined if it has another form. */
export function parsedBody<T>({ body }: { readonly body: Uint8Array }, schema: z.ZodType<T>): T | undefined {
  try {
    return schema.safeParse(JSON.parse(Buffer.from(body).toString())).data;
  } catch {
    return undefined;
  }
}

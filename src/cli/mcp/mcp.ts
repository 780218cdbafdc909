import { PassThrough } from 'node:stream';
import { finished } from 'node:stream/promises';
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import {
  isJSONRPCErrorResponse,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
  type JSONRPCMessage,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import type { Config } from '../../config.ts';
import type { TranslatedText } from '../../startup-error.ts';
import { reachable, unreachable } from '../remote/https-request.ts';
import { type AccessOptions, readServiceAccess } from '../remote/service-access.ts';
import { inWords, language } from '../terminal/output.ts';

export type McpOptions = AccessOptions;

/**
 * `facturier mcp`: connects an assistant that starts a local program to the tools of a running
 * service, over standard input and output. Refused without a running service or a key. Ends when
 * its input ends.
 */
export async function mcp(config: Config, options: McpOptions): Promise<void> {
  const { address, key } = await readServiceAccess(config, options, 'Assistant');
  await reachable(address);
  const given: Given = { address, key, language: language() };
  say({ fr: `relié à ${address}/mcp`, en: `connected to ${address}/mcp` });
  await mcpBridge(given);
}

type Given = {
  /** Base URL of the service, without a trailing slash. */
  address: string;
  key: string;
  /** Language of the service's refusals. */
  language: 'fr' | 'en';
};

/** Milliseconds for pending responses after the input has ended. */
const LAST_ANSWERS_MS = 10_000;
const POLL_MS = 20;
/** JSON-RPC error code from the range reserved for servers. */
const NOT_ANSWERED = -32_000;

/**
 * Relays messages between standard input and output and the service's `/mcp`, unchanged and
 * concurrently, until the input ends. A refusal by the service, or a failure to reach it, becomes
 * an error response to the same message. Only messages go to standard output.
 */
async function mcpBridge(given: Given): Promise<void> {
  const waiting = new Map<Id, Waiting>();
  const sending = new Set<JSONRPCMessage>();
  const service = serviceAt(given);
  const assistant = new StdioServerTransport(lastAnswersFirst({ waiting, sending }));
  const closed = new Promise<void>((resolve) => {
    assistant.onclose = resolve;
  });
  const tell = (message: JSONRPCMessage): void => {
    assistant.send(message).catch((error) => say(failed(error)));
  };
  service.onmessage = (message) => {
    const asked = isAnswer(message) && waiting.get(message.id as Id);
    if (asked) waiting.delete(message.id as Id);
    // From here on the client sends the negotiated version in its headers.
    if (asked && asked.method === 'initialize') service.setProtocolVersion(versionIn(message));
    tell(message);
  };
  assistant.onmessage = (message) => {
    sending.add(message);
    void forward(message, { service, waiting, tell }).finally(() => sending.delete(message));
  };
  assistant.onerror = (error) => say(failed(error));
  await service.start();
  await assistant.start();
  await closed;
  await service.close();
  process.stdin.destroy();
}

/** Writes to the assistant's log. */
const say = (text: TranslatedText): void => void process.stderr.write(`facturier mcp: ${inWords(text)}\n`);

const failed = (error: unknown): TranslatedText => {
  const { message } = error as Error;
  return { fr: message, en: message };
};

type Id = string | number;
/** A request without a response yet. */
type Waiting = { method: string; gone: AbortController };
type Between = {
  service: StreamableHTTPClientTransport;
  waiting: Map<Id, Waiting>;
  tell: (message: JSONRPCMessage) => void;
};

async function forward(message: JSONRPCMessage, { service, waiting, tell }: Between): Promise<void> {
  if (!isJSONRPCRequest(message)) {
    // Both protocol versions accept a closed connection; the older one also expects a notification.
    cancelledBy(message, waiting);
    return service.send(message).catch((error) => say(failed(error)));
  }
  const asked: Waiting = { method: message.method, gone: new AbortController() };
  const refuse = (error: JsonRpcError): void => {
    if (waiting.get(message.id) !== asked) return;
    waiting.delete(message.id);
    tell({ jsonrpc: '2.0', id: message.id, error });
  };
  waiting.set(message.id, asked);
  try {
    await service.send(message, {
      requestSignal: asked.gone.signal,
      onRequestStreamEnd: () => refuse({ code: NOT_ANSWERED, message: inWords(BROKEN_OFF) }),
    });
  } catch (error) {
    refuse(error instanceof NotAnswered ? error.inJsonRpc : { code: NOT_ANSWERED, message: (error as Error).message });
  }
}

const BROKEN_OFF = {
  fr: 'le service a cessé de répondre. Vérifiez d’abord si la requête a pris effet, puis recommencez.',
  en: 'the service stopped answering. Check whether the request took effect, then try again.',
};

function cancelledBy(message: JSONRPCMessage, waiting: Map<Id, Waiting>): void {
  const { method, params } = message as { method?: unknown; params?: { requestId?: Id } };
  if (method !== 'notifications/cancelled' || params?.requestId === undefined) return;
  const asked = waiting.get(params.requestId);
  waiting.delete(params.requestId);
  asked?.gone.abort();
}

const isAnswer = (message: JSONRPCMessage) => isJSONRPCResultResponse(message) || isJSONRPCErrorResponse(message);

function versionIn(message: JSONRPCMessage): string {
  const { result } = message as { result?: { protocolVersion?: string } };
  return result?.protocolVersion ?? '';
}

type UnderWay = { waiting: ReadonlyMap<Id, Waiting>; sending: ReadonlySet<JSONRPCMessage> };

/** Standard input that ends only after all messages have been relayed and all requests answered. */
function lastAnswersFirst(underWay: UnderWay): PassThrough {
  const input = new PassThrough();
  process.stdin.pipe(input, { end: false });
  void endAfterAnswers(input, underWay);
  return input;
}

async function endAfterAnswers(input: PassThrough, { waiting, sending }: UnderWay): Promise<void> {
  await finished(process.stdin, { writable: false }).catch(() => {});
  await nextTurn();
  // A subscription lasts as long as the session.
  const isOwed = (): boolean =>
    sending.size > 0 || [...waiting.values()].some(({ method }) => method !== 'subscriptions/listen');
  for (const until = performance.now() + LAST_ANSWERS_MS; isOwed() && performance.now() < until; ) await wait(POLL_MS);
  input.end();
}

const serviceAt = ({ address, key, language }: Given): StreamableHTTPClientTransport =>
  new StreamableHTTPClientTransport(new URL(`${address}/mcp`), {
    requestInit: { headers: { authorization: `Bearer ${key}`, 'accept-language': language } },
    fetch: (url, init) => answered(address, url, init),
  });

/** Calls the service; throws `NotAnswered` if there is no response to the message. */
async function answered(address: string, url: string | URL, init?: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(url, init);
  } catch (error) {
    if (init?.signal?.aborted) throw error;
    throw new NotAnswered({ code: NOT_ANSWERED, message: inWords(unreachable(address, error)) });
  }
  // The client handles responses to its own GET requests and redirects itself.
  if (response.status < 400 || init?.method !== 'POST') return response;
  throw new NotAnswered(errorIn(response, await response.text()));
}

type JsonRpcError = { code: number; message: string; data?: unknown };

class NotAnswered extends Error {
  readonly inJsonRpc: JsonRpcError;
  constructor(inJsonRpc: JsonRpcError) {
    super(inJsonRpc.message);
    this.inJsonRpc = inJsonRpc;
  }
}

/** The error in a failed response: as it is from the protocol, or as the service words it. */
function errorIn({ status, statusText }: Response, text: string): JsonRpcError {
  const said = jsonIn(text);
  if (said.jsonrpc && said.error) return said.error;
  const { code, detail, requestId } = said;
  return {
    code: NOT_ANSWERED,
    message: `HTTP ${status}: ${detail ?? statusText}`,
    data: { status, ...(code && { code }), ...(requestId && { requestId }) },
  };
}

type Said = { jsonrpc?: string; error?: JsonRpcError; code?: string; detail?: string; requestId?: string };

function jsonIn(text: string): Said {
  try {
    return (JSON.parse(text) ?? {}) as Said;
  } catch {
    return {};
  }
}

import {
  type CallToolResult,
  createMcpHandler,
  type InputRequiredResult,
  type Tool as ListedTool,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerContext,
  type ServerEventBus,
  type ServerOptions,
} from '@modelcontextprotocol/server';
import { isRefusal, type Refusal } from '../domain/refusal.ts';
import type { GetAbortSignal } from '../limits/concurrency-limiter.ts';
import type { PipelineRefusal } from '../schemas/refusals/pipeline-refusal.ts';
import type { Language } from '../schemas/validation/faults.ts';
import type { AppServices } from '../services/app-dependencies.ts';
import type { Caller } from '../services/caller.ts';
import { callTool, type ToolAnswer } from './call-tool.ts';
import { type Tool, toolsFor } from './tool.ts';
import { failureOf } from './tool-error.ts';
import { toolListing } from './tool-listing.ts';

/** Milliseconds an assistant may keep the list of tools: it changes with a new version of the service only. */
const LIST_KEPT_MS = 300_000;

/** What an assistant should know before it calls anything. */
const INSTRUCTIONS = [
  'Facturier bills for an independent business in France: estimates, advances, invoices, credit notes, customers, products.',
  'Amounts are whole cents (12345 is 123.45), rates and quantities as each parameter says.',
  'A draft can be changed and deleted. Finalizing gives the official number and cannot be undone: a finalized document is',
  'corrected by a credit note only.',
  'Ask the user before calling a tool that is marked destructive, and show what it will do.',
  'A refusal has a stable code and says what can be done: correct the parameters rather than repeating the call.',
].join('\n');

/** Who calls, and what came with the request beside the message. */
export type McpCall = {
  caller: Caller;
  language: Language;
  /** Members within parameters that nobody knows are refused too. */
  strict?: boolean | undefined;
  idempotencyKey?: string | undefined;
  /** Up to where the caller must see what was written. */
  saw?: number | undefined;
  /** Tells that the caller went away. */
  gone?: GetAbortSignal | undefined;
  /** Throws where there is no room for the answer of what waited for its turn. */
  mayBegin?: () => Promise<void>;
  /** Hears how long an answer is, in characters, before it is sent. */
  answering?: (characters: number) => void;
  /** Hears of a refusal, which travels as an answer. */
  refused?: (refusal: Refusal | PipelineRefusal) => void;
  /** Notes a failure of ours for whoever runs the service, and gives what the caller may know of it. */
  failed: (error: unknown) => { code: string; message: string; requestId: string };
};

/** What is served beside the tools of the operations: the tests of the protocol bring what they ask for. */
export type Beside = {
  tools: readonly {
    listed: ListedTool;
    call: (
      said: Record<string, unknown>,
      context: ServerContext,
    ) => CallToolResult | InputRequiredResult | Promise<CallToolResult | InputRequiredResult>;
  }[];
  options: Pick<ServerOptions, 'capabilities' | 'requestState' | 'cacheHints'>;
  bus: ServerEventBus;
  dress: (server: Server) => void;
};

export type McpServerOptions = {
  tools: readonly Tool[];
  services: AppServices;
  version: string;
  /** Hears of messages the SDK refused or could not answer: the client's faults, mostly. */
  noted: (error: Error) => void;
  beside?: Beside | undefined;
};

/** Answers one message of the protocol. The body is read already; the request says the rest. */
export type AnswerMcp = (request: Request, body: unknown, call: McpCall) => Promise<Response>;

/**
 * The tools by the Model Context Protocol, without sessions: every message stands for itself, so any process can answer
 * it. The same endpoint speaks 2026-07-28, and 2025-11-25 and older with those who begin with `initialize`.
 */
export function mcpServer(given: McpServerOptions): AnswerMcp {
  const calls = new WeakMap<Request, McpCall>();
  const handler = createMcpHandler(({ requestInfo }) => {
    const call = requestInfo && calls.get(requestInfo);
    if (!call) throw new Error('a message reached the tools without its caller');
    return serverFor(call, given);
  }, given.beside && { bus: given.beside.bus });
  return (request, body, call) => {
    calls.set(request, call);
    return handler.fetch(request, { parsedBody: body });
  };
}

/** A server for one message of one caller: it knows only the tools his key allows. */
function serverFor(call: McpCall, { tools, services, version, beside }: McpServerOptions): Server {
  const allowed = toolsFor(tools, call.caller.scopes);
  const server = new Server(
    { name: 'facturier', title: services.environment.serviceName, version },
    {
      instructions: INSTRUCTIONS,
      ...beside?.options,
      capabilities: { tools: {}, ...beside?.options.capabilities },
      cacheHints: { 'tools/list': { ttlMs: LIST_KEPT_MS, cacheScope: 'private' }, ...beside?.options.cacheHints },
    },
  );
  server.setRequestHandler('tools/list', () =>
    guarded(call, () => ({
      tools: [...allowed.map(toolListing), ...(beside?.tools ?? []).map(({ listed }) => listed)],
    })),
  );
  server.setRequestHandler('tools/call', ({ params }, context) => {
    const said = params.arguments ?? {};
    const tool = allowed.find(({ name }) => name === params.name);
    if (tool) return called(tool, said, call, services);
    const other = beside?.tools.find(({ listed }) => listed.name === params.name);
    if (other) return other.call(said, context);
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Unknown tool: tools/list names those this key may call.');
  });
  beside?.dress(server);
  return server;
}

/** A refusal is an answer the assistant can act on. */
async function called(tool: Tool, said: Record<string, unknown>, call: McpCall, services: AppServices): Promise<CallToolResult> {
  const { caller, language, strict, idempotencyKey, saw, gone, mayBegin } = call;
  const answer = await guarded(call, () =>
    callTool(services, tool, caller, { said, language, strict, idempotencyKey, saw, gone, mayBegin }),
  );
  if (!isRefusal(answer)) return toolResult((answer as ToolAnswer).body, call);
  call.refused?.(answer as Refusal | PipelineRefusal);
  return { ...toolResult(failureOf(answer as Refusal | PipelineRefusal, language)), isError: true };
}

/** Only a failure of ours is an error of the protocol, and it gives nothing away. */
async function guarded<T>({ failed }: McpCall, act: () => T | Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    const { message, ...rest } = failed(error);
    throw new ProtocolError(ProtocolErrorCode.InternalError, message, rest);
  }
}

/** The answer as data, and as text for assistants that read only that. */
function toolResult(body: Record<string, unknown>, { answering }: Pick<McpCall, 'answering'> = {}): CallToolResult {
  const text = JSON.stringify(body);
  answering?.(2 * text.length);
  return { structuredContent: body, content: [{ type: 'text', text }] };
}

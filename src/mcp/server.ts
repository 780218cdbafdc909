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
import { answerSchema, parametersSchema } from './tool-schema.ts';

/**
 * Milliseconds a client may cache the tool list: it only changes with the version of the service.
 */
const LIST_KEPT_MS = 300_000;

/** Instructions for the assistant. */
const INSTRUCTIONS = [
  'Facturier is billing software for an independent business in France: estimates, advances, invoices, credit notes, customers, products.',
  'Amounts are whole cents (12345 is 123.45), rates and quantities as each parameter says.',
  'A draft can be changed and deleted. Finalizing assigns the official number and cannot be undone: a finalized document is',
  'corrected by a credit note only.',
  'Figures and lists are those of the mode of the key, live or test, unless `test` selects the other.',
  'Ask the user before calling a tool that is marked destructive, and show what it will do.',
  'A refusal has a stable `error.code` and an `error.message` that says what to do: correct the parameters instead of repeating the call.',
].join('\n');

/** The caller, and request data beside the message. */
export type McpCall = {
  caller: Caller;
  language: Language;
  /** Also refuse unknown members inside parameters. */
  strict?: boolean | undefined;
  idempotencyKey?: string | undefined;
  /** The write position the client must see. */
  saw?: number | undefined;
  /** Aborts when the client disconnects. */
  gone?: GetAbortSignal | undefined;
  /** Throws if there is no memory for the response of a queued call. */
  mayBegin?: () => Promise<void>;
  /** Called with the length of a response in characters before it is sent. */
  answering?: (characters: number) => void;
  /** Called for a refusal, which is sent as a normal response. */
  refused?: (refusal: Refusal | PipelineRefusal) => void;
  /** Logs an internal error and returns what the client may know about it. */
  failed: (error: unknown) => { code: string; message: string; requestId: string };
};

/** Extra handlers beside the tools, for protocol conformance tests. */
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

type McpServerOptions = {
  tools: readonly Tool[];
  services: AppServices;
  version: string;
  /** Called for messages the SDK refused or could not answer, mostly client errors. */
  noted: (error: Error) => void;
  beside?: Beside | undefined;
};

/** Answers one protocol message. The body is already parsed; the request provides the rest. */
export type AnswerMcp = (request: Request, body: unknown, call: McpCall) => Promise<Response>;

/**
 * Serves the tools over the Model Context Protocol without sessions: every message is independent,
 * so any process can answer it. The same endpoint speaks 2026-07-28, and 2025-11-25 and older after
 * `initialize`.
 */
export function mcpServer(given: McpServerOptions): AnswerMcp {
  const calls = new WeakMap<Request, McpCall>();
  const handler = createMcpHandler(({ requestInfo }) => {
    const call = requestInfo && calls.get(requestInfo);
    if (!call) throw new Error('MCP message without a caller');
    return serverFor(call, given);
  }, given.beside && { bus: given.beside.bus });
  return (request, body, call) => {
    calls.set(request, call);
    return handler.fetch(request, { parsedBody: body });
  };
}

/** A server for one message of one caller, limited to the tools its key allows. */
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

/** A refusal is a response that the assistant can act on. */
async function called(
  tool: Tool,
  said: Record<string, unknown>,
  call: McpCall,
  services: AppServices,
): Promise<CallToolResult> {
  const { caller, language, strict, idempotencyKey, saw, gone, mayBegin } = call;
  const answer = await guarded(call, () =>
    callTool(services, tool, caller, { said, language, strict, idempotencyKey, saw, gone, mayBegin }),
  );
  if (!isRefusal(answer)) return toolResult((answer as ToolAnswer).body, call);
  call.refused?.(answer as Refusal | PipelineRefusal);
  return { ...toolResult(failureOf(answer as Refusal | PipelineRefusal, language)), isError: true };
}

/** Only internal errors become protocol errors, and they reveal nothing. */
async function guarded<T>({ failed }: McpCall, act: () => T | Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    const { message, ...rest } = failed(error);
    throw new ProtocolError(ProtocolErrorCode.InternalError, message, rest);
  }
}

/** The response as structured data, and as text for clients that only read text. */
function toolResult(body: Record<string, unknown>, { answering }: Pick<McpCall, 'answering'> = {}): CallToolResult {
  const text = JSON.stringify(body);
  answering?.(2 * text.length);
  return { structuredContent: body, content: [{ type: 'text', text }] };
}

/** A tool as `tools/list` shows it. Built once: it is the same for every caller. */
function toolListing(tool: Tool): ListedTool {
  const known = listed.get(tool) ?? made(tool);
  listed.set(tool, known);
  return known;
}

const listed = new WeakMap<Tool, ListedTool>();

function made(tool: Tool): ListedTool {
  return {
    name: tool.name,
    title: titleOf(tool),
    description: tool.description,
    inputSchema: parametersSchema(tool.parameters) as ListedTool['inputSchema'],
    outputSchema: answerSchema(tool.face.output) as NonNullable<ListedTool['outputSchema']>,
    annotations: { ...effectsOf(tool), openWorldHint: tool.face.reachesOthers ?? false },
  };
}

/** For people: the name in words. What it does is in the description, once. */
const titleOf = ({ name }: Tool): string => (name.charAt(0).toUpperCase() + name.slice(1)).replaceAll('-', ' ');

/** Its effects on the account. The protocol ignores the other hints of a tool that only reads. */
const effectsOf = ({ scope, face }: Tool): NonNullable<ListedTool['annotations']> =>
  scope.endsWith(':read')
    ? { readOnlyHint: true }
    : {
        readOnlyHint: false,
        destructiveHint: face.destructive ?? false,
        idempotentHint: face.idempotent ?? false,
      };

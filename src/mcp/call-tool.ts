import { allows } from '../domain/account/scope.ts';
import type { Refusal } from '../domain/refusal.ts';
import { startOfDay } from '../domain/time/civil-day.ts';
import type { GetAbortSignal } from '../limits/concurrency-limiter.ts';
import { valueOf } from '../pipeline/answer.ts';
import { runOperation } from '../pipeline/run-operation.ts';
import type { PipelineRefusal } from '../schemas/refusals/pipeline-refusal.ts';
import { inputInvalid, type Language, read } from '../schemas/validation/faults.ts';
import { zoneOfAccount } from '../services/account/account-time-zone.ts';
import type { AppServices } from '../services/app-dependencies.ts';
import type { Caller } from '../services/caller.ts';
import { unknownId } from '../services/unknown-id.ts';
import { daysToTimestamps, hasDays } from './days-to-timestamps.ts';
import type { Tool } from './tool.ts';

export type ToolCall = {
  /** The parameters as received. */
  said: unknown;
  language: Language;
  /** Also refuse unknown members inside parameters; unknown parameters are always refused. */
  strict?: boolean | undefined;
  idempotencyKey?: string | undefined;
  /** The version the client has seen, if the operation accepts one. */
  ifMatch?: string | undefined;
  /** The write position the client has seen, if it sent one. */
  saw?: number | undefined;
  /** Aborts when the client disconnects. */
  gone?: GetAbortSignal | undefined;
  /** Throws if there is no memory for the response of a queued call. */
  mayBegin?: (() => Promise<void>) | undefined;
};

/** A tool's response: the operation's status and headers, and the body in the tool's form. */
export type ToolAnswer = {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: Record<string, unknown>;
};

/**
 * Calls a tool through the request pipeline. Parameters are validated strictly, then again by the
 * operation's own schemas: a tool definition can hide parameters but never admit new ones.
 */
export async function callTool(
  services: AppServices,
  tool: Tool,
  caller: Caller,
  call: ToolCall,
): Promise<ToolAnswer | Refusal | PipelineRefusal> {
  const { language, strict, idempotencyKey, ifMatch, saw, gone, mayBegin } = call;
  if (!allows(caller.scopes, tool.scope)) return { refused: 'scope_missing', scope: tool.scope };
  const said = call.said ?? {};
  const checked = read(tool.parameters, 'body', said, language, strict ? 'refused' : 'ignored');
  if ('faults' in checked) return inputInvalid([checked], language);
  const parameters = { ...tool.assumed, ...(said as Record<string, unknown>) };
  const members = await inSeconds(services, tool, caller, tool.face.reads?.(parameters) ?? parameters);
  const performed = await runOperation(services, tool.operation, caller, {
    parts: partsOf(tool, members),
    language,
    idempotencyKey: tool.scope.endsWith(':read') ? undefined : idempotencyKey,
    ifMatch,
    saw,
    gone,
    mayBegin,
  });
  if ('refused' in performed) return performed;
  const { status, headers } = performed;
  const body = tool.face.answer(valueOf(performed) as never, parameters);
  const unknown =
    (body.total ?? body.totalDocs) === 0 ? await narrowedByUnknown(services, tool, caller, parameters) : undefined;
  return unknown ?? { status, headers, body };
}

/** Explains an empty list that was filtered by an unknown id. */
function narrowedByUnknown(
  { pool }: AppServices,
  { face: { narrowedBy = {} } }: Tool,
  caller: Caller,
  parameters: Readonly<Record<string, unknown>>,
): Promise<Refusal | undefined> | undefined {
  const ids = Object.entries(narrowedBy).flatMap(([parameter, sort]) => {
    const id = parameters[parameter];
    return typeof id === 'string' ? [[sort, id] as const] : [];
  });
  return ids.length > 0 ? unknownId(pool, caller, ids) : undefined;
}

/**
 * Converts dates to their first second in the account's time zone, which is only read if there is a
 * date.
 */
async function inSeconds(
  { pool }: AppServices,
  { face: { days = [] } }: Tool,
  caller: Caller,
  members: Readonly<Record<string, unknown>>,
): Promise<Readonly<Record<string, unknown>>> {
  if (!hasDays(members, days)) return members;
  const zone = await zoneOfAccount(pool, caller);
  return daysToTimestamps(members, days, (day) => startOfDay(day, zone));
}

/** Assigns each parameter to its part of the request; names are unique across parts. */
function partsOf({ operation, face }: Tool, said: Readonly<Record<string, unknown>>) {
  const parts = { path: {}, query: {}, body: {} } as Record<'path' | 'query' | 'body', Record<string, unknown>>;
  const renamed = new Map(Object.entries(face.renamed ?? {}));
  const members = Object.entries(said).map(([name, value]) => [renamed.get(name) ?? name, value] as const);
  for (const [member, value] of [...members, ...Object.entries(face.always ?? {})]) {
    const part = (['path', 'query', 'body'] as const).find((each) => Object.hasOwn(operation[each].shape, member));
    if (part) parts[part][member] = value;
  }
  return parts;
}

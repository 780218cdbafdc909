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
  /** The parameters, as they came. */
  said: unknown;
  language: Language;
  /** Members within parameters that nobody knows are refused too; parameters always are. */
  strict?: boolean | undefined;
  idempotencyKey?: string | undefined;
  /** The version the caller saw, where the road has a place to say one. */
  ifMatch?: string | undefined;
  /** Up to where the caller has seen what was written, where he said so. */
  saw?: number | undefined;
  /** Tells that the caller went away. */
  gone?: GetAbortSignal | undefined;
  /** Throws where there is no room for the answer of what waited for its turn. */
  mayBegin?: (() => Promise<void>) | undefined;
};

/** What a tool answered: the operation's status and headers, and the answer in the tool's shape. */
export type ToolAnswer = {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: Record<string, unknown>;
};

/**
 * Calls a tool by the road every request takes. Its parameters are read strictly, then the operation reads them again by
 * its own schemas: a face can leave something out, and never let something in.
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

/** Why an empty list is no answer: it was narrowed by an id that no record has. */
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

/** Days become their first second in the zone of the account, which is read only where a day is given. */
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

/** Each parameter goes to the part of the request that knows it; no name stands in two of them. */
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

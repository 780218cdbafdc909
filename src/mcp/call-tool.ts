import { inputInvalid, type Language, read } from '../contract/faults.ts';
import type { RoadRefusal } from '../contract/road-refusal.ts';
import type { Caller } from '../deeds/caller.ts';
import type { World } from '../deeds/world.ts';
import { allows } from '../domain/account/scope.ts';
import type { Refusal } from '../domain/refusal.ts';
import type { Gone } from '../limits/lane.ts';
import { valueOf } from '../road/answer.ts';
import { perform } from '../road/perform.ts';
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
  gone?: Gone | undefined;
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
  world: World,
  tool: Tool,
  caller: Caller,
  call: ToolCall,
): Promise<ToolAnswer | Refusal | RoadRefusal> {
  const { language, strict, idempotencyKey, ifMatch, saw, gone, mayBegin } = call;
  if (!allows(caller.scopes, tool.scope)) return { refused: 'scope_missing', scope: tool.scope };
  const said = call.said ?? {};
  const checked = read(tool.parameters, 'body', said, language, strict ? 'refused' : 'ignored');
  if ('faults' in checked) return inputInvalid([checked], language);
  const parameters = { ...tool.assumed, ...(said as Record<string, unknown>) };
  const performed = await perform(world, tool.operation, caller, {
    parts: partsOf(tool, tool.face.reads?.(parameters) ?? parameters),
    language,
    idempotencyKey: tool.scope.endsWith(':read') ? undefined : idempotencyKey,
    ifMatch,
    saw,
    gone,
    mayBegin,
  });
  if ('refused' in performed) return performed;
  const { status, headers } = performed;
  return { status, headers, body: tool.face.answer(valueOf(performed) as never, parameters) };
}

/** Each parameter goes to the part of the request that knows it; no name stands in two of them. */
function partsOf({ operation, face }: Tool, said: Record<string, unknown>) {
  const parts = { path: {}, query: {}, body: {} } as Record<'path' | 'query' | 'body', Record<string, unknown>>;
  const renamed = new Map(Object.entries(face.renamed ?? {}));
  const members = Object.entries(said).map(([name, value]) => [renamed.get(name) ?? name, value] as const);
  for (const [member, value] of [...members, ...Object.entries(face.always ?? {})]) {
    const part = (['path', 'query', 'body'] as const).find((each) => Object.hasOwn(operation[each].shape, member));
    if (part) parts[part][member] = value;
  }
  return parts;
}

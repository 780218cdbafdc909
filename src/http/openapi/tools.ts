import * as z from 'zod';
import type { RefusalCode } from '../../domain/refusal.ts';
import { civilDayOf } from '../../domain/time/civil-day.ts';
import { changedAt } from '../../mcp/days-to-timestamps.ts';
import { type Tool, toolsOf } from '../../mcp/tool.ts';
import type { Operation } from '../../pipeline/operation.ts';
import { toolAddress } from '../routes/tools.ts';

const nothing = z.object({});
/** Time zone of the account in examples. */
const EXAMPLE_ZONE = 'Europe/Paris';

/** MCP tools as operations whose body is the tool's parameters. */
export const toolOperations = (operations: readonly Operation[]): Operation[] =>
  toolsOf(operations).map((tool) => {
    const { example: _, ...operation } = tool.operation;
    const example = exampleOf(tool);
    return {
      ...operation,
      name: `tool-${tool.name}`,
      description: `${tool.description} The same tool is called by assistants at \`/mcp\`; unknown parameters are refused.`,
      chapter: 'Tools',
      routes: [`POST ${toolAddress(tool)}` as const],
      path: nothing,
      query: nothing,
      body: tool.parameters,
      refusals: [...operation.refusals, ...refusalsOfIds(tool)],
      success: 200,
      output: tool.face.output,
      ...(example && { example }),
    };
  });

/** Refusals for unknown ids in a tool's filters. */
const refusalsOfIds = ({ face: { narrowedBy = {} }, operation }: Tool): RefusalCode[] =>
  [...new Set(Object.values(narrowedBy))]
    .map((sort) => `${sort}_not_found` as const)
    .filter((refusal) => !operation.refusals.includes(refusal));

/** The operation's example, plus the ids of its path, with dates where the tool takes dates. */
function exampleOf({ operation, parameters, face: { days = [] } }: Tool): Record<string, unknown> | undefined {
  if (!operation.example) return undefined;
  const ids = Object.entries(parameters.shape).flatMap(([name, schema]) => {
    const said = (schema as z.ZodType).meta()?.example;
    return said === undefined ? [] : [[name, said] as const];
  });
  const said = changedAt(operation.example, days, (value) =>
    typeof value === 'number' ? civilDayOf(value, EXAMPLE_ZONE) : value,
  );
  return { ...Object.fromEntries(ids), ...said };
}

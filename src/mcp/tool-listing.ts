import type { Tool as ListedTool } from '@modelcontextprotocol/server';
import type { Tool } from './tool.ts';
import { answerSchema, parametersSchema } from './tool-schema.ts';

/** A tool as `tools/list` shows it. Built once: it is the same for every caller. */
export function toolListing(tool: Tool): ListedTool {
  const known = listed.get(tool) ?? made(tool);
  listed.set(tool, known);
  return known;
}

const listed = new WeakMap<Tool, ListedTool>();

function made(tool: Tool): ListedTool {
  const reads = tool.scope.endsWith(':read');
  return {
    name: tool.name,
    title: tool.title,
    description: tool.description,
    inputSchema: parametersSchema(tool.parameters) as ListedTool['inputSchema'],
    outputSchema: answerSchema(tool.face.output) as NonNullable<ListedTool['outputSchema']>,
    annotations: {
      title: tool.title,
      readOnlyHint: reads,
      destructiveHint: !reads && (tool.face.destructive ?? false),
      idempotentHint: reads || (tool.face.idempotent ?? false),
      // It only acts on this account.
      openWorldHint: false,
    },
  };
}

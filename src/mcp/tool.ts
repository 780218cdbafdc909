import * as z from 'zod';
import { allows, type Scope } from '../domain/account/scope.ts';
import type { Operation } from '../pipeline/operation.ts';
import type { ToolDefinition } from '../schemas/tool-definition.ts';

/** An operation as an MCP tool. */
export type Tool = {
  name: string;
  title: string;
  description: string;
  operation: Operation;
  face: ToolDefinition;
  scope: Scope;
  parameters: z.ZodObject;
  /**
   * Values of omitted parameters: the defaults the tool documents, even where the operation has
   * others.
   */
  assumed: Readonly<Record<string, unknown>>;
};

/** The operations that define a tool, in their order. */
export const toolsOf = (operations: readonly Operation[]): readonly Tool[] =>
  operations.flatMap((operation) => (operation.tool ? [toolOf(operation, operation.tool as ToolDefinition)] : []));

/** The tools a key may call, always in the same order. */
export const toolsFor = (tools: readonly Tool[], scopes: readonly Scope[]): readonly Tool[] =>
  tools.filter(({ scope }) => allows(scopes, scope));

function toolOf(operation: Operation, face: ToolDefinition): Tool {
  let parameters: z.ZodObject | undefined;
  let assumed: Record<string, unknown> | undefined;
  return {
    ...named(operation, face),
    operation,
    face,
    scope: operation.scope,
    // Built on first use: few installations serve assistants.
    get parameters() {
      parameters ??= face.parameters ? z.strictObject(face.parameters.shape) : allParameters(operation, face);
      return parameters;
    },
    get assumed() {
      assumed ??= defaultsOf(this.parameters);
      return assumed;
    },
  };
}

const named = (operation: Operation, face: ToolDefinition) => ({
  name: face.name,
  title: operation.summary.replace(/\.$/, ''),
  description: face.description ?? [operation.summary, operation.description].filter(Boolean).join(' '),
});

const defaultsOf = ({ shape }: z.ZodObject): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(shape).flatMap(([name, schema]) =>
      schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault ? [[name, schema.def.defaultValue]] : [],
    ),
  );

/** All parameters of the operation under the tool's names, without those the tool fixes. */
function allParameters({ path, query, body }: Operation, { renamed = {}, always = {} }: ToolDefinition): z.ZodObject {
  const nameOf = new Map(Object.entries(renamed).map(([tool, member]) => [member, tool]));
  const members = Object.entries({ ...path.shape, ...query.shape, ...body.shape });
  const asked = members.filter(([member]) => !(member in always));
  return z.strictObject(Object.fromEntries(asked.map(([member, schema]) => [nameOf.get(member) ?? member, schema])));
}

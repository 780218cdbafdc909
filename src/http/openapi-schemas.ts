import * as z from 'zod';
import { serviceLogo } from '../contract/service-logo.ts';
import type { Operation } from '../operations/operation.ts';

// biome-ignore lint/suspicious/noExplicitAny: JSON Schema is open-ended, and only ever written out here.
export type Json = Record<string, any>;

export type Schemas = {
  /** The schemas of one operation, with references to the components. */
  of: (operation: Operation) => { path: Json; query: Json; body: Json; output: Json };
  /** Every schema with a name of its own (`.meta({ id })`), once. */
  components: Json;
};

/**
 * The JSON Schemas of all operations. A named schema is one component; where what is asked for differs from what is
 * answered (a default, a number taken for a name), the asked form is the component `…Input`. One member bears the name of
 * the service.
 */
export function schemasOf(operations: readonly Operation[], serviceName: string): Schemas {
  const answered: Json = {};
  const asked: Json = {};
  const converted = new Map(
    operations.map((operation) => {
      const input = (schema: z.ZodType) => converse(schema, { io: 'input', serviceName, named: asked });
      return [
        operation,
        {
          path: input(operation.path),
          query: input(operation.query),
          body: input(operation.body),
          output:
            operation.success === 204 ? {} : converse(operation.output, { io: 'output', serviceName, named: answered }),
        },
      ] as const;
    }),
  );
  const differing = differingNames(asked, answered);
  const nameAsked = (name: string): string => (differing.has(name) ? `${name}Input` : name);
  const components: Json = {};
  for (const [name, schema] of Object.entries(answered)) components[name] = referring(schema, (own) => own);
  for (const [name, schema] of Object.entries(asked)) components[nameAsked(name)] ??= referring(schema, nameAsked);
  return {
    components: Object.fromEntries(Object.entries(components).sort(([a], [b]) => (a < b ? -1 : 1))),
    of: (operation) => {
      const { path, query, body, output } = converted.get(operation) as NonNullable<ReturnType<typeof converted.get>>;
      return {
        path: referring(path, nameAsked),
        query: referring(query, nameAsked),
        body: referring(body, nameAsked),
        output: referring(output, (own) => own),
      };
    },
  };
}

/** Converts one schema, and moves the named ones in it into `named`. */
function converse(schema: z.ZodType, given: { io: 'input' | 'output'; serviceName: string; named: Json }): Json {
  const { io, serviceName, named } = given;
  const {
    $schema: _,
    $defs = {},
    ...own
  } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      // Members may join an answer in a later version, and members we do not know are ignored: neither is an error.
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
      if (typeof jsonSchema.id === 'string') delete jsonSchema.id;
      if (jsonSchema.serviceLogo) nameLogo(jsonSchema, serviceName);
    },
  }) as Json;
  for (const [name, definition] of Object.entries<Json>($defs)) {
    delete definition.id;
    const text = JSON.stringify(definition);
    if (named[name] && JSON.stringify(named[name]) !== text) throw new Error(`two schemas are called ${name}`);
    named[name] = definition;
  }
  return own;
}

/** Display settings let any member through, for one of them has a name that only the running service knows. */
function nameLogo(schema: Json, serviceName: string): void {
  const logo = { type: 'boolean', description: 'Whether the service’s logo is shown.', example: true };
  schema.properties[serviceLogo(serviceName)] = logo;
  if (schema.serviceLogo === 'answered') schema.required.push(serviceLogo(serviceName));
  else schema.properties[serviceLogo('Service')] ??= { type: 'boolean', description: 'The same, whatever its name.' };
  delete schema.serviceLogo;
  delete schema.additionalProperties;
}

/** The names whose asked form is not the answered one, themselves or by what they hold. */
function differingNames(asked: Json, answered: Json): ReadonlySet<string> {
  const differing = new Set<string>();
  for (const [name, schema] of Object.entries(asked)) {
    if (answered[name] && JSON.stringify(answered[name]) !== JSON.stringify(schema)) differing.add(name);
  }
  for (let before = -1; before !== differing.size; ) {
    before = differing.size;
    for (const [name, schema] of Object.entries(asked)) {
      const text = JSON.stringify(schema);
      if (answered[name] && [...differing].some((other) => text.includes(`"#/$defs/${other}"`))) differing.add(name);
    }
  }
  return differing;
}

/** The schema with its references led to the components, under the names they have there. */
function referring(schema: Json, nameOf: (name: string) => string): Json {
  return JSON.parse(JSON.stringify(schema), (key, value) =>
    key === '$ref' && typeof value === 'string' && value.startsWith('#/$defs/')
      ? `#/components/schemas/${nameOf(value.slice('#/$defs/'.length))}`
      : value,
  );
}

import * as z from 'zod';
import type { Operation } from '../../pipeline/operation.ts';
import { serviceLogo } from '../../schemas/billing/service-logo.ts';
import { PageJson } from '../../schemas/lists/page.ts';
import { componentName, type Json } from './components.ts';

export type Schemas = {
  /** The schemas of one operation, with references to components. */
  of: (operation: Operation) => { path: Json; query: Json; body: Json; output: Json };
  /** All named schemas (`.meta({ id })`), bodies and responses, inlined. */
  components: Json;
  /** The same, with inheritance. */
  written: Json;
};

/**
 * Builds the JSON Schemas of all operations. Each named schema is one component; bodies and
 * responses without a name are named after their operation. Where input and output differ (a
 * default, a number accepted as a name), the input form is the component `…Input`. One member is
 * named after the service.
 */
export function schemasOf(operations: readonly Operation[], serviceName: string): Schemas {
  const output = newSide('output', serviceName);
  const input = newSide('input', serviceName);
  const { named: answered } = output;
  const { named: asked } = input;
  const converted = new Map(
    operations.map((operation) => {
      return [
        operation,
        {
          path: converse(operation.path, input),
          query: converse(operation.query, input),
          body: asComponent(converse(operation.body, input), asked, `${componentName(operation.name)}Body`),
          output:
            operation.success === 204 || operation.answers
              ? {}
              : asComponent(converse(operation.output, output), answered, `${componentName(operation.name)}Answer`),
        },
      ] as const;
    }),
  );
  const differing = differingNames(asked, answered);
  const nameAsked = (name: string): string => (differing.has(name) ? `${name}Input` : name);
  converse(PageJson, output);
  const components: Json = {};
  for (const [name, schema] of Object.entries(answered)) components[name] = referring(schema, (own) => own);
  for (const [name, schema] of Object.entries(asked)) components[nameAsked(name)] ??= referring(schema, nameAsked);
  return {
    components,
    written: inheritSchemas(components),
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

/** Resolves a reference to a component. */
export const shapeOf = (schema: Json, components: Json): Json =>
  schema.$ref === undefined ? schema : components[schema.$ref.split('/').at(-1)];

/** Input or output: the schemas seen so far. */
type Side = {
  readonly io: 'input' | 'output';
  readonly serviceName: string;
  /** Named schemas. */
  readonly named: Json;
  /** Named schemas as zod produced them, to detect two schemas with the same name. */
  readonly texts: Map<string, string>;
  /** Operations share schemas, so each is converted once. */
  readonly converted: Map<z.ZodType, Json>;
};

const newSide = (io: Side['io'], serviceName: string): Side => ({
  io,
  serviceName,
  named: {},
  texts: new Map(),
  converted: new Map(),
});

/** Converts one schema and moves the named schemas it contains to the components. */
function converse(schema: z.ZodType, side: Side): Json {
  const { io, named, texts, converted } = side;
  const known = converted.get(schema);
  if (known) return known;
  const { $schema: _, $defs = {}, ...own } = written(schema, side);
  for (const [name, { id: __, ...definition }] of Object.entries<Json>($defs)) {
    const text = JSON.stringify(definition);
    if (texts.get(name) === text) continue;
    if (texts.has(name)) throw new Error(`two schemas are called ${name}`);
    texts.set(name, text);
    named[name] = shortened(definition, io);
  }
  const result = shortened(own, io);
  converted.set(schema, result);
  return result;
}

const written = (schema: z.ZodType, { io, serviceName }: Side): Json =>
  z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      // Later versions may add members to responses, and unknown request members are ignored:
      // neither is an error.
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
      if (typeof jsonSchema.id === 'string') delete jsonSchema.id;
      if (jsonSchema.serviceLogo) nameLogo(jsonSchema, serviceName);
    },
  }) as Json;

/**
 * Simplifies a schema: nullable types as a list, and no bounds on response integers that match the
 * safe-integer range.
 */
const shortened = (schema: Json, io: 'input' | 'output'): Json =>
  JSON.parse(JSON.stringify(schema), (_, value) => {
    if (value?.type === 'integer' && io === 'output') return withoutExactBounds(value);
    return Array.isArray(value?.anyOf) ? withNullBeside(value) : value;
  });

function withoutExactBounds({ minimum, maximum, ...schema }: Json): Json {
  return {
    ...schema,
    ...(minimum !== undefined && minimum !== Number.MIN_SAFE_INTEGER && { minimum }),
    ...(maximum !== undefined && maximum !== Number.MAX_SAFE_INTEGER && { maximum }),
  };
}

function withNullBeside({ anyOf, ...beside }: Json): Json {
  const [first, second, ...more] = anyOf as Json[];
  const isPlain = typeof first?.type === 'string' && !['enum', 'const', 'properties'].some((key) => key in first);
  const saidTwice = Object.keys(beside).some((key) => key in (first ?? {}));
  if (!isPlain || saidTwice || second?.type !== 'null' || more.length > 0) return { ...beside, anyOf };
  return { ...beside, ...first, type: [first.type, 'null'] };
}

/** Gives an unnamed object a component name. */
function asComponent(schema: Json, named: Json, name: string): Json {
  if (Object.keys(schema.properties ?? {}).length === 0) return schema;
  if (named[name]) throw new Error(`two schemas are called ${name}`);
  named[name] = schema;
  return { $ref: `#/$defs/${name}` };
}

/**
 * Display settings allow any member, because one is named after the service, known only at run
 * time.
 */
function nameLogo(schema: Json, serviceName: string): void {
  const logo = { type: 'boolean', description: 'Whether the service’s logo is shown.', example: true };
  schema.properties[serviceLogo(serviceName)] = logo;
  if (schema.serviceLogo === 'answered') schema.required.push(serviceLogo(serviceName));
  else
    schema.properties[serviceLogo('Service')] ??= {
      type: 'boolean',
      description: 'The same, independent of the service’s name.',
    };
  delete schema.serviceLogo;
  delete schema.additionalProperties;
}

/** Names of schemas whose input and output forms differ, directly or through members. */
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

/** Rewrites references to the final component names. */
function referring(schema: Json, nameOf: (name: string) => string): Json {
  return JSON.parse(JSON.stringify(schema), (key, value) =>
    key === '$ref' && typeof value === 'string' && value.startsWith('#/$defs/')
      ? `#/components/schemas/${nameOf(value.slice('#/$defs/'.length))}`
      : value,
  );
}

/** Minimum members of a base schema. */
const BASE_MEMBERS_MIN = 4;

/**
 * Writes a schema that contains all members of another as an extension of it: `Estimate` extends
 * `EstimateEmbedded` with its advances; a tool's parameters extend the body with an id. The
 * extension must be smaller than its base. Of several bases with equal members the first is used.
 */
function inheritSchemas(schemas: Json): Json {
  const written = Object.entries<Json>(schemas).map(([name, schema], place) => {
    const base = largest(Object.entries<Json>(schemas), { schema, place });
    return [name, base === undefined ? schema : extensionOf(base, schemas[base], schema)] as const;
  });
  return Object.fromEntries(written);
}

function largest(schemas: [string, Json][], { schema, place }: { schema: Json; place: number }): string | undefined {
  const bases = schemas.filter(
    ([, base], at) => isExtended(base, schema) && (at < place || membersOf(base) < membersOf(schema)),
  );
  const [first] = bases.sort(([, a], [, b]) => membersOf(b) - membersOf(a));
  return first?.[0];
}

const membersOf = ({ properties = {} }: Json): number => Object.keys(properties).length;

function isExtended(base: Json, schema: Json): boolean {
  const [taken, all] = [membersOf(base), membersOf(schema)];
  if (taken < BASE_MEMBERS_MIN || all - taken >= taken) return false;
  return (
    // The base's description may not apply to the extension.
    base.description === undefined &&
    [base, schema].every((each) => Object.keys(each).every((key) => PLAIN.has(key))) &&
    // Type generators lose `required` on an inherited optional member: they only read it next to
    // the member.
    Object.keys(base.properties).every((name) => isRequired(name, base) === isRequired(name, schema)) &&
    Object.entries(base.properties).every(([name, member]) => isEqual(member, schema.properties[name]))
  );
}

const PLAIN: ReadonlySet<string> = new Set(['type', 'description', 'properties', 'required']);

const isRequired = (name: string, { required = [] }: Json): boolean => required.includes(name);

const isEqual = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

function extensionOf(name: string, base: Json, { type, description, properties, required = [] }: Json): Json {
  const own = Object.entries(properties).filter(([member]) => !(member in base.properties));
  const more = required.filter((member: string) => !(member in base.properties));
  const added = { type, properties: Object.fromEntries(own), ...(more.length > 0 && { required: more }) };
  return {
    ...(description !== undefined && { description }),
    allOf: [{ $ref: `#/components/schemas/${name}` }, ...(own.length > 0 ? [added] : [])],
  };
}

import type { Json } from './openapi-json.ts';

/** Members a schema has at least, to be what others are written as an extension of. */
const BASE_MEMBERS_MIN = 4;

/**
 * Schemas of answers, where one that holds every member of another says so, and writes out only what it adds: `Estimate` is
 * an `EstimateEmbedded` with its advances. What is added is less than what is taken over.
 */
export function asExtensions(schemas: Json): Json {
  const written = Object.entries<Json>(schemas).map(([name, schema]) => {
    const base = largest(schemas, schema);
    return [name, base === undefined ? schema : extensionOf(base, schemas[base], schema)] as const;
  });
  return Object.fromEntries(written);
}

function largest(schemas: Json, schema: Json): string | undefined {
  const bases = Object.entries<Json>(schemas).filter(([, base]) => isExtended(base, schema));
  const [first] = bases.sort(([, a], [, b]) => membersOf(b) - membersOf(a));
  return first?.[0];
}

const membersOf = ({ properties = {} }: Json): number => Object.keys(properties).length;

function isExtended(base: Json, schema: Json): boolean {
  const [taken, all] = [membersOf(base), membersOf(schema)];
  if (taken < BASE_MEMBERS_MIN || all <= taken || all - taken >= taken) return false;
  return (
    // What is said of the one need not be true of the other.
    base.description === undefined &&
    [base, schema].every((each) => Object.keys(each).every((key) => PLAIN.has(key))) &&
    (base.required ?? []).every((name: string) => schema.required?.includes(name)) &&
    Object.entries(base.properties).every(([name, member]) => isEqual(member, schema.properties[name]))
  );
}

const PLAIN: ReadonlySet<string> = new Set(['type', 'description', 'properties', 'required']);

const isEqual = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

function extensionOf(name: string, base: Json, { type, description, properties, required = [] }: Json): Json {
  const own = Object.entries(properties).filter(([member]) => !(member in base.properties));
  const more = required.filter((member: string) => !base.required?.includes(member));
  return {
    ...(description !== undefined && { description }),
    allOf: [
      { $ref: `#/components/schemas/${name}` },
      { type, properties: Object.fromEntries(own), ...(more.length > 0 && { required: more }) },
    ],
  };
}

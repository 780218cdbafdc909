import type { Json } from './json-type.ts';

/** Members a schema has at least, to be what others are written as an extension of. */
const BASE_MEMBERS_MIN = 4;

/**
 * Schemas where one that holds every member of another says so, and writes out only what it adds: `Estimate` is an
 * `EstimateEmbedded` with its advances, what a tool takes the form with an id. What is added is less than what is taken over.
 * Of several with the same members the first stands for all.
 */
export function inheritSchemas(schemas: Json): Json {
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
    // What is said of the one need not be true of the other.
    base.description === undefined &&
    [base, schema].every((each) => Object.keys(each).every((key) => PLAIN.has(key))) &&
    // Where one requires what the other leaves open, generators of types lose it: they read what is required beside its member.
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

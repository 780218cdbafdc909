import type { Json } from './json-type.ts';

/** Minimum members of a base schema. */
const BASE_MEMBERS_MIN = 4;

/**
 * Writes a schema that contains all members of another as an extension of it: `Estimate` extends
 * `EstimateEmbedded` with its advances; a tool's parameters extend the body with an id. The
 * extension must be smaller than its base. Of several bases with equal members the first is used.
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

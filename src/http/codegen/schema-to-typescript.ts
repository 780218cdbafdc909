import type { Json } from '../openapi/json-type.ts';

/** Converts a JSON Schema to a TypeScript type. A reference becomes the name of its component. */
export function typeOf(schema: Json | undefined): string {
  if (!schema || Object.keys(schema).length === 0) return 'unknown';
  if (schema.$ref) return String(schema.$ref).split('/').at(-1) as string;
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return union((schema.enum as unknown[]).map((value) => JSON.stringify(value)));
  if (schema.allOf) return together([...(schema.allOf as Json[]).map(typeOf), membersOf(schema)]);
  const choice = (schema.anyOf ?? schema.oneOf) as Json[] | undefined;
  if (choice) return together([union(choice.map(typeOf)), membersOf(schema)]);
  const types = [schema.type].flat() as string[];
  return union(types.map((type) => plainType(type, schema)));
}

function plainType(type: string, schema: Json): string {
  if (type === 'array') return listOf(schema);
  if (type === 'object') return membersOf(schema) ?? 'Record<string, unknown>';
  if (type === 'integer') return 'number';
  return ['string', 'number', 'boolean', 'null'].includes(type) ? type : 'unknown';
}

function listOf({ items, prefixItems }: Json): string {
  if (prefixItems) return `readonly [${(prefixItems as Json[]).map(typeOf).join(', ')}]`;
  const of = typeOf(items);
  return `readonly ${(/[|&]/.test(of) && !of.startsWith('{')) || of.startsWith('readonly ') ? `(${of})` : of}[]`;
}

/** The members of an object type; undefined if the schema lists none. */
function membersOf({ properties, required = [], additionalProperties }: Json): string | undefined {
  const named = Object.entries<Json>(properties ?? {}).map(
    ([name, schema]) =>
      `readonly ${nameOf(name)}${required.includes(name) ? '' : '?'}: ${typeOf(schema)}${required.includes(name) ? '' : ' | undefined'}`,
  );
  const others =
    typeof additionalProperties === 'object' ? `Record<string, ${typeOf(additionalProperties)}>` : undefined;
  if (named.length === 0) return others;
  return together([`{ ${named.join('; ')} }`, others]);
}

/** A property name, quoted if necessary. */
export const nameOf = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name));

const union = (types: readonly string[]): string => [...new Set(types)].join(' | ');

function together(types: readonly (string | undefined)[]): string {
  const all = types.filter((type) => type !== undefined);
  return all.length === 1
    ? String(all[0])
    : all.map((type) => (type.includes(' | ') && !type.startsWith('{') ? `(${type})` : type)).join(' & ');
}

type Schema = Record<string, any>;

/** A step into a value: a member name, or the first element. */
export type Place = readonly (string | 0)[];

const DEPTH_MAX = 6;

/** Paths in a schema that may hold an array, text or number, at any depth, each once. */
export function placesOf(schema: Schema, components: Schema, type: 'array' | 'string' | 'number'): Place[] {
  const found = new Map<string, Place>();
  const visit = (given: Schema, at: Place): void => {
    const inner = resolved(given, components);
    if (at.length > DEPTH_MAX) return;
    for (const option of [inner.anyOf, inner.oneOf, inner.allOf].flatMap((options) => options ?? [])) visit(option, at);
    const types: string[] = [inner.type].flat().map((each) => (each === 'integer' ? 'number' : each));
    if (at.length > 0 && types.includes(type)) found.set(JSON.stringify(at), at);
    for (const [name, member] of Object.entries<Schema>(inner.properties ?? {})) visit(member, [...at, name]);
    if (inner.items) visit(inner.items, [...at, 0]);
  };
  visit(schema, []);
  return [...found.values()];
}

export const resolved = (schema: Schema, components: Schema): Schema =>
  schema.$ref ? resolved(components[schema.$ref.split('/').at(-1)] as Schema, components) : schema;

/** A JSON object with `raw` at one path and nothing else. */
export const jsonAt = (place: Place, raw: string): string =>
  place.reduceRight<string>((inner, step) => (step === 0 ? `[${inner}]` : `{${JSON.stringify(step)}:${inner}}`), raw);

/** A path in common notation: `lines[0].vatCode`. */
export const describeSchemaPath = (place: Place): string =>
  place.map((step, at) => (step === 0 ? '[0]' : at === 0 ? step : `.${step}`)).join('');

/**
 * The largest value of a schema: every member, arrays and texts at maximum size, up to a number of
 * characters.
 */
export function largestOf(
  schema: Schema,
  components: Schema,
  most: { text: number; count: number },
  depth = 0,
): unknown {
  const inner = resolved(schema, components);
  const again = (member: Schema, atMost = most) => largestOf(member, components, atMost, depth + 1);
  const options: Schema[] = [...(inner.anyOf ?? []), ...(inner.oneOf ?? [])];
  if (options.length > 0) return longest(options.map((option) => again(option)));
  if (inner.allOf) return Object.assign({}, ...inner.allOf.map((part: Schema) => again(part)));
  if (inner.const !== undefined) return inner.const;
  if (inner.enum) return inner.enum[0];
  const type = [inner.type].flat().find((each) => each !== 'null');
  if (type === 'array') {
    const count = Math.min(inner.maxItems ?? Number.POSITIVE_INFINITY, depth > 2 ? 3 : most.count);
    return Array.from({ length: count }, () => again(inner.items ?? {}));
  }
  if (type === 'object') {
    const members = Object.entries<Schema>(inner.properties ?? {});
    return Object.fromEntries(members.map(([name, member]) => [name, again(member)]));
  }
  if (type === 'string') return textOf(inner, most.text);
  if (type === 'integer' || type === 'number')
    return Math.max(inner.minimum ?? 1, Math.min(inner.maximum ?? 1_000, 1_000));
  return type === 'boolean' ? true : 'x';
}

const longest = (values: unknown[]): unknown =>
  values.reduce((best, value) => (JSON.stringify(value).length > JSON.stringify(best).length ? value : best));

function textOf({ minLength = 1, maxLength = 1_000_000, format, pattern }: Schema, most: number): string {
  if (format === 'email') return 'lea.moreau@example.org';
  if (format === 'date') return '2026-03-02';
  if (format === 'uuid') return '01890a5d-ac96-774b-bcce-b302099a8057';
  if (format === 'uri') return 'https://example.com/hook';
  if (pattern) return 'FR';
  return 'Été '.repeat(Math.ceil(most / 4)).slice(0, Math.max(minLength, Math.min(maxLength, most)));
}

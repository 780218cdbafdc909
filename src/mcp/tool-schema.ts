import * as z from 'zod';
import { numbersOf } from '../schemas/fields/enum-schema.ts';

// biome-ignore lint/suspicious/noExplicitAny: JSON Schema is open-ended and only written here.
type Json = Record<string, any>;

/**
 * Maximum bytes of a tool's output schema: some ninety tools stay under 120 kB, all of which an
 * assistant reads.
 */
const ANSWER_BYTES_MAX = 795;
/**
 * Maximum total characters of enumerated values; longer lists (countries, personal services) are
 * shown by example.
 */
const VALUES_LISTED_MAX = 500;
/** String length limits from this number on are omitted: no client reaches them by accident. */
const LENGTH_UNSAID_FROM = 40;
/** Numeric bounds of at least this size are omitted: a million in cents. */
const BOUND_UNSAID_FROM = 100_000_000;
/** Maximum nesting levels described in an output schema. */
const ANSWER_LEVELS_MAX = 5;

/** JSON Schema of a tool's parameters, without references, which not every assistant follows. */
export const parametersSchema = (parameters: z.ZodObject): Json =>
  written(converted(parameters, 'input'), { levels: Infinity, described: true });

/**
 * JSON Schema of a tool's output: nested as deep as `ANSWER_BYTES_MAX` allows, with descriptions if
 * there is room. Refusals share it, because clients validate them against it too.
 */
export function answerSchema(output: z.ZodObject): Json {
  const whole = converted(output, 'output');
  let best = withRefusal(written(whole, { levels: 1, described: false }));
  // Start with few levels: a whole document is a hundred times too large.
  for (let levels = 1; levels <= ANSWER_LEVELS_MAX; levels++) {
    const fitting = [true, false]
      .map((described) => withRefusal(written(whole, { levels, described })))
      .find((schema) => JSON.stringify(schema).length <= ANSWER_BYTES_MAX);
    if (!fitting) break;
    best = fitting;
  }
  return best;
}

const withRefusal = ({ properties, required = [] }: Json): Json => ({
  type: 'object',
  properties: { ...properties, success: { type: 'boolean' }, error: REFUSAL },
  // Other members depend on success.
  ...(required.includes('success') && { required: ['success'] }),
});

/** The code and message of a refusal are in the instructions, once for all tools. */
const REFUSAL = { type: 'object' };

type Converted = { schema: Json; named: Json; io: 'input' | 'output' };
type Wanted = { levels: number; described: boolean };
type Given = Omit<Converted, 'schema'> & Wanted;

function converted(zod: z.ZodObject, io: 'input' | 'output'): Converted {
  const { $defs = {}, ...schema } = z.toJSONSchema(zod, { io, unrepresentable: 'any' }) as Json;
  return { schema, named: $defs, io };
}

const written = ({ schema, ...converted }: Converted, wanted: Wanted): Json =>
  plain(schema, { ...converted, ...wanted });

/** A schema with references inlined to a given depth. */
function plain(schema: Json, given: Given): Json {
  const { $ref, ...beside } = schema;
  if (typeof $ref === 'string') {
    // Keywords beside a reference take precedence.
    return plain({ ...beside, ...given.named[$ref.slice('#/$defs/'.length)], ...beside }, given);
  }
  const result: Json = {};
  for (const [key, value] of Object.entries(schema)) {
    if (isNoise(key, value, schema) || isLeftOut(key, given)) continue;
    if (key === 'properties') result.properties = members(value, given);
    else if (LISTS.has(key)) result[key] = value.map((each: Json) => plain(each, given));
    else if (key === 'enum' && value.join().length > VALUES_LISTED_MAX) result.examples = value.slice(0, 3);
    else if (NESTED.has(key) && typeof value === 'object') result[key] = plain(value, given);
    else result[key] = value;
  }
  return withNullBeside(result);
}

/** Nullable types in the short form. */
function withNullBeside(schema: Json): Json {
  const { anyOf, ...beside } = schema;
  const [first, second, ...more] = (anyOf ?? []) as Json[];
  if (!first || second?.type !== 'null' || more.length > 0) return schema;
  if (typeof first.type !== 'string' || 'enum' in first || 'const' in first) return schema;
  return { ...first, ...beside, type: [first.type, 'null'] };
}

function members(properties: Json, given: Given): Json {
  const deeper = { ...given, levels: given.levels - 1 };
  const described = Object.entries<Json>(properties).map(([name, schema]) => [name, plain(schema, deeper)]);
  return Object.fromEntries(described);
}

const LISTS: ReadonlySet<string> = new Set(['anyOf', 'oneOf', 'allOf', 'prefixItems']);
const NESTED: ReadonlySet<string> = new Set(['items', 'additionalProperties', 'not']);
/** Later versions may add members to responses, and their bounds do not help a reader. */
const MORE_IN_ANSWERS: ReadonlySet<string> = new Set([
  'additionalProperties',
  'pattern',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'maxItems',
  'default',
]);
const OF_MEMBERS: ReadonlySet<string> = new Set(['properties', 'required']);
/** Keywords that are dropped first. */
const SAID_WITH_ROOM: ReadonlySet<string> = new Set(['description', 'enum', 'required']);

const isLeftOut = (key: string, { io, levels, described }: Given): boolean =>
  (OF_MEMBERS.has(key) && levels <= 0) ||
  (SAID_WITH_ROOM.has(key) && !described) ||
  (io === 'output' && MORE_IN_ANSWERS.has(key));

const OURS: ReadonlySet<string> = new Set(['$schema', 'id', 'serviceLogo', 'example', 'examples']);

/**
 * Schema keywords an assistant does not need: our extensions, very large bounds, patterns and
 * lengths of known formats, and enumeration labels that repeat the values.
 */
const isNoise = (key: string, value: unknown, schema: Json): boolean =>
  OURS.has(key) ||
  ((key === 'minimum' || key === 'maximum') && Math.abs(Number(value)) >= BOUND_UNSAID_FROM) ||
  (key === 'pattern' && typeof schema.format === 'string') ||
  (key === 'maxLength' && (Number(value) >= LENGTH_UNSAID_FROM || typeof schema.format === 'string')) ||
  (key === 'description' && Array.isArray(schema.enum) && String(value).includes(numbersOf(schema.enum)));

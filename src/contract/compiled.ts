import * as z from 'zod';

/**
 * Schemas in a part, itself counted, up to which it becomes one function of its own. What is written as one function grows with all that is in it
 * (a whole document 200 kB and more), and V8 leaves longest functions as they are.
 */
const SCHEMAS_MAX = 200;

/**
 * The same schema, and from the first time on its parts (a customer, a line, the totals) are checked by one function each, which zod writes: it else
 * goes from schema to schema, and makes an object for every member. What such a function does not let through is checked once more as before, and told so.
 */
export function compiled<S extends z.core.$ZodType>(schema: S): S {
  if (compiledBefore.has(schema)) return schema;
  compiledBefore.add(schema);
  if (schemasIn(schema) > SCHEMAS_MAX) for (const part of partsOf(schema)) compiled(part);
  else if (partsOf(schema).length > 0) schema._zod.run = z.compile(schema)._zod.run;
  return schema;
}

const compiledBefore = new WeakSet<z.core.$ZodType>();

/** How many schemas are in one, itself counted: as often as they stand in it. */
function schemasIn(schema: z.core.$ZodType): number {
  const known = counted.get(schema);
  if (known !== undefined) return known;
  counted.set(schema, Number.POSITIVE_INFINITY); // Where it holds itself, it is never one function.
  const count = partsOf(schema).reduce((sum, part) => sum + schemasIn(part), 1);
  counted.set(schema, count);
  return count;
}

const counted = new WeakMap<z.core.$ZodType, number>();

/** The schemas one is made of: members, elements, choices, what it wraps. */
function partsOf(schema: z.core.$ZodType): z.core.$ZodType[] {
  const { checks: _, shape, ...rest } = schema._zod.def as { checks?: unknown; shape?: object };
  return [...Object.values(rest), ...Object.values(shape ?? {})].flat().filter(isSchema);
}

const isSchema = (value: unknown): value is z.core.$ZodType => value instanceof z.core.$ZodType;

import * as z from 'zod';

const compiledSchemas = new WeakMap<z.core.$ZodType, z.core.$ZodType>();

/**
 * The compiled form of a schema (`z.compile`), made on first use. A value that it refuses is
 * checked again by the schema itself.
 */
export function compiled<S extends z.core.$ZodType>(schema: S): S {
  const known = compiledSchemas.get(schema);
  if (known) return known as S;
  const made = z.compile(schema);
  compiledSchemas.set(schema, made);
  return made;
}

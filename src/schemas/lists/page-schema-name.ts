import type * as z from 'zod';

/** The name for a schema containing a named one: a page of `Task` is a `TaskPage`. */
export function namedAfter(schema: z.ZodType, what: string): { id?: string } {
  const id = schema.meta()?.id;
  return id === undefined ? {} : { id: `${id}${what}` };
}

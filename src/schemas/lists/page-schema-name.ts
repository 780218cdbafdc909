import type * as z from 'zod';

/** The name for a schema containing a named one: a page of `Task` is a `TaskPage`. */
export function namedAfter(held: z.ZodType, what: string): { id?: string } {
  const id = held.meta()?.id;
  return id === undefined ? {} : { id: `${id}${what}` };
}

import type * as z from 'zod';

/** The name in the description of what holds a schema that has one: a page of `Task` is a `TaskPage`. */
export function namedAfter(held: z.ZodType, what: string): { id?: string } {
  const id = held.meta()?.id;
  return id === undefined ? {} : { id: `${id}${what}` };
}

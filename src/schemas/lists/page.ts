import * as z from 'zod';

/** The name for a schema containing a named one: a page of `Task` is a `TaskPage`. */
export function namedAfter(schema: z.ZodType, what: string): { id?: string } {
  const id = schema.meta()?.id;
  return id === undefined ? {} : { id: `${id}${what}` };
}

/** Members of every page, without its entries. */
export const PageJson = z
  .object({
    totalDocs: z.int(),
    limit: z.int(),
    page: z.int().meta({ description: 'The page number; 0 on a page read by cursor.' }),
    totalPages: z.int(),
    hasNextPage: z.boolean(),
    hasPrevPage: z.boolean(),
    nextPage: z.int().meta({ description: 'The number of the next page; 0 if there is none.' }),
    prevPage: z.int().meta({ description: 'The number of the previous page; 0 if there is none.' }),
    countWithoutFilters: z.int(),
    nextCursor: z.string().optional().meta({
      description: 'The cursor of the next page; absent on the last. Faster than page numbers in long lists.',
    }),
  })
  .meta({ id: 'Page' });

/** A page of a list. Pages of named schemas are named after them. */
export const pageSchema = <T extends z.ZodType>(doc: T) =>
  z.object({ docs: z.array(doc), ...PageJson.shape }).meta(namedAfter(doc, 'Page'));

/** A page for an answer. `page` is absent if it was read by cursor. */
type Found<Doc> = {
  docs: readonly Doc[];
  total: number;
  limit: number;
  page: number | undefined;
  /** Where the next page starts; absent at the end. */
  nextCursor: string | undefined;
  /** The count without filters, if requested; otherwise equal to the total. */
  countWithoutFilters?: number | undefined;
};

/** Builds a page: page numbers that do not exist are 0, as in the API. */
export function pageJson<Doc>(found: Found<Doc>) {
  const { docs, total, limit, page = 0, nextCursor } = found;
  const totalPages = Math.max(1, Math.ceil(total / limit));
  const hasNextPage = nextCursor !== undefined || (page > 0 && page < totalPages);
  const hasPrevPage = page > 1;
  return {
    docs: [...docs],
    totalDocs: total,
    limit,
    page,
    totalPages,
    hasNextPage,
    hasPrevPage,
    nextPage: hasNextPage && page > 0 ? page + 1 : 0,
    prevPage: hasPrevPage ? page - 1 : 0,
    countWithoutFilters: found.countWithoutFilters ?? total,
    ...(nextCursor !== undefined && { nextCursor }),
  };
}

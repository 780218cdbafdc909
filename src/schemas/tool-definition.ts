import * as z from 'zod';
import { listing, PAGE_LIMIT_MAX } from './lists/list-query.ts';
import { namedAfter, type pageSchema } from './lists/page.ts';

/** The kind of record an ID filter refers to. */
export type NarrowedBy = 'customer' | 'project' | 'category';

/**
 * An operation as a tool for AI assistants, with flat, named parameters and one answer. The tool
 * only renames members; the operation contains the rules. A parameter goes to the part of the
 * request that has it: path, query or body.
 */
export type ToolDefinition<Body = never> = {
  /** Unique among tools, in API terms: `get-products`. */
  name: string;
  /**
   * What the tool does and what cannot be undone, so that an assistant can choose. By default the
   * description of the operation.
   */
  description?: string;
  /**
   * The parameters; by default all that the operation reads. Unknown parameters are refused, so
   * that a mistyped one is not ignored. A default here overrides that of the operation.
   */
  parameters?: z.ZodObject;
  /** Parameters with another name in the operation: `{ billingId: 'id' }`. */
  renamed?: Readonly<Record<string, string>>;
  /**
   * Parameters that are days while the operation takes Unix seconds: `emittedAt`, or
   * `payments.receivedAt` for each in a list.
   */
  days?: readonly string[];
  /**
   * Parameters that filter a list by one record, and its kind. If the list is empty and the record
   * does not exist, the call is refused: otherwise an assistant would trust the empty list.
   */
  narrowedBy?: Readonly<Record<string, NarrowedBy>>;
  /** Fixed parameters, with the operation's names. */
  always?: Readonly<Record<string, unknown>>;
  /**
   * Converts parameters to those of the operation, if renaming is not enough. A method, like
   * `answer`.
   */
  reads?(value: Readonly<Record<string, unknown>>): Record<string, unknown>;
  /** The schema of its answer on success. */
  output: z.ZodObject;
  /**
   * Converts the answer of the operation to that of the tool. A method, so that the tools of all
   * operations fit the type of one list.
   */
  answer(body: Body, value: Readonly<Record<string, unknown>>): Record<string, unknown>;
  /** Whether the tool deletes something or cannot be undone. */
  destructive?: boolean;
  /** Whether something leaves the account, such as an invoice that is sent to its customer. */
  reachesOthers?: boolean;
  /** Repeating the call has no further effect. Always true for reading. */
  idempotent?: boolean;
};

/** The usual answer: `{ success: true, product: … }`. */
export const answeredAs = <const Name extends string, S extends z.ZodType>(name: Name, schema: S) => ({
  output: z.object({ success: z.literal(true), [name]: schema }).meta(namedAfter(schema, 'ToolAnswer')),
  answer: (body: z.output<S>): Record<string, unknown> => ({ success: true, [name]: body }),
});

/** The answer of a list: `{ success: true, total: 3, …, products: […] }`. */
export const listedAs = <const Name extends string, S extends z.ZodType>(name: Name, entry: S) => ({
  output: z
    .object({
      success: z.literal(true),
      total: z.int().meta({ description: 'Entries on all pages.' }),
      page: z.int(),
      limit: z.int(),
      totalPages: z.int(),
      hasNextPage: z.boolean(),
      hasPrevPage: z.boolean(),
      [name]: z.array(entry),
    })
    .meta(namedAfter(entry, 'ToolPage')),
  answer: (body: z.output<ReturnType<typeof pageSchema<S>>>): Record<string, unknown> => ({
    success: true,
    total: body.totalDocs,
    page: body.page,
    limit: body.limit,
    totalPages: body.totalPages,
    hasNextPage: body.hasNextPage,
    hasPrevPage: body.hasPrevPage,
    [name]: body.docs,
  }),
});

/**
 * The paging of a list of full entries: small pages by default, to save the assistant's context.
 */
export const pagedBy = (limit: number) => ({
  page: listing.page.meta({ description: 'Page, from 1.' }),
  limit: listing.limit
    .unwrap()
    .default(limit)
    .meta({
      description: `Entries per page, at most ${PAGE_LIMIT_MAX}; default ${limit}.`,
    }),
});

import * as z from 'zod';
import { listing, PAGE_LIMIT_MAX } from './lists/list-query.ts';
import type { pageSchema } from './lists/page.ts';
import { namedAfter } from './lists/page-schema-name.ts';

/** What the id that narrows a list is the id of. */
export type NarrowedBy = 'customer' | 'project' | 'category';

/**
 * How an assistant sees an operation: a tool with flat, named parameters and one answer. The operation stays the one that
 * decides; the face only renames. Parameters go to whichever of path, query and body knows them.
 */
export type ToolDefinition<Body = never> = {
  /** Unique among tools, in the words of the interface: `get-products`. */
  name: string;
  /** What it does and what cannot be undone, for whoever chooses among tools. The operation's own words where absent. */
  description?: string;
  /**
   * The parameters; by default everything the operation reads. Others are refused, since a mistyped one would be lost. A
   * default here is the tool's, and goes before the operation's.
   */
  parameters?: z.ZodObject;
  /** Parameters the operation calls otherwise: `{ billingId: 'id' }`. */
  renamed?: Readonly<Record<string, string>>;
  /** Parameters that are days, where the operation takes Unix seconds: `emittedAt`, or `payments.receivedAt` of each in a list. */
  days?: readonly string[];
  /**
   * Parameters that narrow a list to one record, and what that record is. Where the list is empty and there is no such record,
   * the call is refused: an assistant would take the empty list for the truth.
   */
  narrowedBy?: Readonly<Record<string, NarrowedBy>>;
  /** What the tool always asks for, in the operation's own words. */
  always?: Readonly<Record<string, unknown>>;
  /** The parameters in the operation's own words, where renaming is not enough; a method, as `answer` is. */
  reads?(said: Readonly<Record<string, unknown>>): Record<string, unknown>;
  /** What it answers when it worked. */
  output: z.ZodObject;
  /** The operation's answer as the tool gives it; a method, so that faces of all operations fit in one list. */
  answer(body: Body, said: Readonly<Record<string, unknown>>): Record<string, unknown>;
  /** It destroys something, or does what cannot be undone. */
  destructive?: boolean;
  /** Asking twice leaves things as asking once. Reading always does. */
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

/** The pages of a list of whole entries: few at once by default, so that an assistant does not drown in them. */
export const pagedBy = (limit: number) => ({
  page: listing.page.meta({ description: 'Page, from 1.' }),
  limit: listing.limit
    .unwrap()
    .default(limit)
    .meta({
      description: `Entries on a page, at most ${PAGE_LIMIT_MAX}; ${limit} unless said.`,
    }),
});

import * as z from 'zod';
import { customFault } from '../validation/custom-check.ts';

/**
 * Maximum characters of a cursor: an ID and a sort name of four bytes per character, in base64url.
 */
const CURSOR_MAX = 4_000;

/**
 * The end of a page as an opaque text that the caller sends back to get the next page. It contains
 * the order of the list.
 */
export const writeCursor = (place: unknown): string => Buffer.from(JSON.stringify(place)).toString('base64url');

/** Parses a cursor by its schema `place`, because a caller could write a cursor of their own. */
export const cursor = <T extends z.ZodType>(place: T) =>
  z
    .string()
    .max(CURSOR_MAX)
    .meta({ description: 'The `nextCursor` of the previous page; it contains the order and replaces `page`.' })
    .transform((value, context): z.output<T> => {
      const read = place.safeParse(parsed(value));
      if (read.success) return read.data;
      context.addIssue({ code: 'custom', ...unreadable });
      return z.NEVER;
    });

const unreadable = customFault({
  code: 'cursor_unreadable',
  fr: 'Ce curseur ne vient pas de cette liste',
  en: 'This cursor does not come from this list',
});

function parsed(value: string): unknown {
  try {
    return JSON.parse(Buffer.from(value, 'base64url').toString());
  } catch {
    return undefined;
  }
}

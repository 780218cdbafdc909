import * as z from 'zod';
import { customFault } from '../validation/custom-check.ts';

/** Characters of the longest cursor we write: an id, and a sort name of four bytes a character, in base64url. */
const CURSOR_MAX = 4_000;

/** Where a page ended, as an opaque text the caller hands back to read on. It carries its own order. */
export const writeCursor = (place: unknown): string => Buffer.from(JSON.stringify(place)).toString('base64url');

/** Reads such a text; `place` says what it must hold, since nothing keeps a caller from writing his own. */
export const cursor = <T extends z.ZodType>(place: T) =>
  z
    .string()
    .max(CURSOR_MAX)
    .meta({ description: 'The `nextCursor` of the page before; carries its order, and replaces `page`.' })
    .transform((said, context): z.output<T> => {
      const read = place.safeParse(parsed(said));
      if (read.success) return read.data;
      context.addIssue({ code: 'custom', ...unreadable });
      return z.NEVER;
    });

const unreadable = customFault({
  code: 'cursor_unreadable',
  fr: 'Ce curseur ne vient pas de cette liste',
  en: 'This cursor does not come from this list',
});

function parsed(said: string): unknown {
  try {
    return JSON.parse(Buffer.from(said, 'base64url').toString());
  } catch {
    return undefined;
  }
}

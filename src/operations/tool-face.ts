import * as z from 'zod';

/**
 * How an assistant sees an operation: a tool with flat, named parameters and one answer. The operation stays the one that
 * decides; the face only renames. Parameters go to whichever of path, query and body knows them.
 */
export type ToolFace<Body = never> = {
  /** Unique among tools, in the words of the interface: `get-products`. */
  name: string;
  /** What it does and what cannot be undone, for whoever chooses among tools. The operation's own words where absent. */
  description?: string;
  /** The parameters; by default everything the operation reads. Others are refused, since a mistyped one would be lost. */
  parameters?: z.ZodObject;
  /** Parameters the operation calls otherwise: `{ billingId: 'id' }`. */
  renamed?: Readonly<Record<string, string>>;
  /** What the tool always asks for, in the operation's own words. */
  always?: Readonly<Record<string, unknown>>;
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
  output: z.object({ success: z.literal(true), [name]: schema }),
  answer: (body: z.output<S>): Record<string, unknown> => ({ success: true, [name]: body }),
});

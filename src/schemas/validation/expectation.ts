import * as z from 'zod';
import type { BilingualText } from '../bilingual-text.ts';

/**
 * What a schema expects, in its own words, for an invalid value; undefined if the standard message
 * is enough.
 */
export type Expectation = (value: unknown) => BilingualText | undefined;

/** The schemas with their own message; schemas derived from them (`.meta`, `.min`) share it. */
export const expectations = z.registry<{ says: Expectation }>();

/** The message for an empty field: what to write there. */
export const whereEmpty =
  (words: BilingualText): Expectation =>
  (value) =>
    value === '' ? words : undefined;

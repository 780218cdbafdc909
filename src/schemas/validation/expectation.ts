import * as z from 'zod';
import type { BilingualText } from '../bilingual-text.ts';

/** What a schema expects, in words of its own, for whoever gave it something else; undefined where the usual words do. */
export type Expectation = (given: unknown) => BilingualText | undefined;

/** The schemas that say themselves what they expect; what is made of one of them (`.meta`, `.min`) says the same. */
export const expectations = z.registry<{ says: Expectation }>();

/** Words for whoever left a field empty: what to write there. */
export const whereEmpty =
  (words: BilingualText): Expectation =>
  (given) =>
    given === '' ? words : undefined;

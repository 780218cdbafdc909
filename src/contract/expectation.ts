import * as z from 'zod';
import type { InTwoLanguages } from './in-two-languages.ts';

/** What a schema expects, in words of its own, for whoever gave it something else. */
export type Expectation = (given: unknown) => InTwoLanguages;

/** The schemas that say themselves what they expect; what is made of one of them (`.meta`, `.min`) says the same. */
export const expectations = z.registry<{ says: Expectation }>();

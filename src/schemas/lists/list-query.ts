import * as z from 'zod';
import { worded } from '../fields/enum-schema.ts';
import { text } from '../fields/text.ts';

const PAGE_LIMIT_DEFAULT = 20;
export const PAGE_LIMIT_MAX = 100;
/** Highest page number; use `cursor` beyond it. */
const PAGE_MAX = 1_000_000_000;
export const SEARCH_MAX = 200;
/** Maximum values of one filter. */
const MANY_MAX = 100;

/** The parameters of every list: a page by number, or the one after a cursor. */
export const listing = {
  page: z.coerce.number().int().min(1).max(PAGE_MAX).default(1).meta({ description: 'Page, from 1.' }),
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(PAGE_LIMIT_MAX)
    .default(PAGE_LIMIT_DEFAULT)
    .meta({ description: 'The number of entries on a page.' }),
};

/** Search words, ignoring case and accents. */
export const search = text(SEARCH_MAX).meta({ description: 'Words to search for, ignoring case and accents.' });

export const orderDirection = worded(['ASC', 'DESC']);

/** A boolean in a query string. */
export const yesOrNo = z.preprocess((value) => {
  if (value === 'true' || value === '1') return true;
  if (value === 'false' || value === '0') return false;
  return value;
}, z.boolean());

/** Which records a list contains: live or test, never both. */
export const testRecords = yesOrNo
  .optional()
  .meta({ description: 'true: test records, false: live ones; by default as the key.' });

/** The mode of a list entry. */
export const isTest = z.boolean().meta({ description: 'Whether it is a test record.' });

/** The mode of a list (live or test): the requested one, otherwise that of the key. */
export const listedMode = (key: { readonly test: boolean }, query: boolean | undefined): boolean => query ?? key.test;

/**
 * A filter with several values: `state=draft&state=paid`, or `state[]=…` (merged in
 * `schemas/validation/faults.ts`).
 */
export const many = <T extends z.ZodType>(one: T, most = MANY_MAX) =>
  z.preprocess((value) => (value === undefined || Array.isArray(value) ? value : [value]), z.array(one).max(most));

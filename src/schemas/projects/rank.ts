import { LINE_MAX, text } from '../fields/text.ts';

/** A place in an order that is kept by hand, as a request says it. */
export const afterRank = text(LINE_MAX).nullable().optional().meta({
  description: 'The rank to go after, which may be unused; null: first. Left out: last if it is new.',
});

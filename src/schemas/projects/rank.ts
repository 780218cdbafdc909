import { LINE_MAX, text } from '../fields/text.ts';

/** A position in a manual order, in a request. */
export const afterRank = text(LINE_MAX).nullable().optional().meta({
  description: 'The rank to go after, which may be unused; null: first. Left out: last if it is new.',
});

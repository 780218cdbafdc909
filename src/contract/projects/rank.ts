import { LINE_MAX, text } from '../text.ts';

/** A place in an order that is kept by hand, as a request says it. */
export const afterRank = text(LINE_MAX).nullable().optional().meta({
  description: 'The rank to stand after, which need not be anybody’s; null: first. Left out: last where it is new.',
});

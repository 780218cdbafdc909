import { LINE_MAX, text } from '../fields/text.ts';

/** A position in a manual order, in a request. */
export const afterRank = text(LINE_MAX).nullable().optional().meta({
  description:
    'The rank of the item to follow, which need not exist; null: first. If absent, a new item goes last and an existing one stays.',
});

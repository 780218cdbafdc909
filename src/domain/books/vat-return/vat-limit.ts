import type { Refused } from '../../refusal.ts';

/** Documents, movements and purchases of a period: bounds the time of its return. */
const VAT_PIECES_MAX = 200_000;

/** Refuses a period with more pieces than the limit. */
export const vatLengthRefused = (length: number): Refused<'vat_return_too_long'> | undefined =>
  length > VAT_PIECES_MAX ? { refused: 'vat_return_too_long', limit: VAT_PIECES_MAX } : undefined;

import { TEN_THOUSAND } from '../../money/ten-thousandths.ts';
import { isDisbursement } from './line.ts';
import type { Entry } from './totals.ts';

/**
 * The most that the lines of one document may come to, in cents, returns counted as positive: nine billion euros.
 * Any net of it then fits one line of quantity 1, whose unit price is counted in ten-thousandths of a cent, and its
 * product with a rate or a percentage in ten-thousandths stays below 2^53.
 */
export const DOCUMENT_AMOUNT_MAX_CENTS = 900_000_000_000;

export type EntryProblem =
  | { readonly problem: 'discount_on_mixed_lines' }
  /** `line`: index of the line, from 0, at which the document passes the limit. */
  | { readonly problem: 'amount_too_large'; readonly line: number };

/** Why an entry cannot be taken, whatever the state of its document; undefined where it can. */
export function entryProblem({ lines, discount }: Pick<Entry, 'lines' | 'discount'>): EntryProblem | undefined {
  let entered = 0n;
  for (const [line, { quantity, unitPrice }] of lines.entries()) {
    const gross = BigInt(quantity) * BigInt(unitPrice);
    entered += gross < 0n ? -gross : gross;
    if (entered > MAX_IN_HUNDRED_MILLIONTHS) return { problem: 'amount_too_large', line };
  }
  // An amount off prices of which some include the tax and some do not: nobody could say whether it includes it.
  // A disbursement carries none, so it goes with either.
  const taxed = lines.filter((line) => !isDisbursement(line));
  const isMixed = taxed.some((line) => line.taxIncluded) && taxed.some((line) => !line.taxIncluded);
  if (isMixed && discount?.mode === 'AMOUNT' && discount.amount > 0) return { problem: 'discount_on_mixed_lines' };
  return undefined;
}

const MAX_IN_HUNDRED_MILLIONTHS = BigInt(DOCUMENT_AMOUNT_MAX_CENTS) * BigInt(TEN_THOUSAND) ** 2n;

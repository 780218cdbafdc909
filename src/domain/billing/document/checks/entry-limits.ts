import { decimal } from '../../../money/decimal.ts';
import { TEN_THOUSAND } from '../../../money/ten-thousandths.ts';
import { isDisbursement } from '../lines/line.ts';
import type { Entry } from '../totals/totals.ts';

/**
 * The maximum total of a document's lines in cents, returns counted as positive: nine billion
 * euros. Any such net fits one line of quantity 1, whose unit price is in ten-thousandths of a
 * cent, and its product with a rate or percentage in ten-thousandths stays below 2^53.
 */
export const DOCUMENT_AMOUNT_MAX_CENTS = 900_000_000_000;
/**
 * The maximum in the account's currency, in cents: the sum of a hundred documents stays below 2^53.
 */
export const CONVERTED_AMOUNT_MAX_CENTS = 90_000_000_000_000;

export type EntryProblem =
  | { readonly problem: 'discount_on_mixed_lines' }
  /** `line`: index from 0 of the line that exceeds the limit. */
  | { readonly problem: 'amount_too_large'; readonly line: number };

/**
 * Why an entry is invalid whatever the state of its document; undefined if it is valid. `rate`:
 * units of its currency per unit of the account's.
 */
export function entryProblem(
  { lines, discount }: Pick<Entry, 'lines' | 'discount'>,
  rate = 1,
): EntryProblem | undefined {
  const most = mostAt(rate);
  let entered = 0n;
  for (const [line, { quantity, unitPrice }] of lines.entries()) {
    const gross = BigInt(quantity) * BigInt(unitPrice);
    entered += gross < 0n ? -gross : gross;
    if (entered > most) return { problem: 'amount_too_large', line };
  }
  // With mixed prices it is unknown whether a discount amount includes the tax. A disbursement
  // carries no tax, so it can be combined with both.
  const taxed = lines.filter((line) => !isDisbursement(line));
  const isMixed = taxed.some((line) => line.taxIncluded) && taxed.some((line) => !line.taxIncluded);
  if (isMixed && discount?.mode === 'AMOUNT' && discount.amount > 0) return { problem: 'discount_on_mixed_lines' };
  return undefined;
}

/** The maximum at a rate, in hundred-millionths of a cent of the document's currency. */
function mostAt(rate: number): bigint {
  const own = BigInt(DOCUMENT_AMOUNT_MAX_CENTS) * HUNDRED_MILLION;
  const { numerator, denominator } = decimal(rate);
  const converted = (BigInt(CONVERTED_AMOUNT_MAX_CENTS) * HUNDRED_MILLION * numerator) / denominator;
  return converted < own ? converted : own;
}

const HUNDRED_MILLION = BigInt(TEN_THOUSAND) ** 2n;

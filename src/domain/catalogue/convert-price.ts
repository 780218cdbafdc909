import type { CurrencyCode, DocumentCurrency } from '../money/currency.ts';
import { decimal } from '../money/decimal.ts';
import type { Exchange } from '../money/exchange.ts';
import { fixedRate } from '../money/fixed-parity.ts';
import { roundedRatio } from '../money/rounding.ts';
import { TEN_THOUSAND, type TenThousandths } from '../money/ten-thousandths.ts';
import { UNIT_PRICE_MAX_CENTS } from './price.ts';

/**
 * Units of the document's currency for one of the account's. Undefined where nobody knows: the account has changed its
 * currency since the document got its rate, and no parity is fixed by law.
 */
export const rateFrom = (account: CurrencyCode, { code, base, rate }: DocumentCurrency): number | undefined =>
  base === account ? rate : fixedRate(account, code);

/**
 * A product's unit price in a document's currency: price × rate, the rate taken exactly as it is written. A price in
 * whole cents gives whole steps of that currency, as every converted amount does; one with decimals of a cent (so much
 * a word, a page) keeps four, for rounded to the cent it could be off by half. Undefined beyond `UNIT_PRICE_MAX_CENTS`.
 */
export function priceIn(price: TenThousandths, { rate, step }: Exchange): TenThousandths | undefined {
  if (rate === 1) return price;
  const { numerator, denominator } = decimal(rate);
  const above = BigInt(price) * numerator;
  if (above > BigInt(UNIT_PRICE_MAX_CENTS) * BigInt(TEN_THOUSAND) * denominator) return undefined;
  const isWhole = price % TEN_THOUSAND === 0;
  const rounded: number = isWhole
    ? roundedRatio(above, denominator * BigInt(TEN_THOUSAND), step) * TEN_THOUSAND
    : roundedRatio(above, denominator);
  return rounded as TenThousandths;
}

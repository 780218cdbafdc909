import { type CurrencyCode, type DocumentCurrency, stepOf } from '../money/currency.ts';
import { decimal } from '../money/decimal.ts';
import type { Exchange } from '../money/exchange.ts';
import { fixedRate } from '../money/fixed-parity.ts';
import { roundedRatio } from '../money/rounding.ts';
import { TEN_THOUSAND, type TenThousandths } from '../money/ten-thousandths.ts';
import type { Refused } from '../refusal.ts';
import { UNIT_PRICE_MAX_CENTS } from './price.ts';

/**
 * Units of the document's currency per unit of the account's. Undefined if unknown: the account has
 * changed its currency since the document got its rate, and there is no fixed parity.
 */
export const rateFrom = (account: CurrencyCode, { code, base, rate }: DocumentCurrency): number | undefined =>
  base === account ? rate : fixedRate(account, code);

/**
 * A product's unit price in a document's currency: price × rate, using the exact decimal rate. A
 * price in whole cents gives whole steps of that currency, like every converted amount. A price
 * with fractions of a cent (per word, per page) keeps four decimals, because rounding to the cent
 * could be off by half. Undefined above `UNIT_PRICE_MAX_CENTS`.
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

/**
 * The exchange rate for catalogue prices on a document, in steps of its currency. Refused if a
 * price is used and the rate is unknown; lines with their own prices need no rate.
 */
export function priceExchange(
  account: CurrencyCode,
  document: DocumentCurrency,
  { takesPrice }: { takesPrice: boolean },
): Exchange | Refused<'currency_without_rate'> {
  const rate = rateFrom(account, document);
  if (rate === undefined && takesPrice) return { refused: 'currency_without_rate', currency: document.code };
  return { rate: rate ?? 1, step: stepOf(document.code) };
}

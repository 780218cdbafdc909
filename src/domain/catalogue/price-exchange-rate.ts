import { type CurrencyCode, type DocumentCurrency, stepOf } from '../money/currency.ts';
import type { Exchange } from '../money/exchange.ts';
import type { Refused } from '../refusal.ts';
import { rateFrom } from './convert-price.ts';

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

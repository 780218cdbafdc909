import { type CurrencyCode, type DocumentCurrency, stepOf } from '../money/currency.ts';
import type { Exchange } from '../money/exchange.ts';
import type { Refused } from '../refusal.ts';
import { rateFrom } from './convert-price.ts';

/**
 * How prices of the account's catalogue are taken into a document: at its rate, in steps of its currency. Refused where a
 * price is taken and nobody knows the rate; where none is, no rate is needed.
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

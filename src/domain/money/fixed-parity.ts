import { type CurrencyCode, fixedParities } from './currency.ts';

/**
 * Units of the document's currency (`to`) per unit of the account's (`from`), if fixed by law: the
 * same currency, the euro, and the currencies pegged to it. Undefined for market rates. Between two
 * pegged currencies, and towards the euro, it is the quotient of two parities to seventeen
 * significant digits, an error far below a cent on any document.
 */
export function fixedRate(from: CurrencyCode, to: CurrencyCode): number | undefined {
  if (from === to) return 1;
  const [one, other] = [fixedParities[from], fixedParities[to]];
  return one === undefined || other === undefined ? undefined : other / one;
}

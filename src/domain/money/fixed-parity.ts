import { type CurrencyCode, fixedParities } from './currency.ts';

/**
 * Units of the document's currency (`to`) for one unit of the account's (`from`), where the law fixes it: the same
 * currency, the euro, and the currencies pegged to it. Undefined where a market decides.
 * Between two pegged currencies, and towards the euro, it is the quotient of two parities: seventeen significant digits
 * of it, far below a cent on any amount a document can carry.
 */
export function fixedRate(from: CurrencyCode, to: CurrencyCode): number | undefined {
  if (from === to) return 1;
  const [one, other] = [fixedParities[from], fixedParities[to]];
  return one === undefined || other === undefined ? undefined : other / one;
}

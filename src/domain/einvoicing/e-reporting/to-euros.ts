import type { TurnoverPart } from '../../home/turnover-part.ts';
import { type Cents, cents } from '../../money/cents.ts';
import type { CurrencyCode } from '../../money/currency.ts';
import { exchanged } from '../../money/exchange.ts';
import { fixedRate } from '../../money/fixed-parity.ts';
import { type ReferenceRate, referenceRate } from '../../money/reference-rates.ts';
import type { ToEuros } from './sales.ts';

/**
 * Converts parts to euros, in which the report states VAT and receipts (rules G6.23 and G6.27): at
 * the rate of the document if its base is the euro, otherwise at a fixed parity or the reference
 * rate of the day (CGI art. 266, 1 bis).
 */
export function toEurosAt(rates: readonly ReferenceRate[], base: CurrencyCode): ToEuros {
  return (part) => {
    if (part.currency === 'EUR') return { net: part.net, vat: part.vat };
    if (base === 'EUR') return { net: part.accountNet, vat: part.accountVat };
    const rate = rateOn(part, rates);
    if (rate === undefined) return part.net === 0 && part.vat === 0 ? NOTHING : undefined;
    const converted = (amount: Cents): Cents => exchanged(amount, { rate, step: 1 });
    return { net: converted(part.net), vat: converted(part.vat) };
  };
}

const NOTHING = { net: cents(0), vat: cents(0) };

const rateOn = ({ currency, on }: TurnoverPart, rates: readonly ReferenceRate[]): number | undefined => {
  const code = currency as CurrencyCode;
  return fixedRate('EUR', code) ?? referenceRate(rates, { code, base: 'EUR', on })?.rate;
};

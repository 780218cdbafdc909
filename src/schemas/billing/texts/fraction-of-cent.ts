import { type CurrencyCode, stepOf } from '../../../domain/money/currency.ts';
import { proportion } from '../../../domain/money/rounding.ts';
import { TEN_THOUSAND, type TenThousandths, toNumber } from '../../../domain/money/ten-thousandths.ts';
import type { BilingualText } from '../../bilingual-text.ts';
import { formatMoney } from './format-money.ts';

/**
 * The rounded amount of a price with fractions of a cent, and the value to send if whole units
 * were meant. `where` names the price.
 */
export function fractionOfCentText(
  price: TenThousandths,
  { currency, where }: { currency: CurrencyCode; where: BilingualText },
): BilingualText {
  const is = formatMoney(proportion(price, 1, TEN_THOUSAND, stepOf(currency)), currency);
  const meant = price / (TEN_THOUSAND / 100);
  const instead = Number.isInteger(meant) && formatMoney(meant, currency);
  const number = toNumber(price);
  return {
    fr: `Les prix se donnent en centimes : ${where.fr}, ${String(number).replace('.', ',')} vaut ${is.fr}.${instead ? ` Pour ${instead.fr}, écrivez ${meant}.` : ''}`,
    en: `Prices are given in cents: ${where.en}, ${number} is ${is.en}.${instead ? ` For ${instead.en}, write ${meant}.` : ''}`,
  };
}

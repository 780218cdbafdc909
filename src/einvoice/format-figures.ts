import type { Cents } from '../domain/money/cents.ts';
import type { TenThousandths } from '../domain/money/ten-thousandths.ts';

/** An amount with two decimals, whatever the currency: 123456 is 1234.56. */
export const amountText = (amount: Cents): string => decimalText(BigInt(amount), { decimals: 2, atLeast: 2 });

/** A quantity with up to four decimals: 35000 is 3.5. */
export const quantityText = (quantity: TenThousandths): string =>
  decimalText(BigInt(quantity), { decimals: 4, atLeast: 0 });

/** A unit price in ten-thousandths of a cent, with two to six decimals. */
export const priceText = (price: TenThousandths): string => decimalText(BigInt(price), { decimals: 6, atLeast: 2 });

/** Basis points as percent: 550 is 5.50. */
export const rateText = (rate: number): string => decimalText(BigInt(rate), { decimals: 2, atLeast: 2 });

/** Integer arithmetic only, no floating-point fractions. */
function decimalText(value: bigint, { decimals, atLeast }: { decimals: number; atLeast: number }): string {
  const digits = String(value < 0n ? -value : value).padStart(decimals + 1, '0');
  const whole = digits.slice(0, -decimals);
  let fraction = digits.slice(-decimals);
  while (fraction.length > atLeast && fraction.endsWith('0')) fraction = fraction.slice(0, -1);
  return `${value < 0n ? '-' : ''}${whole}${fraction && `.${fraction}`}`;
}

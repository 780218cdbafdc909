/**
 * An integer number of hundredths of the document's currency, of any sign. Never a float, never a
 * string.
 */
export type Cents = number & { readonly __unit: 'cents' };

/** Converts an integer to cents. Throws a RangeError on anything else, which is a bug. */
export function cents(value: number): Cents {
  if (!Number.isSafeInteger(value)) throw new RangeError(`not a whole number of cents: ${value}`);
  return (value === 0 ? 0 : value) as Cents;
}

/** Adds up amounts; the empty sum is zero. */
export const sum = (amounts: readonly Cents[]): Cents => cents(amounts.reduce<number>((a, b) => a + b, 0));

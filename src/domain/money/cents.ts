/** A whole number of hundredths of the document's currency, of any sign. Never a float, never a string. */
export type Cents = number & { readonly __unit: 'cents' };

/** Takes a whole number as cents. Throws a RangeError on anything else: that is a bug, never an answer. */
export function cents(value: number): Cents {
  if (!Number.isSafeInteger(value)) throw new RangeError(`not a whole number of cents: ${value}`);
  return (value === 0 ? 0 : value) as Cents;
}

/** Adds amounts up; the empty sum is zero. */
export const sum = (amounts: readonly Cents[]): Cents => cents(amounts.reduce<number>((a, b) => a + b, 0));

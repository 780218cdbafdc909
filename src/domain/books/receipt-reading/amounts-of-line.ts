/** Digits of an amount of euros that a receipt can have. */
const DIGITS_MAX = 9;
/**
 * An amount with two decimals, such as `1 234,56`, `1.234,56`, `1,234.56` or `12.50`. Without them
 * a number is a quantity, a year or a rate as often as an amount.
 */
const AMOUNT = /(?<![\d.,/-])(\d{1,3}(?:[ .,'’]\d{3})+|\d+)[.,](\d{2})(?![\d/]|[.,]\d| ?%)/g;

/** The amounts of a line of text in cents, in their order; percentages are none. */
export const amountsOf = (text: string): number[] =>
  [...text.matchAll(AMOUNT)].flatMap(([, whole = '', cents = '']) => {
    const digits = whole.replaceAll(/\D/g, '') + cents;
    return digits.length > DIGITS_MAX + 2 ? [] : [Number(digits)];
  });

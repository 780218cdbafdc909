/** Digits of an amount that an invoice can have. */
const DIGITS_MAX = 12;
/**
 * An amount with two decimals and its sign, such as `1 234,56`, `-1.234,56`, `$1,234.56`. A number
 * without decimals is a quantity or a year as often as an amount; percentages are none.
 */
const AMOUNT =
  /(?<![\d.,/])([-−–](?: ?)|\()?(?:[€$£] ?)?(\d{1,3}(?:[ .,'’]\d{3})+|\d+)[.,](\d{2})(?![\d/]|[.,]\d| ?%)/g;

/** The amounts of a text in cents, in their order. */
export const signedAmountsOf = (text: string): number[] =>
  [...text.matchAll(AMOUNT)].flatMap(([, sign, whole = '', decimals = '']) => {
    const digits = whole.replaceAll(/\D/g, '') + decimals;
    return digits.length > DIGITS_MAX + 2 ? [] : [sign === undefined ? Number(digits) : 0 - Number(digits)];
  });

/** A rate in basis points that a text states: `TVA 20 %`, `5,5%`. */
export function rateOfText(text: string): number | undefined {
  const [, written] = /(?<![\d.,])(\d{1,2}(?:[.,]\d{1,2})?) ?%/.exec(text) ?? [];
  return written === undefined ? undefined : Math.round(Number(written.replace(',', '.')) * 100);
}

/**
 * A JSON number as the exact fraction its shortest decimal writing says: 1.95583 is 195583/100000, never the double
 * beside it. Throws a RangeError on NaN and the infinities, which no JSON holds.
 */
export function decimal(value: number): { numerator: bigint; denominator: bigint } {
  const match = /^(-?\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value));
  if (!match) throw new RangeError(`not a decimal number: ${value}`);
  const [, whole = '0', fraction = '', exponent = '0'] = match;
  const digits = BigInt(whole + fraction);
  const scale = fraction.length - Number(exponent);
  return scale > 0
    ? { numerator: digits, denominator: 10n ** BigInt(scale) }
    : { numerator: digits * 10n ** BigInt(-scale), denominator: 1n };
}

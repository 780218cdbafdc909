/**
 * A JSON number as the exact fraction of its shortest decimal form: 1.95583 is 195583/100000, not
 * the nearest double. Throws a RangeError on NaN and infinities, which JSON cannot contain.
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

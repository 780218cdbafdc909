/**
 * An integer number of ten-thousandths, used for quantities (of a unit) and unit prices (of a
 * cent), because both have at most four decimals. 3.5 days is 35000; 450.00 euros is 45000 cents,
 * so 450000000.
 */
export type TenThousandths = number & { readonly __unit: 'ten-thousandths' };

export const TEN_THOUSAND = 10_000;

/**
 * Converts a JSON number with at most four decimals exactly. Undefined if it has more decimals or
 * exceeds a safe integer.
 */
export function tenThousandths(value: number): TenThousandths | undefined {
  const match = /^(-?)(\d+)(?:\.(\d{1,4}))?$/.exec(String(value));
  if (!match) return undefined;
  const [, sign, whole, fraction = ''] = match;
  const scaled = Number(`${whole}${fraction.padEnd(4, '0')}`);
  if (!Number.isSafeInteger(scaled)) return undefined;
  return (sign && scaled !== 0 ? -scaled : scaled) as TenThousandths;
}

/** Converts back to a JSON number: 35000 is 3.5. Exact for every value of `tenThousandths`. */
export const toNumber = (value: TenThousandths): number => value / TEN_THOUSAND;

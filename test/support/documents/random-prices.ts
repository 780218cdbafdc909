import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type TenThousandths, tenThousandths } from '../../../src/domain/money/ten-thousandths.ts';

/** Prices as a request contains them: cents with up to four decimals. */
export const tt = (cents: number): TenThousandths =>
  tenThousandths(cents) ?? assert.fail(`${cents} has more than 4 decimals`);

/** The highest unit price, in ten-thousandths of a cent. */
export const MOST = 1_000_000_000_000_000;

export const randomPrice = fc.oneof(
  fc.integer({ min: 0, max: 1_000_000 }).map((cents) => cents * 10_000),
  fc.integer({ min: 0, max: 20_000 }).map((fifties) => fifties * 500_000),
  fc.integer({ min: 0, max: 100_000_000 }),
  fc.integer({ min: 0, max: MOST }),
  fc.constantFrom(0, 1, 4_999, 5_000, 5_001, 9_999, 10_000, MOST - 1, MOST),
) as fc.Arbitrary<TenThousandths>;

/** The VAT rate in basis points that the name of a code states, independent of the domain. */
export const rateInName = (code: string): bigint => BigInt(/^FR_(\d+)/.exec(code)?.[1] ?? NaN);

/** The multiple of `step` nearest to a non-negative fraction; ties round up. */
export function nearest(above: bigint, below: bigint, step = 1n): bigint {
  const low = (above / (below * step)) * step;
  const high = low + step;
  return above - low * below < high * below - above ? low : high;
}

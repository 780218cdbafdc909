import type { Entry } from '../../../src/domain/billing/document/totals/totals.ts';
import { rateInName } from './random-prices.ts';

/**
 * An independent second computation of totals, written from docs/rules in plain BigInt fractions.
 * It is slow and shares only the entry type with the domain.
 */
export type OracleTotals = {
  readonly lines: readonly { net: bigint; vat: bigint; discount: bigint; netAfter: bigint }[];
  readonly breakdown: ReadonlyMap<string, { net: bigint; vat: bigint }>;
};

type Fraction = readonly [above: bigint, below: bigint];

export function oracleTotals(entry: Entry): OracleTotals {
  const step = BigInt(entry.step);
  const lines = entry.lines.map((line) => {
    const gross = rounded([BigInt(line.quantity) * BigInt(line.unitPrice), 100_000_000n], step);
    const discount = discountOn(gross, line.discount, step);
    const key = line.type === 'disbursement' ? 'disbursement' : line.vatCode;
    return { key, isIncluded: line.taxIncluded, discount, entered: gross - discount };
  });
  const touched = lines.map(({ key, entered }) =>
    key !== 'disbursement' || entry.includeDiscountDisbursement ? entered : 0n,
  );
  const shares = split(discountOn(total(touched), entry.discount, step), touched, step);

  const answer = lines.map(() => ({ net: 0n, vat: 0n, discount: 0n, netAfter: 0n }));
  const breakdown = new Map<string, { net: bigint; vat: bigint }>();
  for (const key of new Set(lines.map((line) => line.key))) {
    const rate = key === 'disbursement' ? 0n : rateInName(key);
    const places = lines.flatMap((line, place) => (line.key === key ? [place] : []));
    const bare = places.filter((place) => !lines[place]?.isIncluded);
    const gross = places.filter((place) => lines[place]?.isIncluded);
    const enteredAt = (place: number) => lines[place]?.entered ?? 0n;
    const leftAt = (place: number) => enteredAt(place) - (shares[place] ?? 0n);
    const set = (list: readonly number[], values: readonly bigint[], field: 'net' | 'vat' | 'discount' | 'netAfter') =>
      list.forEach((place, index) => {
        (answer[place] as Record<string, bigint>)[field] = values[index] as bigint;
      });

    const T = total(gross.map(leftAt));
    const HT = rounded([T * 10_000n, 10_000n + rate], step);
    const h = total(bare.map(leftAt));
    breakdown.set(key, { net: h + HT, vat: rounded([h * rate, 10_000n], step) + T - HT });

    set(bare, bare.map(enteredAt), 'net');
    set(
      bare,
      bare.map((place) => lines[place]?.discount ?? 0n),
      'discount',
    );
    set(bare, sideBySide(bare.map(enteredAt), [rate, 10_000n], step), 'vat');
    set(bare, bare.map(leftAt), 'netAfter');
    const nets = sideBySide(gross.map(enteredAt), [10_000n, 10_000n + rate], step);
    set(gross, nets, 'net');
    set(
      gross,
      gross.map((place, index) => enteredAt(place) - (nets[index] as bigint)),
      'vat',
    );
    set(
      gross,
      gross.map((place) => rounded([(lines[place]?.discount ?? 0n) * 10_000n, 10_000n + rate], step)),
      'discount',
    );
    set(gross, sideBySide(gross.map(leftAt), [10_000n, 10_000n + rate], step), 'netAfter');
  }
  return { lines: answer, breakdown };
}

function discountOn(base: bigint, discount: Entry['discount'], step: bigint): bigint {
  if (!discount) return 0n;
  const size = base < 0n ? -base : base;
  const asked =
    discount.mode === 'PERCENTAGE'
      ? rounded([size * BigInt(discount.amount), 10_000n], step)
      : rounded([BigInt(discount.amount), 1n], step);
  const given = asked < size ? asked : size;
  return base < 0n ? -given : given;
}

/** round(Σ weights × ratio) over the weights: sales on their own, returns take the rest. */
function sideBySide(weights: readonly bigint[], [above, below]: Fraction, step: bigint): bigint[] {
  const all = rounded([total(weights) * above, below], step);
  const sold = weights.map((weight) => (weight > 0n ? weight : 0n));
  const back = weights.map((weight) => (weight < 0n ? weight : 0n));
  const ofSold = total(back) === 0n ? all : rounded([total(sold) * above, below], step);
  const [left, right] = [split(ofSold, sold, step), split(all - ofSold, back, step)];
  return weights.map((_, place) => (left[place] as bigint) + (right[place] as bigint));
}

/** Largest remainder, one step at a time. */
function split(amount: bigint, weights: readonly bigint[], step: bigint): bigint[] {
  const all = total(weights);
  if (all === 0n) return weights.map(() => 0n);
  const exact = weights.map(
    (weight): Fraction => [
      (amount * weight) / gcd(amount * weight, all * step),
      (all * step) / gcd(amount * weight, all * step),
    ],
  );
  const shares = exact.map(floor);
  for (let missing = amount / step - total(shares); missing > 0n; missing -= 1n) {
    let best = 0;
    exact.forEach((fraction, place) => {
      if (isLess(left(exact[best] as Fraction, shares[best] as bigint), left(fraction, shares[place] as bigint)))
        best = place;
    });
    shares[best] = (shares[best] as bigint) + 1n;
  }
  return shares.map((share) => share * step);
}

const left = ([above, below]: Fraction, taken: bigint): Fraction => [above - taken * below, below];
const isLess = (a: Fraction, b: Fraction): boolean => positive(a)[0] * positive(b)[1] < positive(b)[0] * positive(a)[1];
const positive = ([above, below]: Fraction): Fraction => (below < 0n ? [-above, -below] : [above, below]);
const gcd = (a: bigint, b: bigint): bigint => (b === 0n ? (a < 0n ? -a : a) || 1n : gcd(b, a % b));

function floor(fraction: Fraction): bigint {
  const [above, below] = positive(fraction);
  return above >= 0n ? above / below : -((-above + below - 1n) / below);
}

/** Rounds half away from zero: up, once the sign is set aside. */
function rounded(fraction: Fraction, step: bigint): bigint {
  const [above, below] = positive(fraction);
  const size = floor([2n * (above < 0n ? -above : above) + below * step, 2n * below * step]) * step;
  return above < 0n ? -size : size;
}

const total = (values: readonly bigint[]): bigint => values.reduce((a, b) => a + b, 0n);

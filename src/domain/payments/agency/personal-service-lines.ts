import { keyOf, type Line } from '../../billing/document/lines/line.ts';
import type { Totals } from '../../billing/document/totals/totals.ts';
import { allocate } from '../../money/allocate.ts';
import { type Cents, cents, sum } from '../../money/cents.ts';
import { amountOf, type ShareKey } from '../../vat/breakdown.ts';

/**
 * A line Urssaf is asked to pay: its index on the invoice from 0, and its amount after the
 * invoice discount.
 */
export type PersonalServiceLine = {
  readonly place: number;
  readonly line: Line;
  readonly net: Cents;
  readonly vat: Cents;
};

/**
 * The personal services among the lines of an invoice, without those of zero amount. The customer
 * pays the other lines directly.
 */
export function personalServiceLines(lines: readonly Line[], totals: Totals): PersonalServiceLine[] {
  const amounts = amountsAfterDiscount(lines, totals);
  return lines.flatMap((line, place) => {
    const { net, vat } = amounts[place] as { net: Cents; vat: Cents };
    return isPersonalService(line) && (net !== 0 || vat !== 0) ? [{ place, line, net, vat }] : [];
  });
}

const isPersonalService = ({ personalServiceActivity: activity }: Line): boolean =>
  activity !== undefined && activity !== 'DIVERS_NON_ELIGIBLE';

/**
 * The final amounts of each line. The VAT of a key is allocated again if the invoice discount
 * affects it, so that the parts add up.
 */
function amountsAfterDiscount(lines: readonly Line[], totals: Totals): { net: Cents; vat: Cents }[] {
  const amounts = totals.lines.map(({ netAfterDocumentDiscount: net, vat }) => ({ net, vat }));
  for (const key of new Set(lines.map(keyOf))) {
    const places = [...lines.keys()].filter((place) => keyOf(lines[place] as Line) === key);
    if (isUntouched(places, key, totals)) continue;
    const nets = places.map((place) => amounts[place]?.net ?? cents(0));
    const shares = allocate(amountOf(totals.breakdown, key).vat, weightsOf(nets));
    places.forEach((place, n) => {
      amounts[place] = { net: amounts[place]?.net ?? cents(0), vat: shares[n] ?? cents(0) };
    });
  }
  return amounts;
}

/**
 * The nets, or their absolute values if they cancel out: 0.18 and -0.18 have no proportions, yet
 * their VAT may be 0.01.
 */
function weightsOf(nets: readonly Cents[]): readonly number[] {
  if (sum(nets) !== 0) return nets;
  const sizes = nets.map(Math.abs);
  return sizes.some((size) => size > 0) ? sizes : nets.map((_, place) => (place === 0 ? 1 : 0));
}

/** An invoice discount may leave the net of a small line unchanged and still change its VAT. */
const isUntouched = (places: readonly number[], key: ShareKey, { lines, breakdown }: Totals): boolean =>
  places.every((place) => lines[place]?.net === lines[place]?.netAfterDocumentDiscount) &&
  sum(places.map((place) => lines[place]?.vat ?? cents(0))) === amountOf(breakdown, key).vat;

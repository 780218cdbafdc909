import type { Cents } from '../../money/cents.ts';
import { TEN_THOUSAND, type TenThousandths } from '../../money/ten-thousandths.ts';
import type { Amount } from '../../vat/breakdown.ts';

/** How a line is priced to reach a given amount. */
export type LinePricing = {
  readonly quantity: TenThousandths;
  readonly unitPrice: TenThousandths;
  readonly taxIncluded: boolean;
};

/**
 * One unit at this amount. A negative amount becomes minus one unit, because a unit price is never
 * negative.
 */
export const oneAt = (figure: Cents, taxIncluded = false): LinePricing => ({
  quantity: (figure < 0 ? -TEN_THOUSAND : TEN_THOUSAND) as TenThousandths,
  unitPrice: (Math.abs(figure) * TEN_THOUSAND) as TenThousandths,
  taxIncluded,
});

/**
 * The one line that credits all of a key, tax excluded. If only a cent or so of VAT is left, as
 * roundings of returns may leave, the line is tax included and consists of VAT alone.
 */
export const oneFor = ({ net, vat }: Amount): LinePricing => (net === 0 ? oneAt(vat, true) : oneAt(net));

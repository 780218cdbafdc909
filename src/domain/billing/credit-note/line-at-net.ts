import type { Cents } from '../../money/cents.ts';
import { TEN_THOUSAND, type TenThousandths } from '../../money/ten-thousandths.ts';
import type { Amount } from '../../vat/breakdown.ts';

/** How a line is priced that must come to a given figure. */
export type LinePricing = {
  readonly quantity: TenThousandths;
  readonly unitPrice: TenThousandths;
  readonly taxIncluded: boolean;
};

/** One unit at the figure itself; minus one where it is negative, because a unit price never is. */
export const oneAt = (figure: Cents, taxIncluded = false): LinePricing => ({
  quantity: (figure < 0 ? -TEN_THOUSAND : TEN_THOUSAND) as TenThousandths,
  unitPrice: (Math.abs(figure) * TEN_THOUSAND) as TenThousandths,
  taxIncluded,
});

/**
 * The one line that credits all of a key. Tax excluded; only where nothing but a cent or so of VAT is left, as rounding
 * may leave of returns, tax included: it then holds nothing but VAT.
 */
export const oneFor = ({ net, vat }: Amount): LinePricing => (net === 0 ? oneAt(vat, true) : oneAt(net));

import type { Line } from '../../../src/domain/billing/document/lines/line.ts';
import type { Discount } from '../../../src/domain/billing/document/totals/discount.ts';
import { TEN_THOUSAND, type TenThousandths, tenThousandths } from '../../../src/domain/money/ten-thousandths.ts';
import type { VatCode } from '../../../src/domain/vat/vat-code.ts';

type Given = { taxIncluded?: boolean; disbursement?: boolean; discount?: Discount; description?: string };

/**
 * Creates a line: quantity × unit price in cents (both with up to four decimals), VAT code, and
 * other members.
 */
export function lineOf(quantity: number, unitPrice: number, vatCode: VatCode, given: Given = {}): Line {
  const { taxIncluded = false, disbursement, ...rest } = given;
  return {
    id: '',
    designation: 'Prestation',
    deliveryOfGoods: false,
    quantity: exactly(quantity),
    unitPrice: exactly(unitPrice),
    vatCode,
    taxIncluded,
    ...rest,
    ...(disbursement && { type: 'disbursement' as const }),
  };
}

function exactly(value: number): TenThousandths {
  const exact = tenThousandths(value);
  if (exact === undefined) throw new RangeError(`more than ${TEN_THOUSAND}ths, or too large: ${value}`);
  return exact;
}

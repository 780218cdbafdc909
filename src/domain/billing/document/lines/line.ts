import type { TenThousandths } from '../../../money/ten-thousandths.ts';
import type { ShareKey } from '../../../vat/breakdown.ts';
import type { VatCode } from '../../../vat/vat-code.ts';
import type { Discount } from '../totals/discount.ts';
import type { PersonalServiceActivity } from './personal-service.ts';
import type { ProductType } from './product-type.ts';
import type { ProductUnit } from './product-unit.ts';

/** At most this many lines on one document. */
export const LINES_PER_DOCUMENT_MAX = 500;
/** Characters (UTF-16 units) of what is said below the designation of a line. */
export const LINE_DESCRIPTION_MAX = 10_000;
/** Characters (UTF-16 units) of the heading of a section. */
export const SECTION_TITLE_MAX = 120;

/** A line as it was entered. What it comes to is computed (`totals.ts`), never stored beside it by hand. */
export type Line = {
  readonly id: string;
  /** The client's own name for the line, echoed. */
  readonly generatedId?: string;
  readonly productId?: string;
  /** The heading it stands under; lines that follow each other under the same one are a section (`sections.ts`). */
  readonly section?: string;
  readonly designation: string;
  readonly reference?: string;
  readonly description?: string;
  /** Ten-thousandths of a unit; negative for a return. */
  readonly quantity: TenThousandths;
  /**
   * What the line counts for in stock, where its quantity had to be replaced (`credit-note/lines.ts`): the original
   * quantity. Whoever writes the lines anew says quantities of his own.
   */
  readonly stockQuantity?: TenThousandths;
  readonly unit?: ProductUnit;
  /** Ten-thousandths of a cent; never negative. */
  readonly unitPrice: TenThousandths;
  readonly taxIncluded: boolean;
  readonly type?: ProductType;
  readonly vatCode: VatCode;
  readonly discount?: Discount;
  readonly deliveryOfGoods: boolean;
  readonly personalServiceActivity?: PersonalServiceActivity;
};

export const isDisbursement = (line: Pick<Line, 'type'>): boolean => line.type === 'disbursement';

/** The key a line's money is kept by. */
export const keyOf = (line: Pick<Line, 'type' | 'vatCode'>): ShareKey =>
  isDisbursement(line) ? 'disbursement' : line.vatCode;

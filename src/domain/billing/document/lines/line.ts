import type { TenThousandths } from '../../../money/ten-thousandths.ts';
import type { ShareKey } from '../../../vat/breakdown.ts';
import type { VatCode } from '../../../vat/vat-code.ts';
import type { Discount } from '../totals/discount.ts';
import type { PersonalServiceActivity } from './personal-service.ts';
import type { ProductType } from './product-type.ts';
import type { ProductUnit } from './product-unit.ts';

/** Lines per document. */
export const LINES_PER_DOCUMENT_MAX = 500;
/** Characters (UTF-16 units) of a line's description, below its designation. */
export const LINE_DESCRIPTION_MAX = 10_000;
/** Characters (UTF-16 units) of a section heading. */
export const SECTION_TITLE_MAX = 120;

/** A line as entered. Its amounts are always computed (`totals.ts`), never stored with it. */
export type Line = {
  readonly id: string;
  /** The client's own name for the line, returned as it was sent. */
  readonly generatedId?: string;
  readonly productId?: string;
  /**
   * The section heading; consecutive lines with the same heading form a section (`sections.ts`).
   */
  readonly section?: string;
  readonly designation: string;
  readonly reference?: string;
  readonly description?: string;
  /** Ten-thousandths of a unit; negative for a return. */
  readonly quantity: TenThousandths;
  /**
   * The original quantity, used for stock, if the quantity had to be replaced
   * (`credit-note/lines.ts`). Clients that rewrite the lines send their own quantities.
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

/** The key under which the amounts of a line are summed. */
export const keyOf = (line: Pick<Line, 'type' | 'vatCode'>): ShareKey =>
  isDisbursement(line) ? 'disbursement' : line.vatCode;

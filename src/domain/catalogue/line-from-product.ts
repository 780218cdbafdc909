import type { Line, ProductType } from '../billing/document/lines/line.ts';
import type { ProductUnit } from '../billing/document/lines/product-unit.ts';
import type { Exchange } from '../money/exchange.ts';
import type { TenThousandths } from '../money/ten-thousandths.ts';
import type { Refused } from '../refusal.ts';
import type { VatCode } from '../vat/vat-code.ts';
import { priceIn } from './convert-price.ts';
import type { Product } from './product.ts';

/**
 * The line's values that replace those of its product: undefined means not set, null means none.
 */
export type LineOverrides = {
  readonly productId?: string | undefined;
  readonly designation?: string | undefined;
  readonly reference?: string | null | undefined;
  readonly description?: string | null | undefined;
  readonly unit?: ProductUnit | null | undefined;
  readonly unitPrice?: TenThousandths | undefined;
  readonly taxIncluded?: boolean | null | undefined;
  readonly type?: ProductType | null | undefined;
  readonly vatCode?: VatCode | null | undefined;
  readonly deliveryOfGoods?: boolean | null | undefined;
};

type ResolvedLine = Pick<
  Line,
  'designation' | 'reference' | 'description' | 'unit' | 'unitPrice' | 'taxIncluded' | 'type' | 'vatCode'
> &
  Pick<Line, 'deliveryOfGoods'>;

/**
 * A line with its own values, completed from its product (docs/rules/catalogue.md). A disbursement
 * has the code `FR_00HT`, whether line or product makes it one. Refuses a line with missing values,
 * and a price that exceeds `UNIT_PRICE_MAX_CENTS` in the document's currency. `line` counts from 0.
 */
export function lineFromProduct(
  overrides: LineOverrides,
  { line, product, exchange }: { line: number; product: Product | undefined; exchange: Exchange },
): ResolvedLine | Refused<'line_vat_code_missing' | 'line_product_not_found' | 'line_amount_too_large'> {
  const missing = (member: string) => ({ refused: 'line_product_not_found', line, member }) as const;
  const type = overrides.type === undefined ? product?.type : overrides.type;
  const vatCode = type === 'disbursement' ? 'FR_00HT' : (overrides.vatCode ?? product?.vatCode);
  const designation = overrides.designation ?? product?.designation;
  if (designation === undefined) return missing('designation');
  if (overrides.unitPrice === undefined && !product) return missing('unitPrice');
  if (!vatCode)
    return overrides.productId === undefined ? { refused: 'line_vat_code_missing', line } : missing('vatCode');
  const unitPrice = overrides.unitPrice ?? (product && priceIn(product.unitPrice, exchange));
  if (unitPrice === undefined) return { refused: 'line_amount_too_large', line };

  const { reference = product?.reference, description = product?.description, unit = product?.unit } = overrides;
  const { taxIncluded = product?.taxesIncluded, deliveryOfGoods = product?.deliveryOfGoods } = overrides;
  return {
    designation,
    unitPrice,
    taxIncluded: taxIncluded ?? false,
    vatCode,
    deliveryOfGoods: deliveryOfGoods ?? false,
    ...(reference != null && { reference }),
    ...(description != null && { description }),
    ...(unit != null && { unit }),
    ...(type != null && { type }),
  };
}

import type { Line } from '../billing/document/lines/line.ts';
import type { ProductType } from '../billing/document/lines/product-type.ts';
import type { ProductUnit } from '../billing/document/lines/product-unit.ts';
import type { Exchange } from '../money/exchange.ts';
import type { TenThousandths } from '../money/ten-thousandths.ts';
import type { Refused } from '../refusal.ts';
import type { VatCode } from '../vat/vat-code.ts';
import { priceIn } from './convert-price.ts';
import type { Product } from './product.ts';

/** What a line says of what a product could say for it: undefined was not said, null says that there is none. */
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

type Told = Pick<
  Line,
  'designation' | 'reference' | 'description' | 'unit' | 'unitPrice' | 'taxIncluded' | 'type' | 'vatCode'
> &
  Pick<Line, 'deliveryOfGoods'>;

/**
 * A line with what it says, and what it does not say as its product has it (docs/rules/catalogue.md). A disbursement has
 * the code `FR_00HT`, whoever says that it is one. Refuses a line that lacks what nobody tells, and a price that the
 * document's rate brings beyond `UNIT_PRICE_MAX_CENTS`. `line` counts from 0.
 */
export function lineFromProduct(
  said: LineOverrides,
  { line, product, exchange }: { line: number; product: Product | undefined; exchange: Exchange },
): Told | Refused<'line_vat_code_missing' | 'line_product_not_found' | 'line_amount_too_large'> {
  const lacking = (member: string) => ({ refused: 'line_product_not_found', line, member }) as const;
  const type = said.type === undefined ? product?.type : said.type;
  const vatCode = type === 'disbursement' ? 'FR_00HT' : (said.vatCode ?? product?.vatCode);
  const designation = said.designation ?? product?.designation;
  if (designation === undefined) return lacking('designation');
  if (said.unitPrice === undefined && !product) return lacking('unitPrice');
  if (!vatCode) return said.productId === undefined ? { refused: 'line_vat_code_missing', line } : lacking('vatCode');
  const unitPrice = said.unitPrice ?? (product && priceIn(product.unitPrice, exchange));
  if (unitPrice === undefined) return { refused: 'line_amount_too_large', line };

  const { reference = product?.reference, description = product?.description, unit = product?.unit } = said;
  const { taxIncluded = product?.taxesIncluded, deliveryOfGoods = product?.deliveryOfGoods } = said;
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

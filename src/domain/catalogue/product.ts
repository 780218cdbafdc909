import type { ProductType } from '../billing/document/lines/line.ts';
import type { ProductUnit } from '../billing/document/lines/product-unit.ts';
import type { TenThousandths } from '../money/ten-thousandths.ts';
import { isRefusal, type Refused } from '../refusal.ts';
import type { VatCode } from '../vat/vat-code.ts';
import { type PriceInput, priceOf } from './price.ts';

/** A product or service that is sold repeatedly. Documents copy its values. */
export type Product = {
  readonly id: string;
  readonly test: boolean;
  readonly designation: string;
  /** The seller's own reference, or SKU. */
  readonly reference?: string;
  readonly description?: string;
  readonly type: ProductType;
  readonly unit: ProductUnit;
  readonly vatCode: VatCode;
  /** Ten-thousandths of a cent of the account's currency, tax included if `taxesIncluded`. */
  readonly unitPrice: TenThousandths;
  readonly taxesIncluded: boolean;
  /** Ten-thousandths of a cent, without tax. */
  readonly purchasePrice?: TenThousandths;
  /** Plain percent of the purchase price, both without tax: 30 is 30 %. */
  readonly margin?: number;
  readonly priceLocked: boolean;
  /** Ten-thousandths of a unit; negative if more was billed than was in stock. */
  readonly stock: TenThousandths;
  /** Finalized invoices lower the stock, finalized credit notes raise it. */
  readonly stockable: boolean;
  readonly deliveryOfGoods: boolean;
  /** A personal service (service à la personne). */
  readonly personalService: boolean;
  readonly version: number;
  readonly createdAt: number;
  readonly updatedAt: number;
};

/** The input for a product, with defaults applied. */
export type ProductInput = Omit<
  Product,
  | 'id'
  | 'test'
  | 'version'
  | 'createdAt'
  | 'updatedAt'
  | 'unitPrice'
  | 'margin'
  | 'priceLocked'
  | 'stockable'
  | 'personalService'
> &
  Pick<PriceInput, 'unitPrice' | 'margin' | 'locked'> & {
    /** By default, goods are kept in stock, other products are not. */
    readonly stockable?: boolean;
    readonly personalService?: boolean;
  };

/** The refusals of a product. */
export const productRefusals = ['product_price_too_large', 'personal_service_unit'] as const;

/**
 * The only units in which a personal service may be billed (CGI art. 199 sexdecies; D7233-1 C.
 * trav.).
 */
const PERSONAL_SERVICE_UNITS: ReadonlySet<ProductUnit> = new Set(['hour', 'fixed_rate']);

/**
 * A complete product from input: missing values get their default, except two flags not every
 * client knows, which `before` preserves. Refuses a price out of bounds and a personal service
 * billed by the day.
 */
export function productFrom(
  input: ProductInput,
  created: { readonly id: string; readonly test: boolean; readonly now: number },
  before?: Product,
): Product | Refused<(typeof productRefusals)[number]> {
  const { locked, unitPrice, margin, purchasePrice, stockable, personalService, ...rest } = input;
  const vatCode = input.type === 'disbursement' ? 'FR_00HT' : input.vatCode;
  const price = priceOf({
    locked,
    taxesIncluded: input.taxesIncluded,
    vatCode,
    ...(unitPrice !== undefined && { unitPrice }),
    ...(purchasePrice !== undefined && { purchasePrice }),
    ...(margin !== undefined && { margin }),
  });
  if (isRefusal(price)) return price;
  const isPersonalService = personalService ?? before?.personalService ?? false;
  if (isPersonalService && !PERSONAL_SERVICE_UNITS.has(input.unit)) {
    return { refused: 'personal_service_unit', unit: input.unit };
  }
  return {
    ...rest,
    ...price,
    id: created.id,
    test: created.test,
    vatCode,
    priceLocked: locked,
    stockable: stockable ?? before?.stockable ?? isGoods(input.type),
    personalService: isPersonalService,
    version: (before?.version ?? 0) + 1,
    createdAt: before?.createdAt ?? created.now,
    updatedAt: created.now,
  };
}

const isGoods = (type: ProductType): boolean => type === 'sale_of_goods' || type === 'sale_of_manufactured_goods';

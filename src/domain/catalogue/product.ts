import type { ProductType } from '../billing/document/lines/product-type.ts';
import type { ProductUnit } from '../billing/document/lines/product-unit.ts';
import type { TenThousandths } from '../money/ten-thousandths.ts';
import { isRefusal, type Refused } from '../refusal.ts';
import type { VatCode } from '../vat/vat-code.ts';
import { type PriceInput, priceOf } from './price.ts';

/** A product or service sold more than once. Documents take from it and keep what they took. */
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
  /** Ten-thousandths of a cent of the account's currency, tax included where `taxesIncluded`. */
  readonly unitPrice: TenThousandths;
  readonly taxesIncluded: boolean;
  /** Ten-thousandths of a cent, without tax. */
  readonly purchasePrice?: TenThousandths;
  /** Plain percent of the purchase price, both without tax: 30 is 30 %. */
  readonly margin?: number;
  readonly priceLocked: boolean;
  /** Ten-thousandths of a unit; below zero where more was billed than there was. */
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

/** What a request says of a product, defaults filled in. */
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
    /** By default goods are kept in stock and nothing else is. */
    readonly stockable?: boolean;
    readonly personalService?: boolean;
  };

/** How a product may be refused. */
export const productRefusals = ['product_price_too_large', 'personal_service_unit'] as const;

/** The only units a personal service may be billed in (CGI art. 199 sexdecies; D7233-1 C. trav.). */
const PERSONAL_SERVICE_UNITS: ReadonlySet<ProductUnit> = new Set(['hour', 'fixed_rate']);

/**
 * A product as it was said, whole: what is absent falls to its default, but for the two marks not every caller can say,
 * which `before` keeps. Refuses a price out of bounds and a personal service by the day.
 */
export function productFrom(
  said: ProductInput,
  given: { readonly id: string; readonly test: boolean; readonly now: number },
  before?: Product,
): Product | Refused<(typeof productRefusals)[number]> {
  const { locked, unitPrice, margin, purchasePrice, stockable, personalService, ...rest } = said;
  const vatCode = said.type === 'disbursement' ? 'FR_00HT' : said.vatCode;
  const price = priceOf({
    locked,
    taxesIncluded: said.taxesIncluded,
    vatCode,
    ...(unitPrice !== undefined && { unitPrice }),
    ...(purchasePrice !== undefined && { purchasePrice }),
    ...(margin !== undefined && { margin }),
  });
  if (isRefusal(price)) return price;
  const isPersonalService = personalService ?? before?.personalService ?? false;
  if (isPersonalService && !PERSONAL_SERVICE_UNITS.has(said.unit)) {
    return { refused: 'personal_service_unit', unit: said.unit };
  }
  return {
    ...rest,
    ...price,
    id: given.id,
    test: given.test,
    vatCode,
    priceLocked: locked,
    stockable: stockable ?? before?.stockable ?? isGoods(said.type),
    personalService: isPersonalService,
    version: (before?.version ?? 0) + 1,
    createdAt: before?.createdAt ?? given.now,
    updatedAt: given.now,
  };
}

const isGoods = (type: ProductType): boolean => type === 'sale_of_goods' || type === 'sale_of_manufactured_goods';

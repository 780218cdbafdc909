import * as z from 'zod';
import { productTypes } from '../../domain/billing/document/lines/line.ts';
import { productUnits } from '../../domain/billing/document/lines/product-unit.ts';
import { MARGIN_MAX, MARGIN_MIN, taxedPriceOf } from '../../domain/catalogue/price.ts';
import type { Product, ProductInput } from '../../domain/catalogue/product.ts';
import type { CurrencyCode } from '../../domain/money/currency.ts';
import type { Step } from '../../domain/money/rounding.ts';
import { TEN_THOUSAND, type TenThousandths, toNumber } from '../../domain/money/ten-thousandths.ts';
import { textIn } from '../bilingual-text.ts';
import { quantity, unitPrice } from '../billing/document/document-input.ts';
import { WarningJson } from '../billing/document/document-parts.ts';
import { fractionOfCentText } from '../billing/texts/line-warnings.ts';
import { warningText } from '../billing/texts/requirements.ts';
import { named } from '../fields/enum-schema.ts';
import { vatCode as anyVatCode, VatCodeJson } from '../fields/enumerations.ts';
import { filledText, LINE_MAX, NAME_MAX, NOTE_MAX, text } from '../fields/text.ts';

/** The product types in the API, in the order of their numbers. */
export const productTypeWords = [
  'GOODS_SALE',
  'SERVICE_DELIVERY',
  'COMMERCIAL_OR_CRAFT_SERVICES',
  'MANUFACTURED_GOODS_SALE',
  'DISBURSEMENT',
] as const satisfies { length: (typeof productTypes)['length'] };

const SHORT_UNITS = {
  kilogram: 'KG',
  kilometer: 'KM',
  liter: 'L',
  meter: 'M',
  square_meter: 'M2',
  cubic_meter: 'M3',
  ton: 'T',
  minute: 'MIN',
} as const;
type ShortUnits = typeof SHORT_UNITS;
type UnitWord<U extends string> = U extends keyof ShortUnits ? ShortUnits[U] : Uppercase<U>;
type UnitWords<Units extends readonly string[]> = { [Place in keyof Units]: UnitWord<Units[Place]> };

/** The units in the API, in the order of their numbers: `HOUR`, `KG`. */
export const productUnitWords = productUnits.map(
  (unit) => SHORT_UNITS[unit as keyof ShortUnits] ?? unit.toUpperCase(),
) as unknown as UnitWords<typeof productUnits>;

/** The words of documents are accepted as well: `sale_of_goods` is `GOODS_SALE`. */
const alsoKnown = <Word extends string>(names: readonly string[], words: readonly Word[]) =>
  Object.fromEntries(names.map((name, place) => [name, words[place] as Word]));

// Converted to domain values only by `productFromForm`: after a transform here, JSON Schema would
// mark them as optional.
const type = named(productTypeWords, alsoKnown(productTypes, productTypeWords)).meta({
  id: 'CatalogType',
  description: 'The kind of product: SERVICE_DELIVERY, GOODS_SALE …; decides the turnover category.',
});
const unit = named(productUnitWords, alsoKnown(productUnits, productUnitWords)).meta({
  id: 'CatalogUnit',
  description: 'The unit of quantity: HOUR, DAY, UNIT, KG …',
});
const vatCode = anyVatCode.meta({ description: 'FR_2000 is 20 %, FR_1000 10 %, FR_00HT none.' });
const percent = z
  .number()
  .min(MARGIN_MIN)
  .max(MARGIN_MAX)
  .meta({ description: 'Percent of the purchase price, without tax: 30 is 30 %.' });
const price = (value: string) => unitPrice.meta({ description: `${value}, in cents; at most 4 decimals.` });

/** The optional members of a product, over HTTP and in tools. */
const optional = {
  unitPrice: price('The unit price').nullish(),
  purchasePrice: price('Purchase cost of one unit without VAT').nullish(),
  productMargin: percent.nullish(),
  lockUnitPrice: z
    .boolean()
    .default(false)
    .meta({ description: 'The unit price is fixed: the margin is computed from it.' }),
  taxesIncluded: z
    .boolean()
    .default(false)
    .meta({ description: 'The unit price includes tax; a margin applies to the price without tax.' }),
  isDeliveryOfGood: z.boolean().default(false).meta({ description: 'A delivery of goods, for accounting.' }),
  description: text(NOTE_MAX).nullish().meta({ description: 'The description of the product.' }),
  reference: text(NAME_MAX).nullish().meta({ description: 'Your reference, or SKU.' }),
  stock: quantity.prefault(0).meta({ description: 'Quantity in stock; at most 4 decimals.' }),
};

/** A product in an HTTP request. */
export const ProductForm = z
  .object({
    designation: filledText(LINE_MAX).meta({ description: 'The name of the product or service.' }),
    type,
    unit,
    vatCode: vatCode.default('FR_00HT'),
    amountInCents: price('The unit price by its older name').nullish(),
    ...optional,
    isStockable: z.boolean().optional().meta({
      description: 'Whether billing changes the stock: by default for goods. Absent from a change, it stays.',
    }),
    personalServiceActivity: z
      .boolean()
      .optional()
      .meta({ description: 'A personal service, by the hour or at a fixed rate. Absent from a change, it stays.' }),
  })
  .meta({ id: 'ProductForm' });

/** The parameters of the tools that write a product. */
export const productParameters = z.object({
  designation: ProductForm.shape.designation,
  type,
  unit,
  vatCode,
  ...optional,
});

/** Converts a request to domain values. */
export function productFromForm(form: z.output<typeof ProductForm>): ProductInput {
  const price = form.unitPrice ?? form.amountInCents;
  return {
    designation: form.designation,
    type: productTypes[productTypeWords.indexOf(form.type)] as (typeof productTypes)[number],
    unit: productUnits[productUnitWords.indexOf(form.unit)] as (typeof productUnits)[number],
    vatCode: form.vatCode,
    locked: form.lockUnitPrice,
    taxesIncluded: form.taxesIncluded,
    deliveryOfGoods: form.isDeliveryOfGood,
    stock: form.stock,
    ...(price != null && { unitPrice: price }),
    ...(form.purchasePrice != null && { purchasePrice: form.purchasePrice }),
    ...(form.productMargin != null && { margin: form.productMargin }),
    ...(form.description && { description: form.description }),
    ...(form.reference && { reference: form.reference }),
    ...(form.isStockable !== undefined && { stockable: form.isStockable }),
    ...(form.personalServiceActivity !== undefined && { personalService: form.personalServiceActivity }),
  };
}

const cents = z.number().meta({ description: 'Cents of the account currency.' });

/** A product in answers. */
export const ProductJson = z
  .object({
    id: z.string(),
    designation: z.string(),
    reference: z.string().optional(),
    description: z.string().optional(),
    type: z.enum(productTypeWords),
    unit: z.enum(productUnitWords),
    unitPrice: cents.meta({ description: 'Cents, at most 4 decimals; tax included if `taxesIncluded`.' }),
    priceWithoutTaxes: cents,
    priceWithTaxes: cents,
    purchasePrice: cents.optional(),
    productMargin: z.number().optional().meta({ description: 'Percent: 30 is 30 %.' }),
    lockUnitPrice: z.boolean(),
    vatCode: VatCodeJson,
    vatAmount: cents,
    taxesIncluded: z.boolean(),
    stock: z.number(),
    isStockable: z.boolean(),
    isDeliveryOfGood: z.boolean(),
    personalServiceActivity: z.boolean(),
    warnings: z.array(WarningJson).optional().meta({ description: 'Points to check, if any.' }),
  })
  .meta({ id: 'Product' });

/** Warnings about a product: a price with fractions of a cent may have been meant in euros. */
export function productWarnings(
  { unitPrice, purchasePrice = 0 as TenThousandths }: Product,
  { currency, language }: { currency: CurrencyCode; language: 'fr' | 'en' },
): z.input<typeof WarningJson>[] {
  const prices = [
    { price: unitPrice, where: { fr: 'pour unitPrice', en: 'of unitPrice' } },
    { price: purchasePrice, where: { fr: 'pour purchasePrice', en: 'of purchasePrice' } },
  ];
  return prices
    .filter(({ price }) => price % TEN_THOUSAND !== 0)
    .map(({ price, where }) => ({
      title: textIn(warningText.price_with_part_of_cent.title, language),
      message: textIn(fractionOfCentText(price, { currency, where }), language),
      name: 'price_with_part_of_cent',
    }));
}

/** A product in the API; `step` is the smallest unit of the account's currency. */
export function productToJson(product: Product, step: Step): z.input<typeof ProductJson> {
  const { withoutTaxes, vat, withTaxes } = taxedPriceOf(product, step);
  const number = (value: TenThousandths): number => toNumber(value);
  return {
    id: product.id,
    designation: product.designation,
    ...(product.reference !== undefined && { reference: product.reference }),
    ...(product.description !== undefined && { description: product.description }),
    type: productTypeWords[productTypes.indexOf(product.type)] as (typeof productTypeWords)[number],
    unit: productUnitWords[productUnits.indexOf(product.unit)] as (typeof productUnitWords)[number],
    unitPrice: number(product.unitPrice),
    priceWithoutTaxes: withoutTaxes,
    priceWithTaxes: withTaxes,
    ...(product.purchasePrice !== undefined && { purchasePrice: number(product.purchasePrice) }),
    ...(product.margin !== undefined && { productMargin: product.margin }),
    lockUnitPrice: product.priceLocked,
    vatCode: product.vatCode,
    vatAmount: vat,
    taxesIncluded: product.taxesIncluded,
    stock: number(product.stock),
    isStockable: product.stockable,
    isDeliveryOfGood: product.deliveryOfGoods,
    personalServiceActivity: product.personalService,
  };
}

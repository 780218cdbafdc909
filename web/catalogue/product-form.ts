import { amountText, numberText } from '../app/formats/money.tsx';
import { parseNumber, shifted } from '../app/formats/parse-number.ts';
import type { Answer, Asked } from '../client/call.ts';
import type { Language } from '../locales/language.ts';

export type Product = Answer<'get-product-by-id'>;
type Body = Asked<'create-product'>['body'];

/** Form state of a product; numbers as typed. */
export type Typed = {
  readonly designation: string;
  readonly reference: string;
  readonly description: string;
  readonly type: Product['type'];
  readonly unit: Product['unit'];
  readonly vatCode: Product['vatCode'];
  readonly price: string;
  readonly purchasePrice: string;
  readonly margin: string;
  readonly taxesIncluded: boolean;
  readonly isStockable: boolean;
  readonly stock: string;
};

/** An empty product with the defaults of a line. */
export const blank = (vatCode: Typed['vatCode']): Typed => ({
  designation: '',
  reference: '',
  description: '',
  type: 'SERVICE_DELIVERY',
  unit: 'UNIT',
  vatCode,
  price: '',
  purchasePrice: '',
  margin: '',
  taxesIncluded: false,
  isStockable: false,
  stock: '0',
});

/** Form state of an existing product. */
export const typedOf = (product: Product): Typed => ({
  designation: product.designation,
  reference: product.reference ?? '',
  description: product.description ?? '',
  type: product.type,
  unit: product.unit,
  vatCode: product.vatCode,
  price: amountText(product.unitPrice),
  purchasePrice: product.purchasePrice === undefined ? '' : amountText(product.purchasePrice),
  margin: product.productMargin === undefined ? '' : numberText(product.productMargin),
  taxesIncluded: product.taxesIncluded,
  isStockable: product.isStockable,
  stock: numberText(product.stock),
});

/**
 * Builds the request. An unreadable number is sent as typed, and the service reports the error at
 * its field.
 */
export function bodyOf(typed: Typed, language: Language): Body {
  const numberOf = (text: string, places: number) => numberIn(text, { places, language });
  const { designation, type, unit, vatCode, taxesIncluded, isStockable } = typed;
  return {
    ...{ designation: designation.trim(), type, unit, vatCode, taxesIncluded, isStockable },
    reference: typed.reference.trim() || null,
    description: typed.description.trim() || null,
    unitPrice: numberOf(typed.price, CENTS),
    purchasePrice: numberOf(typed.purchasePrice, CENTS),
    productMargin: numberOf(typed.margin, 0),
    ...(isStockable && { stock: numberOf(typed.stock, 0) ?? 0 }),
  };
}

/** Decimal shift from euros to cents. */
const CENTS = 2;
/** Decimals read from the input: more than the service accepts, so that it reports its limit. */
const DECIMALS_READ = 12;

function numberIn(typed: string, { places, language }: { places: number; language: Language }): number | null {
  const read = parseNumber(typed.replace(/%\s*$/, ''), language, DECIMALS_READ);
  if (read.is === 'nothing') return null;
  return read.is === 'number' ? shifted(read.value, places) : (typed as unknown as number);
}

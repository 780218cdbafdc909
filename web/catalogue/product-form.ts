import { amountText, numberText } from '../app/formats/money.tsx';
import { parseNumber, shifted } from '../app/formats/parse-number.ts';
import type { Answer, Asked } from '../client/call.ts';
import type { Language } from '../locales/language.ts';

export type Product = Answer<'get-product-by-id'>;
type Body = Asked<'create-product'>['body'];

/** What is typed about an article; numbers as they stand in the fields. */
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

/** Nothing said yet but what a line bears where nothing else is said. */
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

/** An article as its fields show it. */
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

/** What the service is asked. A number that cannot be read goes as it is typed: the service says what is wrong with it, at its field. */
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

/** Decimal places from a price in euros to one in cents. */
const CENTS = 2;
/** Decimals read of what was typed: more than the service takes, so that it says how many it takes. */
const DECIMALS_READ = 12;

function numberIn(typed: string, { places, language }: { places: number; language: Language }): number | null {
  const read = parseNumber(typed.replace(/%\s*$/, ''), language, DECIMALS_READ);
  if (read.is === 'nothing') return null;
  return read.is === 'number' ? shifted(read.value, places) : (typed as unknown as number);
}

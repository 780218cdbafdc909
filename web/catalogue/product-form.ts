import type { Answer, Asked } from '../client/call.ts';
import { amountText, typedNumber } from '../ground/money.tsx';

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
  margin: product.productMargin === undefined ? '' : typedNumber(product.productMargin),
  taxesIncluded: product.taxesIncluded,
  isStockable: product.isStockable,
  stock: typedNumber(product.stock),
});

/** What the service is asked. A number that cannot be read goes as it is typed: the service says what is wrong with it, at its field. */
export function bodyOf(typed: Typed): Body {
  const { designation, type, unit, vatCode, taxesIncluded, isStockable } = typed;
  return {
    ...{ designation: designation.trim(), type, unit, vatCode, taxesIncluded, isStockable },
    reference: typed.reference.trim() || null,
    description: typed.description.trim() || null,
    unitPrice: numberOf(typed.price, 100),
    purchasePrice: numberOf(typed.purchasePrice, 100),
    productMargin: numberOf(typed.margin, 1),
    ...(isStockable && { stock: numberOf(typed.stock, 1) ?? 0 }),
  };
}

function numberOf(typed: string, unit: number): number | null {
  const text = typed.replace(/[\s\u00a0\u202f€%]/g, '').replace(',', '.');
  if (text === '') return null;
  const value = Number(text);
  return Number.isFinite(value) ? Math.round(value * unit * 10_000) / 10_000 : (typed as unknown as number);
}

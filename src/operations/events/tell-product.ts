import type { RecordHappening } from '../../contract/event-type.ts';
import { productToJson } from '../../contract/product.ts';
import type { Product } from '../../domain/catalogue/product.ts';
import type { Step } from '../../domain/money/rounding.ts';
import type { Context } from '../operation.ts';
import { tell } from './tell.ts';

/** Tells what happened to a product; the event holds the product as it is answered. Stock that billing moves is not told. */
export function tellProduct(context: Context, happening: RecordHappening, product: Product, step: Step): void {
  const { id: subjectId, test } = product;
  tell(context, { type: `product.${happening}`, subjectId, test }, { product: productToJson(product, step) });
}

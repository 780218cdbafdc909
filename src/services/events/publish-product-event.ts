import type { Product } from '../../domain/catalogue/product.ts';
import type { Step } from '../../domain/money/rounding.ts';
import { productToJson } from '../../schemas/catalogue/product.ts';
import type { RecordHappening } from '../../schemas/events/event-type.ts';
import type { Context } from '../context.ts';
import { type Telling, tellAll } from './publish-event.ts';

/** Tells what happened to a product; the event holds the product as it is answered. Stock that billing moves is not told. */
export const tellProduct = (context: Context, happening: RecordHappening, product: Product, step: Step): void =>
  tellAll(context, [productTelling(happening, product, step)]);

/** What is told of a product to which something happened. */
export const productTelling = (happening: RecordHappening, product: Product, step: Step): Telling => ({
  type: `product.${happening}`,
  subjectId: product.id,
  test: product.test,
  members: { product: productToJson(product, step) },
});

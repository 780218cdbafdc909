import type { Product } from '../../domain/catalogue/product.ts';
import type { Step } from '../../domain/money/rounding.ts';
import { productToJson } from '../../schemas/catalogue/product.ts';
import type { RecordEventName } from '../../schemas/events/event-type.ts';
import type { Context } from '../context.ts';
import { publishEvents, type NewEvent } from './publish-event.ts';

/** Tells what happened to a product; the event holds the product as it is answered. Stock that billing moves is not told. */
export const publishProductEvent = (context: Context, happening: RecordEventName, product: Product, step: Step): void =>
  publishEvents(context, [productEvent(happening, product, step)]);

/** What is told of a product to which something happened. */
export const productEvent = (happening: RecordEventName, product: Product, step: Step): NewEvent => ({
  type: `product.${happening}`,
  subjectId: product.id,
  test: product.test,
  members: { product: productToJson(product, step) },
});

import type { Product } from '../../domain/catalogue/product.ts';
import type { Step } from '../../domain/money/rounding.ts';
import { productToJson } from '../../schemas/catalogue/product.ts';
import type { RecordEventName } from '../../schemas/events/event-type.ts';
import type { Context } from '../context.ts';
import { type NewEvent, publishEvents } from './publish-event.ts';

/**
 * Publishes an event about a product, as in API responses. Stock movements by billing are not
 * published.
 */
export const publishProductEvent = (context: Context, eventName: RecordEventName, product: Product, step: Step): void =>
  publishEvents(context, [productEvent(eventName, product, step)]);

/** The event about a product. */
export const productEvent = (eventName: RecordEventName, product: Product, step: Step): NewEvent => ({
  type: `product.${eventName}`,
  subjectId: product.id,
  test: product.test,
  members: { product: productToJson(product, step) },
});

import type * as z from 'zod';
import type { LinkPurpose } from '../domain/portal/customer-link.ts';
import type { RefusalCode, Refused } from '../domain/refusal.ts';
import type { CustomerContext } from '../services/portal/customer-context.ts';
import type { Operation, Shape } from './operation.ts';

/**
 * What a customer may do with a link: read or sign a document. There is no key and no session,
 * only the portal's pages, which show the returned value. It opens its own transactions.
 */
export type CustomerOperation<B extends Shape = Shape, O = unknown, R extends RefusalCode = RefusalCode> = Pick<
  Operation<Shape, Shape, B, z.ZodType, R>,
  'name' | 'summary' | 'body' | 'refusals'
> & {
  /** `{link}` is the token of the link. */
  route: Operation['routes'][number];
  /** The link purposes it accepts. */
  opens: readonly LinkPurpose[];
  run(context: CustomerContext, link: string, input: z.output<B>): Promise<O | Refused<NoInfer<R>>>;
};

/** Type-checks a customer operation, as `operation` does. */
export const customerOperation = <B extends Shape, O, const R extends RefusalCode>(
  o: CustomerOperation<B, O, R>,
): CustomerOperation<B, O, R> => o;

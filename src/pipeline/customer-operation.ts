import type * as z from 'zod';
import type { LinkPurpose } from '../domain/portal/customer-link.ts';
import type { RefusalCode, Refused } from '../domain/refusal.ts';
import type { CustomerContext } from '../services/portal/customer-context.ts';
import type { Operation, Shape } from './operation.ts';

/**
 * What a customer asks by the link he holds: to read a document, to sign it. He has no key and no session, and speaks through the
 * service's own pages alone: what is answered is a value that its page shows. It opens its own transactions.
 */
export type CustomerOperation<B extends Shape = Shape, O = unknown, R extends RefusalCode = RefusalCode> = Pick<
  Operation<Shape, Shape, B, z.ZodType, R>,
  'name' | 'summary' | 'body' | 'refusals'
> & {
  /** `{link}` is the text of the link. */
  route: Operation['routes'][number];
  /** What the links it takes were given for. */
  opens: readonly LinkPurpose[];
  run(context: CustomerContext, link: string, input: z.output<B>): Promise<O | Refused<NoInfer<R>>>;
};

/** Checks one against the contract, as `operation` does. */
export const customerOperation = <B extends Shape, O, const R extends RefusalCode>(
  o: CustomerOperation<B, O, R>,
): CustomerOperation<B, O, R> => o;

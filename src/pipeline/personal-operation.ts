import type * as z from 'zod';
import type { RefusalCode, Refused } from '../domain/refusal.ts';
import type { PersonalContext, PersonalReply } from '../services/people/personal-context.ts';
import type { Operation, Shape } from './operation.ts';

/**
 * What people do for themselves: sign in, read their profile, sessions, password. It belongs to no
 * account, so there is no key, scope, mode or idempotency key, and only a browser session can call
 * it (decision 0041). Everything else is as in an operation.
 */
export type PersonalOperation<
  P extends Shape = Shape,
  B extends Shape = Shape,
  O extends z.ZodType = z.ZodType,
  R extends RefusalCode = RefusalCode,
  Q extends Shape = Shape,
> = Pick<
  Operation<P, Q, B, O, R>,
  'name' | 'summary' | 'description' | 'path' | 'body' | 'output' | 'refusals' | 'example'
> & {
  chapter: 'People' | 'Portal';
  /** Absent if there is no query. */
  query?: Q;
  routes: readonly [Operation['routes'][number]];
  success: 200 | 201 | 204;
  /** Whether the caller must be signed in. */
  asker: 'signed_in' | 'anybody';
  run(
    context: PersonalContext,
    input: z.output<P> & z.output<Q> & z.output<B>,
  ): Promise<PersonalReply<z.input<O>> | Refused<NoInfer<R>>>;
};

/** Type-checks a personal operation, as `operation` does. */
export const personalOperation = <
  P extends Shape,
  B extends Shape,
  O extends z.ZodType,
  const R extends RefusalCode,
  Q extends Shape = z.ZodObject<Record<never, never>>,
>(
  o: PersonalOperation<P, B, O, R, Q>,
): PersonalOperation => o as unknown as PersonalOperation;

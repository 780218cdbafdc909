import * as z from 'zod';
import type { Operation } from '../../pipeline/operation.ts';
import type { PersonalOperation } from '../../pipeline/personal-operation.ts';
import type { Json } from './components.ts';

const nothing = z.object({});

/** Personal operations in the form of ordinary ones, without a scope. */
export const personalAsOperations = (personal: readonly PersonalOperation[]): Operation[] =>
  personal.map((operation) => ({ query: nothing, ...operation }) as unknown as Operation);

export const isPersonalOperation = (operation: Operation): boolean => 'asker' in operation;

/** Authentication of an operation: a key with a scope, a session, or none. */
export function securityOf(operation: Operation): Json[] {
  if (!isPersonalOperation(operation)) return [{ bearer: [operation.scope] }];
  return (operation as unknown as PersonalOperation).asker === 'signed_in' ? [{ session: [] }] : [{}, { session: [] }];
}

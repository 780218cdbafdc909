import * as z from 'zod';
import type { Operation } from '../../pipeline/operation.ts';
import type { PersonalOperation } from '../../pipeline/personal-operation.ts';
import type { Json } from './json-type.ts';

const nothing = z.object({});

/** What somebody asks for himself, as the description shows it: like an operation, without a scope. */
export const personalAsOperations = (personal: readonly PersonalOperation[]): Operation[] =>
  personal.map((operation) => ({ query: nothing, ...operation }) as unknown as Operation);

/** Whether what is described is of somebody himself. */
export const isPersonalOperation = (operation: Operation): boolean => 'asker' in operation;

/** By what a request is let in: a key with its scope, a session, or nothing. */
export function securityOf(operation: Operation): Json[] {
  if (!isPersonalOperation(operation)) return [{ bearer: [operation.scope] }];
  return (operation as unknown as PersonalOperation).asker === 'signed_in' ? [{ session: [] }] : [{}, { session: [] }];
}

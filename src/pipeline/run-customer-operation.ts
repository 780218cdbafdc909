import type * as z from 'zod';
import type { RefusalCode, Refused } from '../domain/refusal.ts';
import { type Language, read } from '../schemas/validation/faults.ts';
import type { CustomerContext } from '../services/portal/customer-context.ts';
import type { CustomerOperation } from './customer-operation.ts';
import type { Shape } from './operation.ts';

/** What a form said that cannot be taken, member by member, for its page to say it where it stands. */
export type FormFaults = { readonly faults: readonly { readonly member: string; readonly said: string }[] };

/** The road of what a customer asks by his link: his form, the link, the operation. */
export async function runCustomerOperation<B extends Shape, O, R extends RefusalCode>(
  operation: CustomerOperation<B, O, R>,
  context: Omit<CustomerContext, 'opens'>,
  { link, form, language }: { link: string; form: unknown; language: Language },
): Promise<O | Refused<R> | FormFaults> {
  const input = read(operation.body, 'body', form, language);
  if ('faults' in input)
    return { faults: input.faults.map(({ property, message }) => ({ member: property, said: message })) };
  return operation.run({ ...context, opens: operation.opens }, link, input.value as z.output<B>);
}

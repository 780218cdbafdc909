import type * as z from 'zod';
import type { RefusalCode, Refused } from '../domain/refusal.ts';
import { type Language, read } from '../schemas/validation/faults.ts';
import type { CustomerContext } from '../services/portal/customer-context.ts';
import type { CustomerOperation } from './customer-operation.ts';
import type { Shape } from './operation.ts';

/** The invalid members of a form, so that the page can show each fault next to its field. */
export type FormFaults = { readonly faults: readonly { readonly member: string; readonly said: string }[] };

/** The pipeline for customer links: form, link, operation. */
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

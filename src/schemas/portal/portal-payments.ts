import * as z from 'zod';
import type { AccountSettings } from '../../domain/account/settings.ts';
import type { Kind, State } from '../../domain/billing/document/kind.ts';
import { type Customer, nameOf } from '../../domain/customers/customer.ts';
import { type CivilDay, startOfDay } from '../../domain/time/civil-day.ts';
import { billingTypeOf } from '../billing/document/document-type.ts';

const day = (what: string) =>
  z
    .int()
    .optional()
    .meta({ description: `Unix seconds: ${what}` });

/** Exactly the members of the published answer. */
export const PortalPaymentsJson = z
  .object({
    customer: z.object({ name: z.string(), firstname: z.string().optional(), lastname: z.string().optional() }),
    billings: z.array(
      z.object({
        id: z.string(),
        number: z.string(),
        date: z.int().meta({ description: 'The time of issue, Unix seconds.' }),
        billingState: z.enum(['finalized', 'signed', 'refused', 'paid']),
        billingType: z.enum(['estimate', 'invoice', 'asset', 'advance', 'purchase_order']),
        amount: z.int().meta({ description: 'Cents of its currency, tax included.' }),
        dueDate: day('the due day of an invoice or advance, in the account’s zone.'),
        validityDate: day('the last day of an offer, in the account’s zone.'),
      }),
    ),
    company: z.object({ commercialName: z.string(), name: z.string() }),
    email: z.string(),
    phone: z.string().optional(),
  })
  .meta({ id: 'CustomerPortalPayments' });

/** A document in the answer. */
type PortalDocumentToShow = {
  readonly id: string;
  readonly kind: Kind;
  readonly number: string;
  readonly state: State;
  readonly emittedAt: number;
  readonly dueOn?: CivilDay;
  readonly validUntilOn?: CivilDay;
  readonly total: number;
};

/** A customer's own data, documents and their sender. */
export function portalPaymentsToJson(
  customer: Customer,
  documents: readonly PortalDocumentToShow[],
  { emitter, name, zone }: AccountSettings,
): z.input<typeof PortalPaymentsJson> {
  const person = customer.kind === 'contact' ? customer.details : undefined;
  return {
    customer: { name: nameOf(customer), ...(person && { firstname: person.firstname, lastname: person.lastname }) },
    billings: documents.map(({ id, kind, number, state, emittedAt, dueOn, validUntilOn, total }) => ({
      ...{ id, number, date: emittedAt, billingState: state as Exclude<State, 'draft'> },
      ...{ billingType: billingTypeOf(kind), amount: total },
      ...(dueOn !== undefined && { dueDate: startOfDay(dueOn, zone) }),
      ...(validUntilOn !== undefined && { validityDate: startOfDay(validUntilOn, zone) }),
    })),
    company: { commercialName: emitter.commercialName ?? '', name: emitter.name ?? name },
    email: emitter.email ?? '',
    ...(emitter.phone !== undefined && { phone: emitter.phone }),
  };
}

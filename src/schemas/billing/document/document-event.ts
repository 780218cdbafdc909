import * as z from 'zod';
import { type BillingDocument, isClaim } from '../../../domain/billing/document/document.ts';
import { datesOf } from '../../../domain/billing/document/document-dates.ts';
import type { Facts } from '../../../domain/billing/document/draft-context.ts';
import { states } from '../../../domain/billing/document/kind.ts';
import { partiesOf } from '../../../domain/billing/document/parties.ts';
import { settlementOf } from '../../../domain/billing/document/totals/settlement.ts';
import { totalOf } from '../../../domain/vat/breakdown.ts';
import { EventJson } from '../../events/event.ts';
import { CurrencyCodeJson } from '../../fields/enumerations.ts';
import { billingTypeOf, billingTypes } from './document-type.ts';

const cents = z.int().meta({ description: 'Hundredths of the document currency.' });
const seconds = z.int().nullable().meta({ description: 'Unix seconds.' });

/** A document in its events: the members integrations filter by. The full document is at `path`. */
const BillingOfEventJson = z
  .strictObject({
    id: z.string(),
    number: z.string().nullable(),
    title: z.string().nullable(),
    type: z.enum(billingTypes),
    state: z.enum(states),
    test: z.boolean(),
    customer: z.strictObject({ id: z.string(), name: z.string(), emails: z.array(z.string()) }).nullable(),
    currencyCode: CurrencyCodeJson,
    amountWithoutTax: cents,
    vatAmount: cents,
    amountWithTax: cents,
    remainingAmountWithTax: cents
      .nullable()
      .meta({ description: 'The amount still to be paid of an invoice or advance, in cents.' }),
    emittedAt: seconds,
    dueAt: seconds,
    finalizedAt: seconds,
    signedAt: seconds,
    refusedAt: seconds,
    paidAt: seconds,
    canceledAt: seconds,
    archivedAt: seconds,
    parentId: z.string().nullable(),
    opportunityId: z.string().nullable(),
    path: z.string().meta({ description: 'The path of the full document.' }),
  })
  .meta({ id: 'BillingOfEvent' });

export const DocumentEventJson = z
  .strictObject({ event: EventJson, billing: BillingOfEventJson })
  .meta({ id: 'DocumentEvent' });

/** A bill with an overpayment. */
export const OverpaidEventJson = z
  .strictObject({
    event: EventJson,
    billing: BillingOfEventJson,
    excess: z.strictObject({
      onlinePaymentId: z.string().meta({ description: 'The entry of get-online-payments with the overpayment.' }),
      amount: cents,
    }),
  })
  .meta({ id: 'OverpaidEvent' });

/** A document in its events; every member is present, null if unknown. */
export function documentOfEvent(document: BillingDocument, facts: Facts): z.input<typeof BillingOfEventJson> {
  const { net, vat } = totalOf(document.totals.breakdown);
  const { customer } = partiesOf(document, facts);
  const dates = datesOf(document, facts.now, facts.settings.zone);
  return {
    id: document.id,
    number: document.sealed?.number ?? null,
    title: document.title ?? null,
    type: billingTypeOf(document.kind),
    state: document.state,
    test: document.test,
    customer: customer ? { id: customer.id, name: customer.name, emails: [...customer.emails] } : null,
    currencyCode: document.content.currency.code,
    amountWithoutTax: net,
    vatAmount: vat,
    amountWithTax: net + vat,
    remainingAmountWithTax: toPay(document),
    emittedAt: dates.emittedAt,
    dueAt: dates.dueAt ?? null,
    finalizedAt: document.sealed?.finalizedAt ?? null,
    signedAt: document.signedAt ?? null,
    refusedAt: document.refusedAt ?? null,
    paidAt: document.paidAt ?? null,
    canceledAt: document.canceledAt ?? null,
    archivedAt: document.archivedAt ?? null,
    parentId: document.parentId ?? null,
    opportunityId: document.projectId ?? null,
    path: `/v2/billing/${document.id}`,
  };
}

function toPay(document: BillingDocument): number | null {
  if (!isClaim(document)) return null;
  return settlementOf(document).toPay;
}

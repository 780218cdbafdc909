import * as z from 'zod';
import type { Invoice } from '../../domain/billing/document/document.ts';
import { type NextStep, nextSteps } from '../../domain/payments/agency/next-step.ts';
import { PaymentRequestJson, paymentRequestToJson } from '../billing/payment-request.ts';

/** How the payment request of an invoice stands, and what it waits for. */
export const PaymentRequestStandingJson = z
  .object({
    invoiceId: z.string(),
    paymentRequest: PaymentRequestJson,
    next: z.enum(nextSteps).meta({
      description:
        'What it waits for: finalization of the invoice, agency_account (to be connected), customer_registration, customer_activation (he has still to say yes), sending, looking_up (the answer to its sending was lost), agency (it is followed), correction (the agency refused it: correct, and send it again), nothing.',
    }),
    sentAt: z.number().optional().meta({ description: 'Unix seconds.' }),
    changedAt: z.number().optional().meta({ description: 'Since when its status is what it is, Unix seconds.' }),
    unknownCode: z
      .string()
      .optional()
      .meta({ description: 'The agency’s own code, where `statut` is ERREUR_INCONNUE.' }),
    rejection: z
      .object({ code: z.string(), comment: z.string().optional() })
      .optional()
      .meta({ description: 'Why the customer refused it.' }),
    unappliedAmount: z
      .number()
      .optional()
      .meta({ description: 'Cents of the transfer the invoice could not take, as it was paid otherwise.' }),
  })
  .meta({ id: 'PaymentRequestStanding' });

export const standingToJson = (
  { id, content, life: { agency } }: Invoice,
  next: NextStep,
): z.input<typeof PaymentRequestStandingJson> => ({
  ...{ invoiceId: id, next },
  paymentRequest: paymentRequestToJson(content.paymentRequest, agency) as z.input<typeof PaymentRequestJson>,
  ...(agency && { sentAt: agency.sentAt, changedAt: agency.changedAt }),
  ...(agency?.unknown !== undefined && { unknownCode: agency.unknown }),
  ...(agency?.rejection && { rejection: agency.rejection }),
  ...(agency?.unapplied !== undefined && { unappliedAmount: agency.unapplied }),
});

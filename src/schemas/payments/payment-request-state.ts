import * as z from 'zod';
import type { Invoice } from '../../domain/billing/document/document.ts';
import { type NextStep, nextSteps } from '../../domain/payments/agency/next-step.ts';
import type { RequestFault } from '../../domain/payments/agency/request-faults.ts';
import type { RequestStatus } from '../../domain/payments/agency/request-status.ts';
import { textIn } from '../bilingual-text.ts';
import { PaymentRequestJson, paymentRequestToJson } from '../billing/payment-request.ts';
import { faultRemedyText } from './agency/request-fault-texts.ts';
import { textOfRequestStatus } from './agency/status-texts.ts';

/** The state of an invoice's payment request, and what it waits for. */
export const PaymentRequestStandingJson = z
  .object({
    invoiceId: z.string().meta({ example: '01890a5d-ac96-774b-bcce-b302099a8057' }),
    paymentRequest: PaymentRequestJson,
    next: z.enum(nextSteps).meta({
      description:
        'What it waits for: finalization of the invoice, agency_account (to be connected), customer_registration, customer_activation (the customer has to accept), sending, looking_up (the answer was lost), agency (in progress), correction (refused: correct it and send it again), unfit (it would be refused: see faults), nothing.',
    }),
    said: z
      .object({
        name: z.string(),
        means: z.string().meta({ description: 'What happened.', example: 'Urssaf has accepted the request.' }),
        remedy: z.string().meta({ description: 'The next step.', example: 'No action needed.' }),
      })
      .meta({ description: '`statut` in words, in the language of the request.' }),
    faults: z
      .array(
        z.object({
          name: z.string(),
          message: z
            .string()
            .meta({ description: 'The remedy.', example: 'Count line 2 by the hour or at a fixed rate.' }),
        }),
      )
      .meta({ description: 'What Urssaf would refuse in a request that was not sent yet.' }),
    sentAt: z.number().optional().meta({ description: 'Unix seconds.' }),
    changedAt: z.number().optional().meta({ description: 'When the status last changed, Unix seconds.' }),
    unknownCode: z.string().optional().meta({ description: 'Urssaf’s own code, if `statut` is ERREUR_INCONNUE.' }),
    rejection: z
      .object({ code: z.string(), comment: z.string().optional() })
      .optional()
      .meta({ description: 'Why the customer refused the request.' }),
    unappliedAmount: z
      .number()
      .optional()
      .meta({ description: 'Cents of the transfer left unapplied because the invoice was paid another way.' }),
  })
  .meta({ id: 'PaymentRequestStanding' });

/** Faults of a request returned at a time. */
const FAULTS_RETURNED_MAX = 20;

function inWords(status: RequestStatus, language: 'fr' | 'en') {
  const { name, means, remedy } = textOfRequestStatus(status);
  return { name: textIn(name, language), means: textIn(means, language), remedy: textIn(remedy, language) };
}

export const paymentRequestStateToJson = (
  { id, content, life: { agency } }: Invoice,
  { step: next, faults }: { readonly step: NextStep; readonly faults: readonly RequestFault[] },
  language: 'fr' | 'en',
): z.input<typeof PaymentRequestStandingJson> => ({
  ...{ invoiceId: id, next },
  said: inWords(agency?.status ?? 0, language),
  faults: faults.slice(0, FAULTS_RETURNED_MAX).map((fault) => ({
    ...{ name: fault.why, message: textIn(faultRemedyText(fault), language) },
  })),
  paymentRequest: paymentRequestToJson(content.paymentRequest, agency) as z.input<typeof PaymentRequestJson>,
  ...(agency && { sentAt: agency.sentAt, changedAt: agency.changedAt }),
  ...(agency?.unknown !== undefined && { unknownCode: agency.unknown }),
  ...(agency?.rejection && { rejection: agency.rejection }),
  ...(agency?.unapplied !== undefined && { unappliedAmount: agency.unapplied }),
});

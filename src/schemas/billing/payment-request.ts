import * as z from 'zod';
import type { PaymentRequest } from '../../domain/billing/document/document.ts';
import { cents } from '../../domain/money/cents.ts';
import type { AgencyProgress } from '../../domain/payments/agency/request-progress.ts';
import { agencyStatuses, registrationErrors, requestErrors } from '../../domain/payments/agency/request-status.ts';
import { timestamp } from '../fields/timestamp.ts';
import { statusTexts } from '../payments/agency/status-texts.ts';

const texts = agencyStatuses.map((code) => `${code} ${statusTexts[code].name.en}`);

/** 0 is a number and the others are texts, as in the published API. */
const statusJson = z
  .literal([...agencyStatuses, ...requestErrors, ...registrationErrors])
  .meta({ id: 'PaymentRequestStatus', description: `${texts.join('; ')}. The others are reasons for refusal.` });

const seconds = z.number().meta({ description: 'Unix seconds.' });
const money = z.number().meta({ description: 'Cents.' });

/** The payment request of an invoice to Urssaf. */
export const PaymentRequestJson = z
  .object({
    idDemandePaiement: z.string().optional().meta({ description: 'The number that Urssaf gave the request.' }),
    dateDebutEmploi: seconds,
    dateFinEmploi: seconds,
    dateVirement: seconds.optional(),
    advanceAlreadyPayed: money.optional(),
    advancePaymentDate: seconds.optional(),
    mntVirement: money.optional(),
    statut: statusJson.optional(),
  })
  .meta({ id: 'PaymentRequest' });

export const paymentRequestToJson = (
  request: PaymentRequest | undefined,
  agency: AgencyProgress | undefined,
): z.input<typeof PaymentRequestJson> | null =>
  request
    ? {
        ...(agency?.id !== undefined && { idDemandePaiement: agency.id }),
        dateDebutEmploi: request.beginsAt,
        dateFinEmploi: request.endsAt,
        advanceAlreadyPayed: request.advancePaid,
        ...(request.advancePaidAt !== undefined && { advancePaymentDate: request.advancePaidAt }),
        ...(agency?.transfer && { dateVirement: agency.transfer.at, mntVirement: agency.transfer.amount }),
        statut: agency?.status ?? 0,
      }
    : null;

/** Maximum advance payment in cents. */
const ADVANCE_MAX_CENTS = 1_000_000_000_000;

/** The payment request in a request body; null removes it. */
export const paymentRequestForm = z
  .object({
    advanceAlreadyPaid: z
      .int()
      .min(0)
      .max(ADVANCE_MAX_CENTS)
      .meta({ description: 'Cents the customer has already paid; at most half of the invoice.' }),
    advancePaymentDate: timestamp.nullish(),
    dateDebutEmploi: timestamp.meta({ description: 'The first day worked, Unix seconds.' }),
    dateFinEmploi: timestamp.meta({ description: 'The last day worked, in the same month, Unix seconds.' }),
  })
  .transform(
    ({ advanceAlreadyPaid, advancePaymentDate, dateDebutEmploi, dateFinEmploi }): PaymentRequest => ({
      beginsAt: dateDebutEmploi,
      endsAt: dateFinEmploi,
      advancePaid: cents(advanceAlreadyPaid),
      ...(advancePaymentDate != null && { advancePaidAt: advancePaymentDate }),
    }),
  )
  .meta({ id: 'PaymentRequestForm' })
  .nullable();

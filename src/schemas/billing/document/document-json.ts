import * as z from 'zod';
import { invoicingFrameworks } from '../../../domain/billing/document/terms/invoicing-framework.ts';
import { ElectronicSignatureJson } from '../electronic-signature.ts';
import { FrequencyJson, OccurrenceJson } from '../frequency.ts';
import { PaymentRequestJson } from '../payment-request.ts';
import { ReminderJson, RemindingJson } from '../reminder.ts';
import {
  AdvanceEstimateLinesJson,
  AdvanceTotalJson,
  commonJson,
  EstimateTotalJson,
  FinalizeRequirementJson,
  InvoiceTotalJson,
  LineJson,
  nullableTermsJson,
  ofOfferJson,
  SectionsJson,
  SettlementJson,
  termsJson,
} from './document-parts.ts';
import { offerTypes } from './document-type.ts';
import { ownTextMembers } from './text-members.ts';

const seconds = z.number().meta({ description: 'Unix seconds.' });
const assets = z
  .array(
    z
      .object({ id: z.string(), number: z.string(), amountWithTax: z.number() })
      .meta({ id: 'AssetOfDocument', description: 'A finalized asset of this document; amount in cents.' }),
  )
  .optional();

const estimateMembers = {
  ...commonJson,
  type: z.enum(offerTypes),
  expiredAt: seconds,
  refusedAt: seconds.optional(),
  signedAt: seconds.optional(),
  lines: z.array(LineJson),
  sections: SectionsJson,
  total: EstimateTotalJson,
  ...termsJson,
  advanceEstimateLines: AdvanceEstimateLinesJson,
  ...ofOfferJson,
  withElectronicSignature: z.boolean(),
  electronicSignature: ElectronicSignatureJson,
  electronicSignatureRequirements: z.array(FinalizeRequirementJson),
  hasFinalInvoice: z.boolean(),
  includeDiscountDisbursement: z.boolean(),
  ...ownTextMembers('estimate', 'purchase_order'),
};
// Documents in a list have no embedded relatives; embedded documents do not embed their own parent.
const EstimateInside = z.object(estimateMembers).meta({ id: 'EstimateEmbedded' });

const advanceMembers = {
  ...commonJson,
  type: z.enum(['advance']),
  paidAt: seconds.optional(),
  lastReminderSentAt: seconds.optional(),
  isReminderActivated: z.boolean(),
  designation: z.string(),
  isOnlinePaymentActivated: z.boolean(),
  ...ownTextMembers('advance'),
  total: AdvanceTotalJson,
  advanceMode: z.enum(['AMOUNT', 'PERCENTAGE']),
  advancePercentage: z.number().meta({ description: 'Percent of the tax-included total it is computed on.' }),
  advanceAmount: z.number().meta({ description: 'Cents, tax included.' }),
  reminder: ReminderJson.optional(),
  reminding: RemindingJson.optional(),
  ...termsJson,
  hasAssociatedTransaction: z.boolean(),
  settlement: SettlementJson,
  includeDisbursement: z.boolean(),
  canceledAt: seconds.optional(),
  assets,
};
const AdvanceInside = z.object(advanceMembers).meta({ id: 'AdvanceEmbedded' });

const invoiceMembers = {
  ...commonJson,
  type: z.enum(['invoice']),
  dueAt: seconds.meta({
    description: 'The due date, Unix seconds; 0 on a draft with the payment delay other and no date.',
  }),
  paidAt: seconds.optional(),
  lastReminderSentAt: seconds.optional(),
  isReminderActivated: z.boolean(),
  isOnlinePaymentActivated: z.boolean(),
  isFinalInvoice: z.boolean(),
  invoicingFramework: z.enum(invoicingFrameworks).optional(),
  lines: z.array(LineJson),
  sections: SectionsJson,
  total: InvoiceTotalJson,
  reminder: ReminderJson.optional(),
  reminding: RemindingJson.optional(),
  ...termsJson,
  paymentRequest: PaymentRequestJson.nullable(),
  frequency: FrequencyJson.optional(),
  occurrence: OccurrenceJson.optional(),
  hasAssociatedTransaction: z.boolean(),
  settlement: SettlementJson,
  includeDiscountDisbursement: z.boolean(),
  expiredAt: seconds.optional(),
  canceledAt: seconds.optional(),
  assets,
  ...ownTextMembers('invoice'),
};
const InvoiceInside = z.object(invoiceMembers).meta({ id: 'InvoiceEmbedded' });

const assetMembers = {
  ...commonJson,
  type: z.enum(['asset']),
  lines: z.array(LineJson),
  sections: SectionsJson,
  total: InvoiceTotalJson,
  refundAt: seconds.optional(),
  ...nullableTermsJson,
  includeDiscountDisbursement: z.boolean(),
  references: z
    .array(z.object({ number: z.string(), date: seconds }).meta({ id: 'CorrectedInvoice' }))
    .optional()
    .meta({ description: 'The document a free credit note corrects.' }),
  ...ownTextMembers('credit_note'),
};

/** An estimate or purchase order, its advances embedded. */
export const EstimateJson = z.object({ ...estimateMembers, advances: z.array(AdvanceInside) }).meta({ id: 'Estimate' });
/** An advance (down-payment invoice), its estimate embedded. */
export const AdvanceJson = z.object({ ...advanceMembers, parent: EstimateJson.optional() }).meta({ id: 'Advance' });
/** An invoice; a final invoice has its estimate embedded. */
export const InvoiceJson = z.object({ ...invoiceMembers, parent: EstimateJson.optional() }).meta({ id: 'Invoice' });
/** A credit note, with the credited document and its deducted advances. */
export const CreditNoteJson = z
  .object({
    ...assetMembers,
    toRefundAmount: z.number().optional().meta({
      description: 'Cents: the amount still owed to the customer; 0 if the credited document was not paid.',
    }),
    parent: z.discriminatedUnion('type', [InvoiceInside, AdvanceInside]).optional(),
    advances: z.array(AdvanceInside).optional(),
  })
  .meta({ id: 'Asset' });

/** Any billing document, distinguished by its `type`. */
export const BillingJson = z
  .discriminatedUnion('type', [EstimateJson, InvoiceJson, AdvanceJson, CreditNoteJson])
  .meta({ id: 'Billing' });
export const LinedBillingJson = z
  .discriminatedUnion('type', [EstimateJson, InvoiceJson, CreditNoteJson])
  .meta({ id: 'LinedBilling' });

/** A document in a list: complete, but without its relatives. */
export const BillingInListJson = z
  .discriminatedUnion('type', [
    EstimateInside,
    InvoiceInside,
    AdvanceInside,
    z.object(assetMembers).meta({ id: 'AssetEmbedded' }),
  ])
  .meta({ id: 'BillingInList' });

import { accountOperations } from './account/list.ts';
import { createAdvance } from './advances/create-advance.ts';
import { updateAdvanceAmount } from './advances/update-advance-amount.ts';
import { attachmentOperations } from './attachments/list.ts';
import { catalogueOperations } from './catalogue/list.ts';
import { closureOperations } from './closures/list.ts';
import { cancelAdvance, cancelInvoice } from './credit-notes/cancel.ts';
import {
  createCreditNoteFromAdvance,
  createCreditNoteFromInvoice,
  createFreeCreditNote,
} from './credit-notes/create-credit-note.ts';
import { refundCreditNote } from './credit-notes/refund.ts';
import { updateReferences } from './credit-notes/update-references.ts';
import { customerOperations } from './customers/list.ts';
import { archiveBilling, unarchiveBilling } from './documents/archive-billing.ts';
import { deleteBilling } from './documents/delete-billing.ts';
import { finalizeBilling } from './documents/finalize-billing.ts';
import { getAdvance, getBilling, getCreditNote, getEstimate, getInvoice } from './documents/get-billing.ts';
import { listBillings } from './documents/list-billings.ts';
import { updateBankInformation } from './documents/update-bank-information.ts';
import {
  updateCreditNoteCurrency,
  updateEstimateCurrency,
  updateInvoiceCurrency,
} from './documents/update-currency.ts';
import { updateCustomer } from './documents/update-customer.ts';
import { updateDeliveryAddress } from './documents/update-delivery-address.ts';
import { updateDisbursementDiscount } from './documents/update-disbursement-discount.ts';
import { updateDisplaySettings } from './documents/update-display-settings.ts';
import {
  updateAdvanceGeneralInformations,
  updateCreditNoteGeneralInformations,
  updateEstimateGeneralInformations,
  updateInvoiceGeneralInformations,
} from './documents/update-general-informations.ts';
import { updateLines } from './documents/update-lines.ts';
import { updateCreditNoteLocale, updateEstimateLocale, updateInvoiceLocale } from './documents/update-locale.ts';
import { updatePersonalServices } from './documents/update-personal-services.ts';
import { updateProjectOf } from './documents/update-project-of.ts';
import { updateBillingTheme } from './documents/update-theme.ts';
import {
  updateAdvanceTimeline,
  updateCreditNoteTimeline,
  updateEstimateTimeline,
  updateInvoiceTimeline,
} from './documents/update-timeline.ts';
import { updateTitle } from './documents/update-title.ts';
import { createEstimate } from './estimates/create-estimate.ts';
import { refuseEstimate, signEstimate, unrefuseEstimate, unsignEstimate } from './estimates/decide-estimate.ts';
import { updateAdvanceLines } from './estimates/update-advance-lines.ts';
import { eventOperations } from './events/list.ts';
import { createFinalInvoice } from './invoices/create-final-invoice.ts';
import { createInvoice } from './invoices/create-invoice.ts';
import { mailOperations } from './mail/list.ts';
import type { Operation } from './operation.ts';
import { listPayments } from './payments/list-payments.ts';
import { markAdvancePaid, markInvoicePaid } from './payments/mark-paid.ts';
import { markAdvanceUnpaid, markInvoiceUnpaid } from './payments/mark-unpaid.ts';
import { projectOperations } from './projects/list.ts';
import { themeOperations } from './themes/list.ts';
import { webhookOperations } from './webhooks/list.ts';

/** Everything that can be asked: the table of contents of the service, in the order a year of business goes. */
export const operations: readonly Operation[] = [
  ...accountOperations,
  ...customerOperations,
  ...catalogueOperations,
  ...projectOperations,

  // An offer, and what the customer says to it.
  createEstimate,
  getEstimate,
  updateEstimateTimeline,
  updateEstimateGeneralInformations,
  updateEstimateLocale,
  updateEstimateCurrency,
  updateAdvanceLines,
  signEstimate,
  unsignEstimate,
  refuseEstimate,
  unrefuseEstimate,

  // Money down.
  createAdvance,
  getAdvance,
  updateAdvanceAmount,
  updateAdvanceTimeline,
  updateAdvanceGeneralInformations,

  // The bill.
  createInvoice,
  createFinalInvoice,
  getInvoice,
  updateInvoiceTimeline,
  updateInvoiceGeneralInformations,
  updateInvoiceLocale,
  updateInvoiceCurrency,

  // Every document.
  listBillings,
  getBilling,
  updateTitle,
  updateLines,
  updateCustomer,
  updateProjectOf,
  updateDisplaySettings,
  updateBankInformation,
  updateDeliveryAddress,
  updateDisbursementDiscount,
  updatePersonalServices,
  updateBillingTheme,
  finalizeBilling,
  archiveBilling,
  unarchiveBilling,
  deleteBilling,
  ...attachmentOperations,
  ...themeOperations,
  ...mailOperations,

  // Money in.
  markInvoicePaid,
  markAdvancePaid,
  markInvoiceUnpaid,
  markAdvanceUnpaid,
  listPayments,
  ...closureOperations,

  // What happened.
  ...eventOperations,

  // Corrections.
  createCreditNoteFromInvoice,
  createCreditNoteFromAdvance,
  createFreeCreditNote,
  getCreditNote,
  updateCreditNoteTimeline,
  updateCreditNoteGeneralInformations,
  updateCreditNoteLocale,
  updateCreditNoteCurrency,
  updateReferences,
  refundCreditNote,
  cancelInvoice,
  cancelAdvance,

  // Whom all of it is told.
  ...webhookOperations,
];

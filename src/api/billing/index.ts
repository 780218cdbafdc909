import type { Operation } from '../../pipeline/operation.ts';
import { createAdvance, updateAdvanceAmount } from './advances.ts';
import { attachFile, detachFile, getAttachment, listAttachments } from './attachments.ts';
import {
  cancelAdvance,
  cancelInvoice,
  createCreditNoteFromAdvance,
  createCreditNoteFromInvoice,
  createFreeCreditNote,
  getCreditLeft,
  refundCreditNote,
  updateReferences,
} from './credit-notes.ts';
import { archiveBilling, deleteBilling, unarchiveBilling } from './documents/archive-or-delete.ts';
import { downloadBilling, getBillingPaper, previewBilling } from './documents/download.ts';
import { duplicateBilling } from './documents/duplicate.ts';
import {
  getCurrencyRates,
  updateCreditNoteCurrency,
  updateEstimateCurrency,
  updateInvoiceCurrency,
} from './documents/edit/currency.ts';
import { updateCustomer, updateDeliveryAddress, updateProjectOf } from './documents/edit/customer.ts';
import {
  updateAdvanceGeneralInformations,
  updateCreditNoteGeneralInformations,
  updateEstimateGeneralInformations,
  updateInvoiceGeneralInformations,
} from './documents/edit/general-informations.ts';
import {
  getVatChoices,
  updateDisbursementDiscount,
  updateLines,
  updatePersonalServices,
} from './documents/edit/lines.ts';
import {
  updateAdvanceTimeline,
  updateBankInformation,
  updateCreditNoteTimeline,
  updateEstimateTimeline,
  updateInvoiceTimeline,
} from './documents/edit/payment-terms.ts';
import {
  updateBillingTheme,
  updateCreditNoteLocale,
  updateDisplaySettings,
  updateEstimateLocale,
  updateInvoiceLocale,
  updateTitle,
} from './documents/edit/presentation.ts';
import { finalizeBilling, getNextNumber } from './documents/finalize.ts';
import { downloadFormalNotice, getFormalNotice, makeFormalNotice } from './documents/formal-notice.ts';
import { getAdvance, getBilling, getCreditNote, getDocumentGroup, getEstimate, getInvoice } from './documents/get.ts';
import { exportBillings, listBillingRows, listBillings, sumBillings } from './documents/list.ts';
import { proposeNumbering } from './documents/numbering-proposal.ts';
import { askForSignature, cancelSignature, remindOfSignature } from './electronic-signature.ts';
import {
  createEstimate,
  refuseEstimate,
  signEstimate,
  unrefuseEstimate,
  unsignEstimate,
  updateAdvanceLines,
} from './estimates.ts';
import {
  createFrequency,
  deleteFrequency,
  pauseFrequency,
  resumeFrequency,
  updateFrequency,
} from './invoice-frequency.ts';
import { createFinalInvoice, createInvoice, updatePaymentRequest } from './invoices.ts';

/** Offers and the customer's response. */
export const offerOperations: readonly Operation[] = [
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
  askForSignature,
  cancelSignature,
  remindOfSignature,
];

/** Advances (down payments). */
export const advanceOperations: readonly Operation[] = [
  createAdvance,
  getAdvance,
  updateAdvanceAmount,
  updateAdvanceTimeline,
  updateAdvanceGeneralInformations,
];

/** Invoices. */
export const invoiceOperations: readonly Operation[] = [
  createInvoice,
  createFinalInvoice,
  getInvoice,
  updateInvoiceTimeline,
  updateInvoiceGeneralInformations,
  updateInvoiceLocale,
  updateInvoiceCurrency,
  updatePaymentRequest,
  createFrequency,
  updateFrequency,
  deleteFrequency,
  pauseFrequency,
  resumeFrequency,
];

/** Operations on all documents. */
export const documentOperations: readonly Operation[] = [
  listBillings,
  listBillingRows,
  getCurrencyRates,
  exportBillings,
  sumBillings,
  getNextNumber,
  proposeNumbering,
  getVatChoices,
  getBilling,
  getDocumentGroup,
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
  duplicateBilling,
  getFormalNotice,
  makeFormalNotice,
  downloadFormalNotice,
  deleteBilling,
];

/** Attachments of documents. */
export const attachmentOperations: readonly Operation[] = [
  downloadBilling,
  previewBilling,
  getBillingPaper,
  attachFile,
  listAttachments,
  getAttachment,
  detachFile,
];

/** Credit notes. */
export const creditNoteOperations: readonly Operation[] = [
  createCreditNoteFromInvoice,
  createCreditNoteFromAdvance,
  createFreeCreditNote,
  getCreditNote,
  getCreditLeft,
  updateCreditNoteTimeline,
  updateCreditNoteGeneralInformations,
  updateCreditNoteLocale,
  updateCreditNoteCurrency,
  updateReferences,
  refundCreditNote,
  cancelInvoice,
  cancelAdvance,
];

import type { Operation } from '../../../pipeline/operation.ts';
import { updateInvoiceCurrency } from '../documents/edit/update-currency.ts';
import { updateInvoiceGeneralInformations } from '../documents/edit/update-general-informations.ts';
import { updateInvoiceLocale } from '../documents/edit/update-locale.ts';
import { updateInvoiceTimeline } from '../documents/edit/update-timeline.ts';
import { getInvoice } from '../documents/get-billing.ts';
import { createFinalInvoice } from './create-final-invoice.ts';
import { createInvoice } from './create-invoice.ts';
import {
  createFrequency,
  deleteFrequency,
  pauseFrequency,
  resumeFrequency,
  updateFrequency,
} from './invoice-frequency.ts';
import { updatePaymentRequest } from './update-payment-request.ts';

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

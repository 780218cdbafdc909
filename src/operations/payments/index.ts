import type { Operation } from '../../road/operation.ts';
import { activateAdvanceOnlinePayment, activateInvoiceOnlinePayment } from './activate-online-payment.ts';
import { getPaymentAccount } from './get-payment-account.ts';
import { listPayments } from './list-payments.ts';
import { markAdvancePaid, markInvoicePaid } from './mark-paid.ts';
import { markAdvanceUnpaid, markInvoiceUnpaid } from './mark-unpaid.ts';

/** Money in. */
export const paymentOperations: readonly Operation[] = [
  markInvoicePaid,
  markAdvancePaid,
  markInvoiceUnpaid,
  markAdvanceUnpaid,
  listPayments,
  activateInvoiceOnlinePayment,
  activateAdvanceOnlinePayment,
  getPaymentAccount,
];

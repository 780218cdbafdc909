import type { Operation } from '../../pipeline/operation.ts';
import {
  activateAdvanceOnlinePayment,
  activateInvoiceOnlinePayment,
  deactivateAdvanceOnlinePayment,
  deactivateInvoiceOnlinePayment,
} from './activate-online-payment.ts';
import { connectAgencyAccount, disconnectAgencyAccount, getAgencyAccount } from './agency/connect-agency-account.ts';
import {
  forgetAgencyRegistration,
  getAgencyCustomer,
  registerAgencyCustomer,
} from './agency/register-agency-customer.ts';
import { getPaymentRequest, sendPaymentRequest } from './agency/send-payment-request.ts';
import { connectPaymentAccount, disconnectPaymentAccount } from './connect-payment-account.ts';
import { getPaymentAccount } from './get-payment-account.ts';
import { listAllPayments, sumPayments } from './list-account-payments.ts';
import { listPayments } from './list-billing-payments.ts';
import { listOnlinePayments } from './list-online-payments.ts';
import { exportPayouts, listPayouts } from './list-payouts.ts';
import { markAdvancePaid, markInvoicePaid } from './mark-paid.ts';
import { markAdvanceUnpaid, markInvoiceUnpaid } from './mark-unpaid.ts';
import { matchingOperations } from './matching/index.ts';
import { applyOnlinePayment, returnOnlinePayment } from './use-unapplied-money.ts';

/** Payments. */
export const paymentOperations: readonly Operation[] = [
  markInvoicePaid,
  markAdvancePaid,
  markInvoiceUnpaid,
  markAdvanceUnpaid,
  listPayments,
  listAllPayments,
  sumPayments,
  activateInvoiceOnlinePayment,
  activateAdvanceOnlinePayment,
  deactivateInvoiceOnlinePayment,
  deactivateAdvanceOnlinePayment,
  getPaymentAccount,
  connectPaymentAccount,
  disconnectPaymentAccount,
  listOnlinePayments,
  applyOnlinePayment,
  returnOnlinePayment,
  listPayouts,
  exportPayouts,
  ...matchingOperations,
  getAgencyAccount,
  connectAgencyAccount,
  disconnectAgencyAccount,
  registerAgencyCustomer,
  getAgencyCustomer,
  forgetAgencyRegistration,
  getPaymentRequest,
  sendPaymentRequest,
];

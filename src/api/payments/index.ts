import type { Operation } from '../../pipeline/operation.ts';
import { connectAgencyAccount, disconnectAgencyAccount, getAgencyAccount } from './agency/agency-account.ts';
import { forgetAgencyRegistration, getAgencyCustomer, registerAgencyCustomer } from './agency/agency-customer.ts';
import { getPaymentRequest, sendPaymentRequest } from './agency/payment-requests.ts';
import {
  deleteBankStatement,
  importBankStatement,
  listBankAccounts,
  listBankStatements,
} from './bank/bank-statements.ts';
import { getBankTransaction, listBankTransactions } from './bank/bank-transactions.ts';
import { exportPayments, listAllPayments, listPayments, sumPayments } from './list-payments.ts';
import { markAdvancePaid, markAdvanceUnpaid, markInvoicePaid, markInvoiceUnpaid } from './mark-paid.ts';
import {
  applyBankTransaction,
  dismissBankSuggestion,
  listBankMatches,
  reconsiderBankTransaction,
  undoBankTransaction,
} from './matching/matches.ts';
import { getBankSuggestions, listBankSuggestions } from './matching/suggestions.ts';
import {
  activateAdvanceOnlinePayment,
  activateInvoiceOnlinePayment,
  deactivateAdvanceOnlinePayment,
  deactivateInvoiceOnlinePayment,
  listOnlinePayments,
} from './online-payments.ts';
import { connectPaymentAccount, disconnectPaymentAccount, getPaymentAccount } from './payment-account.ts';
import { exportPayouts, listPayouts } from './payouts.ts';
import { applyOnlinePayment, returnOnlinePayment } from './use-unapplied-money.ts';

/** Matching of bank transactions. */
const matchingOperations: readonly Operation[] = [
  listBankSuggestions,
  getBankSuggestions,
  applyBankTransaction,
  undoBankTransaction,
  dismissBankSuggestion,
  reconsiderBankTransaction,
  listBankMatches,
];

/** Payments. */
export const paymentOperations: readonly Operation[] = [
  markInvoicePaid,
  markAdvancePaid,
  markInvoiceUnpaid,
  markAdvanceUnpaid,
  listPayments,
  listAllPayments,
  exportPayments,
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

/** Bank statements and transactions. */
export const bankOperations: readonly Operation[] = [
  importBankStatement,
  listBankStatements,
  deleteBankStatement,
  listBankAccounts,
  listBankTransactions,
  getBankTransaction,
];

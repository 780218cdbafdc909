import type { Operation } from '../../road/operation.ts';
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
];

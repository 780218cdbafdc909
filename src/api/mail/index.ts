import type { Operation } from '../../pipeline/operation.ts';
import {
  listBillingEmails,
  listCustomerEmails,
  renderBillingEmail,
  sendBillingByEmail,
  sendBillingEmailTest,
} from './billing-emails.ts';
import { getMailbox, getMailboxFile, getMailboxMail } from './mailbox.ts';
import { remindOfBilling, updateBillingReminder } from './remind-customer.ts';
import { sendTestEmailSignature } from './send-test-email-signature.ts';

/** Operations on mail. */
export const mailOperations: readonly Operation[] = [
  renderBillingEmail,
  sendBillingEmailTest,
  sendBillingByEmail,
  updateBillingReminder,
  remindOfBilling,
  sendTestEmailSignature,
  listBillingEmails,
  listCustomerEmails,
  getMailbox,
  getMailboxMail,
  getMailboxFile,
];

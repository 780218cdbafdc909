import type { Operation } from '../../pipeline/operation.ts';
import { getMailbox, getMailboxMail } from './get-mailbox.ts';
import { getMailboxFile } from './get-mailbox-file.ts';
import { listBillingEmails } from './list-billing-emails.ts';
import { listCustomerEmails } from './list-customer-emails.ts';
import { remindOfBilling, updateBillingReminder } from './remind-customer.ts';
import { renderBillingEmail } from './render-billing-email.ts';
import { sendBillingByEmail } from './send-billing-by-email.ts';
import { sendBillingEmailTest } from './send-billing-email-test.ts';
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

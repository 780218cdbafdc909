import type { happened as french, byWhom as frenchByWhom } from '../fr/activity.ts';

export const happened: typeof french = {
  created: 'Draft created',
  finalized: 'Finalized',
  paid: 'Payment recorded',
  payment_reversed: 'Payment reversed',
  canceled: 'Cancelled',
  signed: 'Signature recorded',
  unsigned: 'Signature undone',
  refused: 'Refusal recorded',
  signature_asked: 'Signature requested',
  signature_opened: 'Opened for signature',
  signature_reminded: 'Signature reminder sent',
  signature_canceled: 'Signature request cancelled',
  signature_unstamped: 'Signed without a timestamp: the timestamp authority did not answer',
  signature_covered: 'Timestamped with the audit trail',
  recurrence_set: 'Recurrence set',
  recurrence_ended: 'Recurrence ended',
  recurrence_paused: 'Recurrence paused',
  recurrence_resumed: 'Recurrence resumed',
  recurrence_unmet: 'Recurring invoice left as a draft',
  reminder_set: 'Reminders set',
  reminded: 'Customer reminded',
  unrefused: 'Refusal undone',
  formal_notice_made: 'Formal notice created',
  refunded: 'Refund recorded',
  given_back: 'Money returned to the customer',
  excess_kept: 'Overpayment kept for the customer',
  excess_dropped: 'Overpayment reversed with its payment',
  sent: 'Sent',
  viewed: 'Opened by the customer',
  archived: 'Archived',
  unarchived: 'Unarchived',
  settings_changed: 'Settings changed',
  key_created: 'Key created',
  key_revoked: 'Key revoked',
  closed: 'Period closed',
  books_closed: 'Books closed',
  opening_recorded: 'Opening balances recorded',
  opening_reversed: 'Opening balances taken back',
  platform_submitted: 'Handed to the approved platform',
  platform_refused: 'File refused by the approved platform',
  platform_status: 'Status received from the approved platform',
  status_stated: 'Status sent through the approved platform',
  status_not_accepted: 'Status refused by the approved platform',
  status_received: 'Status of a received invoice',
  report_transmitted: 'E-report handed to the approved platform',
  report_not_accepted: 'E-report refused by the approved platform',
  report_status: 'Answer of the tax office to an e-report',
  archive_made: 'Archive created',
};

export const byWhom: typeof frenchByWhom = ({ kind, name }) => {
  if (name === undefined) return undefined;
  if (kind === 'key') return `by the key ${name}`;
  if (kind === 'other' && name === 'service') return 'by the service';
  return kind === 'other' && name === 'command-line' ? 'by the command line' : `by ${name}`;
};

import type { happened as french, byWhom as frenchByWhom } from '../fr/activity.ts';

export const happened: typeof french = {
  created: 'Draft made',
  finalized: 'Finalized',
  paid: 'Payment recorded',
  payment_reversed: 'Payment counter-entered',
  canceled: 'Canceled',
  signed: 'Signature noted',
  unsigned: 'Signature taken back',
  refused: 'Refusal noted',
  signature_asked: 'Signature asked for',
  signature_opened: 'Opened for signature',
  signature_reminded: 'Signature reminded of',
  signature_canceled: 'Signature taken back',
  signature_unstamped: 'Signed without a time stamp: the authority did not answer',
  signature_covered: 'Time-stamped with the audit trail',
  recurrence_set: 'Recurrence set',
  recurrence_ended: 'Recurrence ended',
  recurrence_paused: 'Recurrence paused',
  recurrence_resumed: 'Recurrence resumed',
  recurrence_unmet: 'Recurring invoice left as a draft',
  reminder_set: 'Reminders set',
  reminded: 'Customer reminded',
  unrefused: 'Refusal taken back',
  formal_notice_made: 'Formal notice made',
  refunded: 'Refund noted',
  given_back: 'Money given back',
  excess_kept: 'Excess kept for the customer',
  excess_dropped: 'Excess taken back with its payment',
  sent: 'Sent',
  viewed: 'Opened by the customer',
  archived: 'Archived',
  unarchived: 'Taken out of the archive',
  settings_changed: 'Settings changed',
  key_created: 'Key made',
  key_revoked: 'Key revoked',
  closed: 'Period closed',
  archive_made: 'Archive made',
};

export const byWhom: typeof frenchByWhom = ({ kind, name }) => {
  if (name === undefined) return undefined;
  if (kind === 'key') return `by the key ${name}`;
  if (kind === 'other' && name === 'service') return 'by the service';
  return kind === 'other' && name === 'command-line' ? 'by the command line' : `by ${name}`;
};

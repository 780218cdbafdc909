import type { happened as french } from '../fr/happened.ts';

export const happened: typeof french = {
  created: 'Draft made',
  finalized: 'Finalized',
  paid: 'Payment recorded',
  payment_reversed: 'Payment counter-entered',
  canceled: 'Canceled',
  signed: 'Signature noted',
  unsigned: 'Signature taken back',
  refused: 'Refusal noted',
  unrefused: 'Refusal taken back',
  refunded: 'Refund noted',
  sent: 'Sent',
  archived: 'Archived',
  unarchived: 'Taken out of the archive',
  settings_changed: 'Settings changed',
  key_created: 'Key made',
  key_revoked: 'Key revoked',
  closed: 'Period closed',
  archive_made: 'Archive made',
};

/** Audit-chain events shown as activity; the others are housekeeping. */
export const activityTypes = [
  ...(['finalized', 'paid', 'payment_reversed', 'canceled', 'signed', 'unsigned', 'refused', 'unrefused'] as const),
  ...(['signature_asked', 'signature_opened', 'signature_reminded', 'signature_canceled'] as const),
  ...(['signature_unstamped', 'signature_covered'] as const),
  ...(['recurrence_set', 'recurrence_ended', 'recurrence_paused', 'recurrence_resumed'] as const),
  'recurrence_unmet',
  ...(['reminder_set', 'reminded'] as const),
  ...([
    'formal_notice_made',
    'refunded',
    'given_back',
    'excess_kept',
    'excess_dropped',
    'sent',
    'viewed',
    'archived',
    'unarchived',
    'settings_changed',
    'key_created',
    'key_revoked',
  ] as const),
  ...(['platform_submitted', 'platform_refused', 'platform_status'] as const),
  ...(['status_stated', 'status_not_accepted', 'status_received'] as const),
  ...(['report_transmitted', 'report_not_accepted', 'report_status'] as const),
  ...(['deletion_requested', 'deletion_canceled'] as const),
  ...(['closed', 'books_closed', 'opening_recorded', 'opening_reversed', 'archive_made'] as const),
] as const;
export type ActivityType = (typeof activityTypes)[number];

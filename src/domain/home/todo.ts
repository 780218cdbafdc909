/** The actions the home page proposes for a document or its payment, one per entry. */
export const todoActs = [
  'account_for',
  'correct',
  'send',
  'refund',
  'remind',
  'complete',
  'finalize',
  'resume',
  'bill',
  'remind_offer',
  'read_stamp',
] as const;
export type TodoAct = (typeof todoActs)[number];

/** Entries shown per sort, the most urgent first. */
export const TODO_MAX = {
  ...{
    unapplied: 3,
    failedAtPlatform: 3,
    unsent: 3,
    refunds: 3,
    late: 4,
    drafts: 3,
    paused: 3,
    toBill: 3,
    expiring: 3,
    unstamped: 3,
  },
} as const;

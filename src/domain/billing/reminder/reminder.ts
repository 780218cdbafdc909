/** When a bill is reminded of: from its due day on, or from a week after it. */
export const reminderFrequencies = ['on_due_date', 'every_week'] as const;

/** How the customer of a bill is to be reminded. Without recipients it is the first of his addresses. */
export type Reminder = {
  readonly inCopy: boolean;
  readonly frequency: (typeof reminderFrequencies)[number];
  readonly numberOfRemindersToSend: number;
  readonly active: boolean;
  readonly recipients?: readonly string[];
};

/** What was said of it since the bill is finalized: it goes before what was sealed. `since` is when it was last switched on, Unix seconds. */
export type LaterReminder = Reminder & { readonly since: number };

/** What became of the reminders of a bill, a part of its life. Times are Unix seconds. */
export type Reminded = {
  /** Reminders sent since the due date, without those that were not delivered. */
  readonly count: number;
  /** When the last went out, and when one was tried last. */
  readonly sentAt?: number;
  readonly triedAt?: number;
  /** The last, where it is not known to have reached nobody: its mail, whether it counts, and when the one before it went out. */
  readonly last?: { readonly mailId: string; readonly counts: boolean; readonly beforeAt?: number };
  /** Mails in a row that reached nobody. */
  readonly failed: number;
  /** The owner was told that there is no address to send to. */
  readonly isUnaddressedTold?: true;
};

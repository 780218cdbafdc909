/** When the first reminder is sent: on the due day, or a week after it. */
export const reminderFrequencies = ['on_due_date', 'every_week'] as const;

/** The reminder settings of a bill. Without recipients, the customer's first address is used. */
export type Reminder = {
  readonly inCopy: boolean;
  readonly frequency: (typeof reminderFrequencies)[number];
  readonly numberOfRemindersToSend: number;
  readonly active: boolean;
  readonly recipients?: readonly string[];
};

/**
 * Settings changed after finalization; they override those frozen in the document. `since`: when
 * reminders were last switched on, Unix seconds.
 */
export type LaterReminder = Reminder & { readonly since: number };

/** The reminders sent for a bill; stored in its `life`. Times are Unix seconds. */
export type Reminded = {
  /** Reminders sent since the due date, without undelivered ones. */
  readonly count: number;
  /** When the last one was sent, and when the last attempt was made. */
  readonly sentAt?: number;
  readonly triedAt?: number;
  /**
   * The last reminder unless undelivered: its mail, whether it counts, and when the one before it
   * was sent.
   */
  readonly last?: { readonly mailId: string; readonly counts: boolean; readonly beforeAt?: number };
  /** Undelivered mails in a row. */
  readonly failed: number;
  /** Whether the owner was notified that there is no address. */
  readonly isUnaddressedTold?: true;
};

/** Why no reminder of a bill can be sent, automatic or manual. */
const nothingToRemind = ['draft', 'canceled', 'archived', 'settled', 'payment_request', 'no_address'] as const;
export type NothingToRemind = (typeof nothingToRemind)[number] | 'customer_archived';
/** Why no automatic reminder is sent. */
export const reminderStops = [...nothingToRemind, 'customer_archived', 'off', 'number_reached', 'undelivered'] as const;
export type ReminderStop = (typeof reminderStops)[number];

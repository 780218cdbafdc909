import type { Reminder } from '../../client/schemas.ts';

type Usual = Pick<Reminder, 'active' | 'frequency' | 'numberOfRemindersToSend' | 'inCopy'>;

/** Default reminder settings. */
export const defaultReminder: Usual = {
  ...{ active: false, frequency: 'on_due_date', numberOfRemindersToSend: 3, inCopy: false },
};

const COUNTS: readonly string[] = ['1', '2', '3', '4', '5', '6', '8', '10'];

/** The offered numbers of reminders; another current value is added. */
export const reminderChoices = {
  frequencies: ['on_due_date', 'every_week'] as const,
  counts: ({ numberOfRemindersToSend: own }: Usual): readonly string[] =>
    COUNTS.includes(String(own)) ? COUNTS : [...COUNTS, String(own)],
};

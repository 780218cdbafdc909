import type { Reminder } from '../../client/schemas.ts';

type Usual = Pick<Reminder, 'active' | 'frequency' | 'numberOfRemindersToSend' | 'inCopy'>;

/** How a customer is reminded where nobody said so yet. */
export const defaultReminder: Usual = {
  ...{ active: false, frequency: 'on_due_date', numberOfRemindersToSend: 3, inCopy: false },
};

const COUNTS: readonly string[] = ['1', '2', '3', '4', '5', '6', '8', '10'];

/** What a person chooses from; a number that came otherwise is offered too. */
export const reminderChoices = {
  frequencies: ['on_due_date', 'every_week'] as const,
  counts: ({ numberOfRemindersToSend: own }: Usual): readonly string[] =>
    COUNTS.includes(String(own)) ? COUNTS : [...COUNTS, String(own)],
};

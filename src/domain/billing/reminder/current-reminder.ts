import type { Claim } from '../document/document.ts';
import type { Reminded, Reminder } from './reminder.ts';

/** The current reminder settings of a bill. */
export const reminderOf = ({ life, content }: Claim): Reminder | undefined => life.reminder ?? content.reminder;

/** The reminders sent so far. */
export const remindedOf = ({ life }: Claim): Reminded => life.reminded ?? { count: 0, failed: 0 };

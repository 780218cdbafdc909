import type { Claim } from '../document/document.ts';
import type { Reminded, Reminder } from './reminder.ts';

/** How a bill is to be reminded of today. */
export const reminderOf = ({ life, content }: Claim): Reminder | undefined => life.reminder ?? content.reminder;

/** What became of it until today. */
export const remindedOf = ({ life }: Claim): Reminded => life.reminded ?? { count: 0, failed: 0 };

import type { Locale } from '../domain/billing/document/locale.ts';
import { type Letter, paragraph } from './document-mail.ts';
import { formatDay } from './format-values.ts';
import { words } from './locales/index.ts';

/** A notice about a recurring invoice. `at` is Unix seconds, on the day of the occurrence. */
export type RecurringNotice =
  | { why: 'unmet'; at: number; zone: string; isPaused: boolean }
  | { why: 'missed'; count: number }
  | { why: 'unsent'; number: string };

/**
 * The mail to the owner about a recurring invoice left as a draft, many missed ones, or one that
 * could not be mailed.
 */
export function recurringInvoiceMail(
  notice: RecurringNotice,
  { customer, locale }: { customer: string; locale: Locale },
): Letter {
  const messages = words[locale].recurringNotice;
  const texts = {
    unmet: () => {
      const { at, zone, isPaused } = notice as Extract<RecurringNotice, { why: 'unmet' }>;
      return [
        messages.unmet(customer, formatDay(at, zone, locale)),
        ...(isPaused ? [messages.paused] : []),
        messages.remedy,
      ];
    },
    missed: () => [
      messages.missed((notice as Extract<RecurringNotice, { why: 'missed' }>).count, customer),
      messages.remedy,
    ],
    unsent: () => [messages.unsent((notice as Extract<RecurringNotice, { why: 'unsent' }>).number, customer)],
  }[notice.why]();
  return { subject: messages.subject[notice.why](customer), content: texts.map((text) => paragraph(text)).join('\n') };
}

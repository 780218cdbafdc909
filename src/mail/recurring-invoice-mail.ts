import type { Locale } from '../domain/billing/document/locale.ts';
import { type Letter, paragraph } from './document-mail.ts';
import { formatDay } from './format-values.ts';
import { words } from './locales/index.ts';

/** What the owner is to know of an invoice that recurs. `at` is Unix seconds, in the day it stands for. */
export type RecurringNotice =
  | { why: 'unmet'; at: number; zone: string; isPaused: boolean }
  | { why: 'missed'; count: number }
  | { why: 'unsent'; number: string };

/** Tells the owner of a recurring invoice that was left as a draft, of many that were missed, or of one that could not be mailed. */
export function recurringInvoiceMail(
  told: RecurringNotice,
  { customer, locale }: { customer: string; locale: Locale },
): Letter {
  const said = words[locale].recurringNotice;
  const texts = {
    unmet: () => {
      const { at, zone, isPaused } = told as Extract<RecurringNotice, { why: 'unmet' }>;
      return [said.unmet(customer, formatDay(at, zone, locale)), ...(isPaused ? [said.paused] : []), said.remedy];
    },
    missed: () => [said.missed((told as Extract<RecurringNotice, { why: 'missed' }>).count, customer), said.remedy],
    unsent: () => [said.unsent((told as Extract<RecurringNotice, { why: 'unsent' }>).number, customer)],
  }[told.why]();
  return { subject: said.subject[told.why](customer), content: texts.map((text) => paragraph(text)).join('\n') };
}

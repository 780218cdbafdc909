import type { Invoice } from '../../../domain/billing/document/document.ts';
import type { Facts } from '../../../domain/billing/document/draft-context.ts';
import { partiesOf } from '../../../domain/billing/document/parties.ts';
import { withTypographicApostrophes } from '../../../domain/text/typography.ts';
import { startOfDay } from '../../../domain/time/civil-day.ts';
import { type RecurringNotice, recurringInvoiceMail } from '../../../mail/owner-notices.ts';
import type { Context } from '../../context.ts';
import { queueMail } from '../../mail/queue-mail.ts';

type Telling =
  | { why: 'unmet'; on: string; template: Invoice; isPaused: boolean }
  | { why: 'missed'; count: number; template: Invoice }
  | { why: 'unsent' };

/**
 * Mails the owner about an automatically created invoice that needs attention, once, in the
 * transaction that creates it. Without an address or a mail server, only the home page shows it.
 */
export async function notifyOwner(
  context: Context,
  { document, facts }: { document: Invoice; facts: Facts },
  notice: Telling,
): Promise<void> {
  const { settings } = facts;
  const { email } = settings.emitter;
  if (!email) return;
  const { locale } = settings.defaults;
  const customer = withTypographicApostrophes(partiesOf(document, facts).customer?.name ?? document.title ?? '');
  const { number } = document.sealed ?? {};
  const recurringNotice: RecurringNotice =
    notice.why === 'unmet'
      ? { why: 'unmet', at: startOfDay(notice.on, settings.zone), zone: settings.zone, isPaused: notice.isPaused }
      : notice.why === 'missed'
        ? { why: 'missed', count: notice.count }
        : { why: 'unsent', number: number ?? '' };
  const letter = recurringInvoiceMail(recurringNotice, { customer, locale });
  const { id, test } = document;
  const about = { purpose: 'notice', test, documentId: id, isTestDocument: test, to: [email] } as const;
  await queueMail(context, { ...about, ...letter, locale, settings });
}

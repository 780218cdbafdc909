import type { Claim, Finalized } from '../../domain/billing/document/document.ts';
import type { Facts } from '../../domain/billing/document/draft-context.ts';
import type { PaymentNotice } from '../../domain/payments/payment-notice.ts';
import { withTypographicApostrophes } from '../../domain/text/typography.ts';
import { unappliedMoneyMail } from '../../mail/owner-notices.ts';
import type { Context } from '../context.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { themeOf } from '../themes/find-theme.ts';

/**
 * Mails the owner about a customer's money, once, in the transaction that books it. Without an
 * address or a mail server, only the list of online payments shows it.
 */
export async function notifyOwnerOfPayment(
  context: Context,
  { document, facts }: { document: Finalized<Claim>; facts: Facts },
  notice: PaymentNotice,
): Promise<void> {
  const { settings } = facts;
  const { email } = settings.emitter;
  if (!email) return;
  const { kind, sealed, content, test, id } = document;
  const { locale } = settings.defaults;
  const customer = withTypographicApostrophes(sealed.customer?.name ?? sealed.number);
  const letter = unappliedMoneyMail(
    { ...notice, kind, number: sealed.number, customer, currency: content.currency.code },
    locale,
  );
  const about = { purpose: 'notice', test, documentId: id, isTestDocument: test, to: [email] } as const;
  await queueMail(context, { ...about, ...letter, locale, settings, theme: await themeOf(context, document) });
}

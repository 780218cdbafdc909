import type { ClaimKind } from '../domain/billing/document/kind.ts';
import type { Locale } from '../domain/billing/document/locale.ts';
import type { CurrencyCode } from '../domain/money/currency.ts';
import type { PaymentNotice } from '../domain/payments/payment-notice.ts';
import { documentName, type Letter, paragraph } from './document-mail.ts';
import { formatAmount } from './format-values.ts';
import { words } from './locales/index.ts';

type PaymentFacts = PaymentNotice & { kind: ClaimKind; number: string; customer: string; currency: CurrencyCode };

/**
 * The mail to the owner about money that no document could take, paid online or by the Urssaf, or
 * reclaimed by the customer's bank.
 */
export function unappliedMoneyMail(
  { why, amount, currency, kind, number, customer }: PaymentFacts,
  locale: Locale,
): Letter {
  const messages = words[locale].onlinePayment[why];
  const document = documentName(kind, number, locale);
  const opening = messages.opening(document, customer, formatAmount(amount, currency, locale));
  return {
    subject: messages.subject(document),
    content: [opening, messages.remedy].map((text) => paragraph(text)).join('\n'),
  };
}

import type { ClaimKind } from '../domain/billing/document/kind.ts';
import type { Locale } from '../domain/billing/document/locale.ts';
import type { CurrencyCode } from '../domain/money/currency.ts';
import type { PaymentNotice } from '../domain/payments/payment-notice.ts';
import { documentName, type Letter, paragraph } from './document-mail.ts';
import { formatAmount } from './format-values.ts';
import { words } from './locales/index.ts';

type Given = PaymentNotice & { kind: ClaimKind; number: string; customer: string; currency: CurrencyCode };

/** Tells the owner of money that no document could take, paid online or by the agency, or that the customer's bank took back. */
export function unappliedMoneyMail({ why, amount, currency, kind, number, customer }: Given, locale: Locale): Letter {
  const said = words[locale].onlinePayment[why];
  const document = documentName(kind, number, locale);
  const opening = said.opening(document, customer, formatAmount(amount, currency, locale));
  return { subject: said.subject(document), content: [opening, said.remedy].map((text) => paragraph(text)).join('\n') };
}

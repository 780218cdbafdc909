import type { ClaimKind } from '../domain/billing/document/kind.ts';
import type { Locale } from '../domain/billing/document/locale.ts';
import type { GivenUpReason } from '../domain/events/endpoint.ts';
import { cents } from '../domain/money/cents.ts';
import type { CurrencyCode } from '../domain/money/currency.ts';
import type { PaymentNotice } from '../domain/payments/payment-notice.ts';
import { documentName, type Letter, paragraph } from './document-mail.ts';
import { escaped } from './escape-html.ts';
import { formatAmount, formatDay } from './format-values.ts';
import { words } from './locales/index.ts';

/** The mail to the owner about a disabled webhook. */
export function webhookDisabledMail(facts: { host: string; reason: GivenUpReason }, locale: Locale): Letter {
  const texts = words[locale].webhookDisabled;
  return {
    subject: texts.subject(facts.host),
    content: [texts.opening(facts.host), texts.reason[facts.reason], texts.remedy]
      .map((text) => paragraph(text))
      .join('\n'),
  };
}

/** The mail to the owner about a mail that was not delivered to all recipients. */
export function undeliveredMail(
  facts: { subject: string; addresses: readonly string[]; answer: string | undefined },
  locale: Locale,
): Letter {
  const texts = words[locale].undelivered;
  const content = [
    paragraph(texts.opening, ...facts.addresses),
    ...(facts.answer ? [paragraph(texts.answer(facts.answer))] : []),
    paragraph(texts.remedy),
  ];
  return { subject: texts.subject(facts.subject), content: content.join('\n') };
}

/**
 * The mail to the owner about a bill that cannot be reminded of, because its customer has no
 * address.
 */
export function missingAddressMail({ number, customer }: { number: string; customer: string }, locale: Locale): Letter {
  const texts = words[locale].unreminded;
  const content = [texts.opening(number, customer), texts.remedy].map((text) => paragraph(text)).join('\n');
  return { subject: texts.subject(number), content };
}

/** An invitation to an account; `url` is the invitation link. */
export function invitationMail(facts: { account: string; by: string; url: string }, locale: Locale): Letter {
  const texts = words[locale].invitation;
  return letterWithLink(
    { subject: texts.subject(facts.account), opening: texts.opening(facts.by, facts.account) },
    { url: facts.url, remark: texts.remark },
  );
}

/** An invoice that arrived, or a file that could not be read. */
type ArrivedInvoice =
  | { readonly supplier: string; readonly number: string; readonly amount: number; readonly currency: string }
  | { readonly file: string };

/** Invoices that are named in one mail. */
const NAMED_MAX = 20;

/** The mail to the owner about invoices that a platform delivered; `url` is their list. */
export function supplierInvoicesMail(
  { arrived, url }: { arrived: readonly ArrivedInvoice[]; url: string },
  locale: Locale,
): Letter {
  const texts = words[locale].supplierInvoices;
  const lines = arrived
    .slice(0, NAMED_MAX)
    .map((each) =>
      'file' in each
        ? texts.unreadable(each.file)
        : `${each.supplier}, ${each.number}, ${formatAmount(cents(each.amount), each.currency as CurrencyCode, locale)}`,
    );
  const rest = arrived.length - lines.length;
  const content = [
    paragraph(texts.opening(arrived.length), ...lines, ...(rest > 0 ? [texts.more(rest)] : [])),
    `<p><a href="${escaped(url)}">${escaped(url)}</a></p>`,
    paragraph(texts.remark),
  ];
  return { subject: texts.subject(arrived.length), content: content.join('\n') };
}

/** The mail with a link to set a new password. */
export function passwordResetMail({ url }: { url: string }, locale: Locale): Letter {
  const texts = words[locale].newPassword;
  return letterWithLink(texts, { url, remark: texts.remark });
}

/** The mail to a new address with a link to confirm it. */
export function confirmAddressMail({ url }: { url: string }, locale: Locale): Letter {
  const texts = words[locale].newAddress;
  return letterWithLink(texts, { url, remark: texts.remark });
}

/** The mail to the old address about a requested change. */
export function addressChangeMail({ email }: { email: string }, locale: Locale): Letter {
  const texts = words[locale].addressAsked;
  return { subject: texts.subject, content: [paragraph(texts.opening(email)), paragraph(texts.remark)].join('\n') };
}

/** The mail to a customer with portal links: one, or one for each customer with this address. */
export function portalLinksMail(
  { from, links }: { from: string; links: readonly { name: string; url: string }[] },
  locale: Locale,
): Letter {
  const { greeting, closing, portal } = words[locale];
  return {
    subject: portal.subject(from),
    content: [
      paragraph(greeting),
      paragraph(portal.opening(from)),
      ...links.map(({ name, url }) => `<p>${escaped(name)}<br /><a href="${escaped(url)}">${escaped(url)}</a></p>`),
      paragraph(portal.remark),
      paragraph(closing, from),
    ].join('\n'),
  };
}

const letterWithLink = (
  texts: { subject: string; opening: string },
  link: { url: string; remark: string },
): Letter => ({
  subject: texts.subject,
  content: [
    paragraph(texts.opening),
    `<p><a href="${escaped(link.url)}">${escaped(link.url)}</a></p>`,
    paragraph(link.remark),
  ].join('\n'),
});

/** A preview of a mail signature for the owner; `signature` is sanitized HTML. */
export function mailSignaturePreview(facts: { from: string; signature: string }, locale: Locale): Letter {
  const texts = words[locale];
  return {
    subject: texts.signature.subject(facts.from),
    content: [paragraph(texts.signature.opening), paragraph(texts.closing), facts.signature].join('\n'),
  };
}

/** The heads (last links) of the owner's audit chains, to be stored elsewhere. */
export function chainHeadsMail(facts: { day: string; heads: string }, locale: Locale): Letter {
  const texts = words[locale].auditHeads;
  const content = [paragraph(texts.opening), paragraph(...facts.heads.trimEnd().split('\n'))];
  return { subject: texts.subject(facts.day), content: content.join('\n') };
}

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

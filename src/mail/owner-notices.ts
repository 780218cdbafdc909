import type { Locale } from '../domain/billing/document/locale.ts';
import type { GivenUpReason } from '../domain/events/endpoint.ts';
import { type Letter, paragraph } from './document-mail.ts';
import { escaped } from './escape-html.ts';
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

import type { Locale } from '../domain/billing/document/locale.ts';
import type { GivenUpReason } from '../domain/events/endpoint.ts';
import { type Letter, paragraph } from './document-mail.ts';
import { escaped } from './escape-html.ts';
import { words } from './locales/index.ts';

/** Tells the owner that a webhook of his was given up. */
export function webhookDisabledMail(given: { host: string; reason: GivenUpReason }, locale: Locale): Letter {
  const said = words[locale].webhookDisabled;
  return {
    subject: said.subject(given.host),
    content: [said.opening(given.host), said.reason[given.reason], said.remedy]
      .map((text) => paragraph(text))
      .join('\n'),
  };
}

/** Tells the owner that a mail of his did not reach everybody. */
export function undeliveredMail(
  given: { subject: string; addresses: readonly string[]; answer: string | undefined },
  locale: Locale,
): Letter {
  const said = words[locale].undelivered;
  const content = [
    paragraph(said.opening, ...given.addresses),
    ...(given.answer ? [paragraph(said.answer(given.answer))] : []),
    paragraph(said.remedy),
  ];
  return { subject: said.subject(given.subject), content: content.join('\n') };
}

/** Tells the owner that nobody can be reminded of a bill of his: its customer has no address. */
export function missingAddressMail({ number, customer }: { number: string; customer: string }, locale: Locale): Letter {
  const said = words[locale].unreminded;
  const content = [said.opening(number, customer), said.remedy].map((text) => paragraph(text)).join('\n');
  return { subject: said.subject(number), content };
}

/** Invites somebody into an account; `url` is the link that lets him in. */
export function invitationMail(given: { account: string; by: string; url: string }, locale: Locale): Letter {
  const said = words[locale].invitation;
  return letterWithLink(
    { subject: said.subject(given.account), opening: said.opening(given.by, given.account) },
    { url: given.url, remark: said.remark },
  );
}

/** Gives somebody the link to set a new password. */
export function passwordResetMail({ url }: { url: string }, locale: Locale): Letter {
  const said = words[locale].newPassword;
  return letterWithLink(said, { url, remark: said.remark });
}

/** Asks whoever reads at a new address to confirm it by a link. */
export function confirmAddressMail({ url }: { url: string }, locale: Locale): Letter {
  const said = words[locale].newAddress;
  return letterWithLink(said, { url, remark: said.remark });
}

/** Tells the old address that another was asked for. */
export function addressChangeMail({ email }: { email: string }, locale: Locale): Letter {
  const said = words[locale].addressAsked;
  return { subject: said.subject, content: [paragraph(said.opening(email)), paragraph(said.remark)].join('\n') };
}

/** Gives a customer the links to all that is his with a sender: one, or one of each name his address stands with. */
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

const letterWithLink = (said: { subject: string; opening: string }, link: { url: string; remark: string }): Letter => ({
  subject: said.subject,
  content: [
    paragraph(said.opening),
    `<p><a href="${escaped(link.url)}">${escaped(link.url)}</a></p>`,
    paragraph(link.remark),
  ].join('\n'),
});

/** Shows the owner a signature as his customers would read it; `signature` is harmless HTML. */
export function mailSignaturePreview(given: { from: string; signature: string }, locale: Locale): Letter {
  const said = words[locale];
  return {
    subject: said.signature.subject(given.from),
    content: [paragraph(said.signature.opening), paragraph(said.closing), given.signature].join('\n'),
  };
}

/** The heads of the owner's audit chains, for him to keep. */
export function chainHeadsMail(given: { day: string; heads: string }, locale: Locale): Letter {
  const said = words[locale].auditHeads;
  const content = [paragraph(said.opening), paragraph(...given.heads.trimEnd().split('\n'))];
  return { subject: said.subject(given.day), content: content.join('\n') };
}

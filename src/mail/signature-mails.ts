import type { OfferKind } from '../domain/billing/document/kind.ts';
import type { Locale } from '../domain/billing/document/locale.ts';
import type { RefusalReason } from '../domain/billing/estimate/signature-procedure.ts';
import { button, documentName, type Letter, paragraph } from './document-mail.ts';
import { escaped } from './escape-html.ts';
import { formatDay } from './format-values.ts';
import { words } from './locales/index.ts';

/** The document to sign as named in mails, and its sender. */
export type Signing = {
  readonly kind: OfferKind;
  readonly number: string;
  readonly from: string;
  readonly zone: string;
  readonly colours: { readonly accent: string; readonly onAccent: string };
};

/** Asks a customer to sign, or reminds them. `url` is personal. */
export function signatureRequestMail(
  facts: Signing & { url: string; message?: string | undefined; validUntilAt?: number | undefined; again: boolean },
  locale: Locale,
): Letter {
  const { signing, greeting, closing } = words[locale];
  const { ask, remind } = signing;
  const document = nameOf(facts, locale);
  const { url, message, validUntilAt, from } = facts;
  return {
    subject: facts.again ? remind.subject(document) : ask.subject(document, from),
    content: [
      paragraph(greeting),
      paragraph((facts.again ? remind : ask).opening(document, from)),
      ...(message ? [paragraph(...message.split('\n'))] : []),
      button(ask.button, url, facts.colours),
      ...(validUntilAt === undefined ? [] : [paragraph(ask.until(formatDay(validUntilAt, facts.zone, locale)))]),
      paragraph(ask.remark),
      paragraph(closing, from),
    ].join('\n'),
  };
}

/** Sends a code that verifies the address. */
export function signatureCodeMail({ code }: { code: string }, locale: Locale): Letter {
  const text = words[locale].signing.code;
  const figure = `<p style="font-size:32px;font-weight:700;letter-spacing:4px;margin:0 0 16px">${escaped(code)}</p>`;
  return { subject: text.subject(code), content: [paragraph(text.opening), figure, paragraph(text.remark)].join('\n') };
}

/** Reports who signed and when, with the signed file attached. */
export function signedDocumentMail(facts: Signing & { signer: string; signedAt: number }, locale: Locale): Letter {
  const { signing, greeting, closing } = words[locale];
  const { signed } = signing;
  const document = nameOf(facts, locale);
  const when = formatDay(facts.signedAt, facts.zone, locale);
  return {
    subject: signed.subject(document),
    content: [
      paragraph(greeting),
      paragraph(signed.opening(document, facts.signer, when)),
      paragraph(signed.enclosed),
      paragraph(closing, facts.from),
    ].join('\n'),
  };
}

/** Notifies the owner that a customer declined, with the reason if given. */
export function estimateDeclinedMail(
  facts: Signing & { reason?: RefusalReason | undefined; word?: string | undefined },
  locale: Locale,
): Letter {
  const { refused } = words[locale].signing;
  const document = nameOf(facts, locale);
  return {
    subject: refused.subject(document),
    content: [
      paragraph(refused.opening(document)),
      ...(facts.reason ? [paragraph(refused.reason[facts.reason])] : []),
      ...(facts.word ? [paragraph(...facts.word.split('\n'))] : []),
    ].join('\n'),
  };
}

/** Forwards a customer's question to the owner. */
export function customerQuestionMail(
  facts: Signing & { question: string; email?: string | undefined },
  locale: Locale,
): Letter {
  const text = words[locale].signing.question;
  const document = nameOf(facts, locale);
  return {
    subject: text.subject(document),
    content: [
      paragraph(text.opening(document)),
      paragraph(...facts.question.split('\n')),
      ...(facts.email ? [paragraph(facts.email)] : []),
    ].join('\n'),
  };
}

const nameOf = ({ kind, number }: Signing, locale: Locale): string => documentName(kind, number, locale);

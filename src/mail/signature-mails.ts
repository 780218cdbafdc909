import type { OfferKind } from '../domain/billing/document/kind.ts';
import type { Locale } from '../domain/billing/document/locale.ts';
import type { RefusalReason } from '../domain/billing/estimate/signature-procedure.ts';
import { button, documentName, type Letter, paragraph } from './document-mail.ts';
import { escaped } from './escape-html.ts';
import { formatDay } from './format-values.ts';
import { words } from './locales/index.ts';

/** The document that is signed, as mails name it, and who sends it. */
export type Signing = {
  readonly kind: OfferKind;
  readonly number: string;
  readonly from: string;
  readonly zone: string;
  readonly colours: { readonly accent: string; readonly onAccent: string };
};

/** Asks a customer to sign, or reminds him. `url` is his alone. */
export function signatureRequestMail(
  given: Signing & { url: string; message?: string | undefined; validUntilAt?: number | undefined; again: boolean },
  locale: Locale,
): Letter {
  const { signing, greeting, closing } = words[locale];
  const { ask, remind } = signing;
  const document = nameOf(given, locale);
  const { url, message, validUntilAt, from } = given;
  return {
    subject: given.again ? remind.subject(document) : ask.subject(document, from),
    content: [
      paragraph(greeting),
      paragraph((given.again ? remind : ask).opening(document, from)),
      ...(message ? [paragraph(...message.split('\n'))] : []),
      button(ask.button, url, given.colours),
      ...(validUntilAt === undefined ? [] : [paragraph(ask.until(formatDay(validUntilAt, given.zone, locale)))]),
      paragraph(ask.remark),
      paragraph(closing, from),
    ].join('\n'),
  };
}

/** Sends a code to copy: it proves that the address is its reader's. */
export function signatureCodeMail({ code }: { code: string }, locale: Locale): Letter {
  const said = words[locale].signing.code;
  const figure = `<p style="font-size:32px;font-weight:700;letter-spacing:4px;margin:0 0 16px">${escaped(code)}</p>`;
  return { subject: said.subject(code), content: [paragraph(said.opening), figure, paragraph(said.remark)].join('\n') };
}

/** Tells who signed and when, with the signed file enclosed. */
export function signedDocumentMail(given: Signing & { signer: string; signedAt: number }, locale: Locale): Letter {
  const { signing, greeting, closing } = words[locale];
  const { signed } = signing;
  const document = nameOf(given, locale);
  const when = formatDay(given.signedAt, given.zone, locale);
  return {
    subject: signed.subject(document),
    content: [
      paragraph(greeting),
      paragraph(signed.opening(document, given.signer, when)),
      paragraph(signed.enclosed),
      paragraph(closing, given.from),
    ].join('\n'),
  };
}

/** Tells the owner that his customer declined, and why where he said it. */
export function estimateDeclinedMail(
  given: Signing & { reason?: RefusalReason | undefined; word?: string | undefined },
  locale: Locale,
): Letter {
  const { refused } = words[locale].signing;
  const document = nameOf(given, locale);
  return {
    subject: refused.subject(document),
    content: [
      paragraph(refused.opening(document)),
      ...(given.reason ? [paragraph(refused.reason[given.reason])] : []),
      ...(given.word ? [paragraph(...given.word.split('\n'))] : []),
    ].join('\n'),
  };
}

/** Brings the owner what his customer asks. */
export function customerQuestionMail(
  given: Signing & { question: string; email?: string | undefined },
  locale: Locale,
): Letter {
  const said = words[locale].signing.question;
  const document = nameOf(given, locale);
  return {
    subject: said.subject(document),
    content: [
      paragraph(said.opening(document)),
      paragraph(...given.question.split('\n')),
      ...(given.email ? [paragraph(given.email)] : []),
    ].join('\n'),
  };
}

const nameOf = ({ kind, number }: Signing, locale: Locale): string => documentName(kind, number, locale);

import type { OfferKind } from '../domain/billing/document/kind.ts';
import type { Locale } from '../domain/billing/document/locale.ts';
import { consentOf } from '../domain/billing/estimate/consent-text.ts';
import { type SigningState } from '../domain/billing/estimate/signature.ts';
import { refusalReasons, type SignatureProcedure } from '../domain/billing/estimate/signature-procedure.ts';
import { type Html, html } from './html.ts';
import { pageWords } from './locales/index.ts';

/** What the signer sees, and the rejected input. */
export type SignatureView = {
  readonly state: SigningState;
  readonly procedure: SignatureProcedure;
  /** Whether a valid code was sent. */
  readonly isCodeSent: boolean;
  readonly takesQuestions: boolean;
  readonly hasSignedFile: boolean;
  /** The invalid form field, and the entered values, so that they need not be typed again. */
  readonly fault?: string | undefined;
  readonly said?: Said | undefined;
  /** Whether a question was just sent. */
  readonly asked?: boolean | undefined;
};

/** The entered values of a form. */
export type Said = {
  readonly name?: string | undefined;
  readonly drawing?: string | undefined;
  readonly consent?: boolean | undefined;
  readonly question?: string | undefined;
};

type Around = {
  readonly kind: OfferKind;
  readonly number: string;
  readonly locale: Locale;
  readonly address: string;
  readonly sender: string;
  readonly day: (at: number) => string;
};

/**
 * The possible actions, or the outcome. Forms open in place and work without a script, except for
 * drawing.
 */
export function signatureActions(signing: SignatureView, around: Around): Html {
  const words = pageWords[around.locale].signing;
  if (signing.state === 'open')
    return html`${signing.fault === 'question' && html`<p class="notice" role="alert">${words.notSent}</p>`}${signing.asked && html`<p class="notice" role="status">${words.asked}</p>`}${toSign(signing, around)}${signing.takesQuestions && toAsk(signing, around)}${toRefuse(around)}`;
  if (signing.state === 'signed') return signedNow(signing, around);
  const { title, said } = {
    refused: { title: words.refusedTitle, said: words.refused(around.sender) },
    cancelled: { title: words.canceledTitle, said: words.canceled(around.sender) },
    expired: { title: words.expiredTitle, said: words.expired(around.sender) },
  }[signing.state];
  return html`<section class="block" role="status"><h2>${title}</h2><p>${said}</p></section>`;
}

function toSign(
  { procedure, isCodeSent, fault, said = {} }: SignatureView,
  { kind, number, locale, address }: Around,
): Html {
  const words = pageWords[locale].signing;
  if (procedure.withCode && !isCodeSent)
    return html`<details class="act" open><summary class="btn primary">${words.sign}</summary><form method="post" action="${address}/code?locale=${locale}">
<p>${words.codeHint}</p><button class="btn primary">${words.sendCode}</button></form></details>`;
  const faultOf = (member: string, text: string): Html | false =>
    fault === member && html`<p class="fault" id="fault-${member}" role="alert">${text}</p>`;
  const invalid = (member: string): Html | false =>
    fault === member && html` aria-invalid="true" aria-describedby="fault-${member}"`;
  return html`<details class="act" id="sign"${((fault && fault !== 'question') || procedure.withCode) && html` open`}><summary class="btn primary">${words.sign}</summary>
<form method="post" action="${address}/sign?locale=${locale}"><input type="hidden" name="locale" value="${locale}">
<div class="field"><label for="name">${words.name}</label><input type="text" id="name" name="name" autocomplete="name" required maxlength="120" value="${said.name}"${invalid('name')}>${faultOf('name', words.nameMissing)}</div>
<div class="field" id="pad" hidden><span class="label">${words.signature}</span><svg class="pad" viewBox="0 0 300 96" role="img" aria-label="${words.signature}"><path d="${said.drawing}" fill="none" stroke="currentColor" stroke-width="2.2" stroke-linecap="round" stroke-linejoin="round"/></svg>
<p class="small quiet">${words.drawHint}</p><button type="button" class="btn" id="again">${words.again}</button><input type="hidden" name="drawing" id="drawing" value="${said.drawing}"></div>
${
  procedure.withCode &&
  html`<div class="field"><label for="code">${words.code}</label><input type="text" id="code" name="code" inputmode="numeric" autocomplete="one-time-code" required maxlength="10"${invalid('code')}>${faultOf('code', words.codeWrong)}</div>`
}
<label class="choice"><input type="checkbox" name="consent" required${said.consent && html` checked`}${invalid('consent')}><span>${consentOf(kind, number, locale)}</span></label>${faultOf('consent', words.consentMissing)}
<button class="btn primary">${words.sign}</button><p class="small quiet">${words.level}</p></form>
${procedure.withCode && html`<form method="post" action="${address}/code?locale=${locale}"><button class="btn">${words.sendCode}</button></form>`}</details>`;
}

function toAsk({ said }: SignatureView, { locale, address }: Around): Html {
  const words = pageWords[locale].signing;
  return html`<details class="act"><summary class="btn">${words.ask}</summary><form method="post" action="${address}/question?locale=${locale}">
<div class="field"><label for="question">${words.question}</label><textarea id="question" name="question" rows="4" required maxlength="2000">${said?.question}</textarea></div>
<button class="btn">${words.send}</button></form></details>`;
}

function toRefuse({ locale, address, sender }: Around): Html {
  const words = pageWords[locale].signing;
  return html`<details class="act"><summary class="btn">${words.refuse}</summary><form method="post" action="${address}/refuse?locale=${locale}">
<fieldset><legend>${words.reason}</legend>${refusalReasons.map(
    (reason) =>
      html`<label class="choice"><input type="radio" name="reason" value="${reason}"><span>${words.reasons[reason]}</span></label>`,
  )}</fieldset>
<div class="field"><label for="word">${words.word(sender)}</label><textarea id="word" name="word" rows="3" maxlength="2000"></textarea></div>
<button class="btn danger">${words.refuse}</button></form></details>`;
}

function signedNow({ procedure, hasSignedFile }: SignatureView, { locale, address, sender, day }: Around): Html {
  const words = pageWords[locale].signing;
  const { signer, signedAt, evidenceSha256 } = procedure;
  return html`<section class="block" role="status"><h2>${words.signedTitle}</h2>
${signer !== undefined && html`<p>${words.signed(sender)}</p>`}
${hasSignedFile && html`<a class="btn primary" href="${address}/signed">${words.downloadSigned}</a>`}
${
  signer !== undefined &&
  html`<dl class="pairs left"><dt>${words.signedBy}</dt><dd>${signer}, ${signedAt !== undefined && day(signedAt)}</dd>
<dt>${words.fingerprint}</dt><dd class="copy">${evidenceSha256}</dd><dt>${words.levelIs}</dt><dd>${words.levelShort}</dd></dl>`
}</section>`;
}

import {
  type BillingDocument,
  type Finalized,
  isClaim,
  isCreditNote,
  isEstimate,
} from '../domain/billing/document/document.ts';
import type { Facts } from '../domain/billing/document/draft-context.ts';
import type { Locale } from '../domain/billing/document/locale.ts';
import { situationOf } from '../domain/billing/document/situation.ts';
import { type Settlement, settlementOf, toRefundOf } from '../domain/billing/document/totals/settlement.ts';
import type { Cents } from '../domain/money/cents.ts';
import type { Payment } from '../domain/payments/payment.ts';
import { transferOf } from '../domain/payments/transfer.ts';
import type { Theme } from '../domain/themes/theme.ts';
import { civilDayOf } from '../domain/time/civil-day.ts';
import { taxIncluded, totalOf } from '../domain/vat/breakdown.ts';
import { type Written, writtenIn } from '../pdf/layout/number-format.ts';
import type {
  ColumnKey,
  Labelled,
  Mention,
  PrintedDocument,
  PrintedLine,
  PrintedLines,
  PrintedParty,
  PrintedTable,
} from '../pdf/layout/printed-document.ts';
import { wordsOf } from '../pdf/locales/index.ts';
import { type Html, html } from './html.ts';
import { inEveryLanguage } from './in-every-language.ts';
import type { PageWords } from './locales/fr.ts';
import { pageWords } from './locales/index.ts';
import { type WrittenPage, writtenPage } from './page-layout.ts';
import { type PaymentView, paymentActions, providerOrigins, transferBlock } from './payment-actions.ts';
import { type SignatureView, signatureActions } from './signature-actions.ts';

/** A finalized document as shown to its customer. */
type DocumentView = {
  readonly document: Finalized<BillingDocument>;
  readonly facts: Facts;
  readonly printed: PrintedDocument;
  readonly payments: readonly Payment[];
  readonly theme: Theme;
  readonly locale: Locale;
  readonly serviceName: string;
  /** Whether it has an electronic form in addition to its PDF. */
  readonly isElectronic: boolean;
  /** The URL of the page, without a trailing slash. */
  readonly address: string;
  /** Whether the customer can request the portal link by mail. */
  readonly canAskForPortal?: boolean | undefined;
  /** The signature request, if any. */
  readonly signing?: SignatureView | undefined;
  /** The online payment, if offered. */
  readonly paying?: PaymentView | undefined;
  /** The URLs of the scripts for drawing and copying. */
  readonly scripts: { readonly draw: string; readonly copy: string };
};

type Reading = DocumentView & { readonly words: PageWords; readonly written: Written };

/**
 * The page of an offer, a bill or a credit note: its status first, then the document, then the
 * payment.
 */
export function documentPage(shown: DocumentView): WrittenPage {
  const { document, locale, printed, theme, serviceName } = shown;
  const words = pageWords[locale];
  const reading = { ...shown, words, written: writtenIn(locale, document.content.currency.code) };
  const body = html`<main class="read"><aside class="offer">${standing(reading)}${acts(reading)}${transfer(reading)}${files(reading)}
${question(reading)}${others(reading)}${inEveryLanguage(reading)}</aside>${paper(printed)}</main>`;
  return writtenPage({
    ...{ locale, title: printed.title, serviceName, body },
    sender: { name: senderName(shown), theme },
    formsLeadTo: shown.paying?.provider && providerOrigins[shown.paying.provider],
    script: scriptOf(shown),
    head: html`<a href="${shown.address}/pdf">${words.downloadPdf}</a>`,
  });
}

/** Only drawing a signature needs a script; transfer details work without one. */
function scriptOf({ signing, scripts, document }: DocumentView): string | undefined {
  if (signing?.state === 'open') return scripts.draw;
  return transferOf(document) && scripts.copy;
}

function acts(reading: Reading): Html | undefined {
  const { document, signing, paying, locale, address, words, written, facts } = reading;
  if (paying) return paymentActions(paying, { words, locale, address, money: written.money });
  if (!signing || !isEstimate(document)) return undefined;
  const day = (at: number): string => written.day(civilDayOf(at, facts.settings.zone));
  const { kind, sealed } = document;
  return signatureActions(signing, { kind, number: sealed.number, locale, address, sender: senderName(reading), day });
}

/** The name under which the customer knows the sender. */
const senderName = ({ document, printed }: Pick<DocumentView, 'document' | 'printed'>): string =>
  document.sealed.emitter.commercialName?.trim() || printed.emitter.name;

function standing(reading: Reading): Html {
  const { document, printed, words, written, facts } = reading;
  const settlement = isClaim(document) ? settlementOf(document) : undefined;
  const owed = settlement?.toPay;
  const { tone, said } = stateOf(reading, owed);
  const total = taxIncluded(totalOf(document.totals.breakdown));
  const label = settlement && balanceLabel(settlement, { total, words });
  return html`<div><p class="quiet">${document.sealed.customer ? words.of(printed.heading, printed.customer.name) : printed.heading}</p>
<h1>${document.title ?? printed.title}</h1></div>
<div><p class="small quiet">${label ?? (isCreditNote(document) ? words.credited : facts.settings.vatRegime === 'franchise' ? words.totalWithoutVat : words.total)}</p>
<p class="figure">${written.money(settlement ? settlement.toPay || settlement.toRefund : total)}</p></div>
${said && html`<p class="said ${tone}">${said}</p>`}${document.test && html`<p class="notice">${words.test}</p>`}${settled(reading, total)}`;
}

function balanceLabel({ toPay, toRefund }: Settlement, { total, words }: { total: Cents; words: PageWords }): string {
  if (toPay === 0) return toRefund > 0 ? words.toRefund : words.nothingToPay;
  return toPay < total ? words.leftToPay : words.toPay;
}

function stateOf(
  { document, facts, words, written }: Reading,
  owed: Cents | undefined,
): { tone: string; said?: string } {
  const { zone } = facts.settings;
  const day = (at: number): string => written.day(civilDayOf(at, zone));
  const { canceledAt, signedAt, refusedAt, paidAt, sealed } = document;
  const situation = situationOf(document, { day: civilDayOf(facts.now, zone), zone });
  if (canceledAt !== undefined) return { tone: '', said: words.canceledOn(day(canceledAt)) };
  if (isEstimate(document)) {
    const { validUntilAt } = sealed;
    if (signedAt !== undefined) return { tone: 'ok', said: words.signedOn(day(signedAt)) };
    if (refusedAt !== undefined) return { tone: '', said: words.refusedOn(day(refusedAt)) };
    if (validUntilAt === undefined) return { tone: '' };
    if (situation === 'expired') return { tone: 'late', said: words.expiredOn(day(validUntilAt)) };
    return { tone: situation === 'expiring' ? 'warn' : '', said: words.validUntil(day(validUntilAt)) };
  }
  if (isCreditNote(document)) {
    if (document.refundAt !== undefined) return { tone: 'ok', said: words.refundedOn(day(document.refundAt)) };
    const toRefund = toRefundOf(document, facts.parent);
    return { tone: '', ...(toRefund > 0 && { said: words.refundOf(written.money(toRefund)) }) };
  }
  if (owed === undefined) return { tone: '' };
  if (owed === 0) return { tone: 'ok', ...(paidAt !== undefined && { said: words.paidOn(day(paidAt)) }) };
  if (sealed.dueAt === undefined) return { tone: '' };
  return situation === 'late'
    ? { tone: 'late', said: words.late(day(sealed.dueAt)) }
    : { tone: 'warn', said: words.before(day(sealed.dueAt)) };
}

/** What reduced the total: advances, credit notes, payments. */
function settled({ document, facts, payments, locale, words, written }: Reading, total: Cents): Html | undefined {
  if (!isClaim(document)) return undefined;
  const day = (at: number): string => written.shortDay(civilDayOf(at, facts.settings.zone));
  const minus = (amount: number): string => written.money(-amount as Cents);
  const deductions = document.kind === 'invoice' ? document.content.deductions : [];
  const rows = [
    ...deductions.map(({ number, breakdown }) => [words.advance(number), minus(taxIncluded(totalOf(breakdown)))]),
    ...document.life.creditNotes.map((note) => [words.creditNote(note.number), minus(note.total)]),
    ...standingPayments(payments).map(({ method, otherMethod, receivedAt, amount }) => [
      words.paidBy(capital(otherMethod ?? wordsOf[locale].methods[method]), day(receivedAt)),
      minus(amount),
    ]),
  ];
  const { toPay, toRefund, refunded } = settlementOf(document);
  if (refunded > 0) rows.push([words.refund, written.money(refunded)]);
  if (rows.length === 0) return undefined;
  return html`<dl class="pairs"><dt>${words.total}</dt><dd>${written.money(total)}</dd>
${rows.map(([label, value]) => html`<dt>${label}</dt><dd>${value}</dd>`)}
<dt class="total">${toRefund > 0 ? words.toRefund : words.leftToPay}</dt><dd class="total">${written.money(toPay || toRefund)}</dd></dl>`;
}

/** The payments that were not reversed. */
function standingPayments(payments: readonly Payment[]): Payment[] {
  const reversed = new Set(payments.flatMap(({ reversesId }) => reversesId ?? []));
  return payments.filter(({ id, reversesId }) => reversesId === undefined && !reversed.has(id));
}

function transfer({ document, words, written }: Reading): Html | undefined {
  const asked = transferOf(document);
  return asked && transferBlock(asked, { words, written, currency: document.content.currency.code });
}

const files = ({
  words,
  printed,
  isElectronic,
  address,
}: Reading): Html => html`<section class="block" aria-label="${words.files}">
<ul class="files"><li><a class="btn" href="${address}/pdf">${words.pdf(printed.heading)}</a></li>
${isElectronic && html`<li><a class="btn" href="${address}/facturx">${words.facturX} <span>${words.forAccountant}</span></a></li>`}</ul></section>`;

function question({ document, words }: Reading): Html | undefined {
  const { email, phone } = document.sealed.emitter;
  if (!email && !phone) return undefined;
  return html`<p class="small quiet">${words.question} ${email && html`<a href="mailto:${email}">${email}</a>`}${email && phone && ', '}${phone}</p>`;
}

const others = (reading: Reading): Html | undefined =>
  reading.canAskForPortal
    ? html`<p class="small"><a href="${reading.address}/portal?locale=${reading.locale}">${reading.words.portal.all(senderName(reading))}</a></p>`
    : undefined;

const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

/** A document as page content: the texts and amounts of the PDF. Payment details are separate. */
function paper(printed: PrintedDocument): Html {
  const { heading, number, emitter, customer, delivery, facts, subject, headerNote, table, totals, mentions } = printed;
  const tables = [printed.vat, printed.deductions, printed.planned, printed.converted];
  return html`<article class="paper" aria-label="${`${heading} ${number}`}">
<div class="band"><b>${heading}</b><span>${number}</span></div>
<div class="parties">${[emitter, customer, delivery].map((party) => party && partyOf(party))}</div>
${facts.length > 0 && html`<dl class="facts">${facts.map(fact)}</dl>`}
${subject && html`<h2>${subject}</h2>`}${headerNote && html`<p>${headerNote}</p>`}
${linesOf(table)}
<dl class="sums">${totals.map(({ label, value, weight }) => html`<div class="${weight}"><dt>${label}</dt><dd>${value}</dd></div>`)}</dl>
${tables.map((each) => each && tableOf(each))}
${mentions.length > 0 && html`<div class="mentions">${mentions.map(mention)}</div>`}
${printed.footerNote && html`<p>${printed.footerNote}</p>`}
${printed.terms && html`<div class="mentions"><h2>${printed.terms.title}</h2><p>${printed.terms.text}</p></div>`}
<p class="small quiet">${printed.foot}</p></article>`;
}

const partyOf = ({ label, name, lines, details }: PrintedParty): Html =>
  html`<div><span class="label">${label}</span><p><b>${name}</b>${lines.map(
    (line) => html`
${line}`,
  )}</p><p class="small quiet">${details.join('\n')}</p></div>`;

const fact = ({ label, value }: Labelled): Html => html`<div><dt>${label}</dt><dd>${value}</dd></div>`;

const mention = ({ text, beside }: Mention): Html =>
  html`<p>${text}${
    beside &&
    html`
<span>${beside}</span>`
  }</p>`;

/** On a phone each line is a block: designation and total, the rest below with labels. */
const linesOf = ({
  columns,
  lines,
}: PrintedLines): Html => html`<div class="wide" tabindex="0"><table class="lines"><thead><tr>
${columns.map(({ key, label }) => html`<th scope="col" class="${isFigure(key) && 'num'}">${label}</th>`)}</tr></thead><tbody>
${lines.map((line) => lineOf(line, columns))}</tbody></table></div>`;

/** A section heading above its first line, its subtotal below its last. */
const lineOf = (line: PrintedLine, columns: PrintedLines['columns']): Html => html`${
  line.section && html`<tr class="section"><th scope="rowgroup" colspan="${columns.length}">${line.section}</th></tr>`
}
<tr>${columns.map((column) => cell(line, column))}</tr>${
  line.subtotal &&
  html`
<tr class="subtotal"><td class="main" colspan="${columns.length - 1}">${line.subtotal.label}</td><td class="num last">${line.subtotal.value}</td></tr>`
}`;

function cell(line: PrintedLine, { key, label }: PrintedLines['columns'][number]): Html {
  if (key === 'designation') {
    const notes = line.notes.map((note) => html`<small>${note}</small>`);
    return html`<td class="main" data-label="${label}"><b>${line.designation}</b>${line.description && html`<small>${line.description}</small>`}${notes}</td>`;
  }
  const value = line.cells[key];
  if (value === undefined) return html`<td></td>`;
  return html`<td class="${key === 'total' ? 'num last' : isFigure(key) && 'num'}" data-label="${label}">${value}</td>`;
}

const isFigure = (key: ColumnKey): boolean => key !== 'designation' && key !== 'position';

const tableOf = ({
  title,
  head,
  rows,
  figuresFrom,
  note,
}: PrintedTable): Html => html`<div class="wide" tabindex="0"><table>
<caption>${title}</caption><thead><tr>${head.map((text, at) => html`<th scope="col" class="${at >= figuresFrom && 'num'}">${text}</th>`)}</tr></thead>
<tbody>${rows.map((row) => html`<tr>${row.map((text, at) => html`<td class="${at >= figuresFrom && 'num'}">${text}</td>`)}</tr>`)}</tbody></table>
${note && html`<p class="small quiet">${note}</p>`}</div>`;

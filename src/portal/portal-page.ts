import type { AccountSettings } from '../domain/account/settings.ts';
import { isOfferKind, type Kind } from '../domain/billing/document/kind.ts';
import type { Locale } from '../domain/billing/document/locale.ts';
import type { Situation } from '../domain/billing/document/situation.ts';
import type { Cents } from '../domain/money/cents.ts';
import type { CurrencyCode } from '../domain/money/currency.ts';
import type { Transfer } from '../domain/payments/transfer.ts';
import type { Theme } from '../domain/themes/theme.ts';
import { type CivilDay, yearOf } from '../domain/time/civil-day.ts';
import { writtenIn } from '../pdf/layout/number-format.ts';
import { wordsOf } from '../pdf/locales/index.ts';
import { type Html, html } from './html.ts';
import { inEveryLanguage } from './in-every-language.ts';
import type { PageWords } from './locales/fr.ts';
import { pageWords } from './locales/index.ts';
import { type WrittenPage, writtenPage } from './page-layout.ts';
import { transferBlock } from './payment-actions.ts';

/** A document in the portal's list; amounts are tax-included cents of its currency. */
type Listed = {
  readonly id: string;
  readonly kind: Kind;
  readonly number: string;
  readonly title?: string;
  readonly situation: Situation;
  readonly part: 'to_pay' | 'to_answer' | 'rest';
  readonly emittedOn: CivilDay;
  readonly dueOn?: CivilDay;
  readonly validUntilOn?: CivilDay;
  readonly currency: CurrencyCode;
  readonly total: number;
  readonly toPay: number;
  readonly toRefund: number;
};

/** One page of a customer's documents from one sender. */
export type PortalView = {
  readonly customer: string;
  readonly settings: AccountSettings;
  readonly theme: Theme;
  readonly locale: Locale;
  readonly test: boolean;
  readonly today: CivilDay;
  readonly sums: readonly {
    readonly currency: CurrencyCode;
    readonly owed: number;
    readonly late: number;
    readonly toRefund: number;
  }[];
  readonly documents: readonly Listed[];
  /** The transfer details of the first document to pay. */
  readonly transfer?: Transfer | undefined;
  readonly page: number;
  readonly pages: number;
  readonly serviceName: string;
  /** The URL of the portal, without a trailing slash. */
  readonly address: string;
  /** The URL of the copy script. */
  readonly copyScript: string;
};

type Reading = PortalView & { readonly words: PageWords; readonly sender: string };

/**
 * A customer's portal: amounts owed first, then offers awaiting an answer, then everything else by
 * year.
 */
export function portalPage(shown: PortalView): WrittenPage {
  const { locale, customer, theme, serviceName, address, today, pages, documents } = shown;
  const words = pageWords[locale];
  const sender = senderOf(shown.settings);
  const reading = { ...shown, words, sender };
  const years = [yearOf(today), yearOf(today) - 1];
  const body = html`<main class="portal"><div class="head"><div><h1>${words.yourDocuments}</h1><p class="quiet">${words.portal.at(customer, sender)}</p></div>
<ul class="files">${years.map((year) => html`<li><a class="btn" href="${address}/statement/${year}?locale=${locale}">${words.portal.statement(year)}</a></li>`)}</ul></div>
${shown.test && html`<p class="notice">${words.test}</p>`}${shown.page === 1 && owed(reading)}
${documents.length === 0 ? html`<p>${words.portal.none}</p>` : partsOf(documents).map((part) => table(part, reading))}
${pages > 1 && turning(reading)}
<p class="small quiet">${words.portal.personal}</p>${contact(reading)}${inEveryLanguage({ words, locale, address })}</main>`;
  return writtenPage({
    ...{ locale, title: words.portal.title(sender), serviceName, body, sender: { name: sender, theme } },
    script: shown.transfer && shown.copyScript,
  });
}

/** The name under which customers know an account. */
export const senderOf = ({ emitter, name }: AccountSettings): string =>
  emitter.commercialName?.trim() || emitter.name?.trim() || name;

function owed({ sums, documents, transfer, words, locale, address }: Reading): Html {
  const money = (amount: number, currency: CurrencyCode): string => writtenIn(locale, currency).money(amount as Cents);
  const next = documents.find(({ part }) => part === 'to_pay');
  const back = sums
    .filter(({ toRefund }) => toRefund > 0)
    .map(({ toRefund, currency }) => html`<p class="said">${words.refundOf(money(toRefund, currency))}</p>`);
  if (!next) return html`<section class="due"><p class="said ok">${words.nothingToPay}</p>${back}</section>`;
  return html`<section class="due" aria-labelledby="due"><div><h2 class="small quiet" id="due">${words.leftToPay}</h2>
${sums
  .filter((sum) => sum.owed > 0)
  .map(
    (sum) => html`<p class="figure">${money(sum.owed, sum.currency)}</p>
${sum.late > 0 && html`<p class="said late">${words.portal.isLate(money(sum.late, sum.currency))}</p>`}`,
  )}${back}</div>
<p><a class="btn primary" href="${address}/document/${next.id}">${words.portal.next(nameOf(next, locale))}</a></p>
${transfer && transferBlock(transfer, { words, written: writtenIn(locale, next.currency), currency: next.currency })}</section>`;
}

type Part = {
  readonly heading: string | undefined;
  readonly part: Listed['part'];
  readonly documents: readonly Listed[];
};

/** Documents to pay, offers to answer, then one part per year. */
function partsOf(documents: readonly Listed[]): Part[] {
  const groups = Map.groupBy(documents, ({ part, emittedOn }) => (part === 'rest' ? emittedOn.slice(0, 4) : part));
  return [...groups].map(([name, documents]) => ({
    heading: /^\d/.test(name) ? name : undefined,
    part: documents[0]?.part ?? 'rest',
    documents,
  }));
}

function table({ heading, part, documents }: Part, { words, locale, address }: Reading): Html {
  const caption = heading ?? (part === 'rest' ? '' : words.portal.parts[part]);
  return html`<table class="lines"><caption>${caption}</caption><thead><tr><th scope="col">${words.portal.document}</th><th scope="col">${words.portal.date}</th>
<th scope="col">${words.portal.state}</th><th scope="col" class="num">${words.amount}</th></tr></thead><tbody>${documents.map(
    (document) => {
      const { money, shortDay } = writtenIn(locale, document.currency);
      const { tone, said } = standing(document, { words, locale });
      const name = nameOf(document, locale);
      return html`<tr><td class="main" data-label="${words.portal.document}"><a href="${address}/document/${document.id}">${document.title ?? name}</a>${document.title && html`<small>${name}</small>`}</td>
<td data-label="${words.portal.date}">${shortDay(document.emittedOn)}</td><td data-label="${words.portal.state}">${said && html`<span class="said ${tone}">${said}</span>`}</td>
<td class="num last" data-label="${words.amount}">${money((document.kind === 'credit_note' ? -document.total : document.total) as Cents)}</td></tr>`;
    },
  )}</tbody></table>`;
}

/** The status of a document for its customer; a plain credit note has none. */
function standing(
  { part, kind, situation, dueOn, validUntilOn, toPay, toRefund, total, currency }: Listed,
  { words, locale }: Pick<Reading, 'words' | 'locale'>,
): { tone: string; said?: string } {
  const { money, shortDay } = writtenIn(locale, currency);
  if (part === 'to_pay') {
    const rest = toPay < total ? `${words.portal.left(money(toPay as Cents))} · ` : '';
    if (dueOn === undefined) return { tone: 'warn', said: words.portal.left(money(toPay as Cents)) };
    return situation === 'late'
      ? { tone: 'late', said: rest + words.late(shortDay(dueOn)) }
      : { tone: 'warn', said: rest + words.before(shortDay(dueOn)) };
  }
  if (part === 'to_answer')
    return {
      tone: situation === 'expiring' ? 'warn' : '',
      said: validUntilOn === undefined ? words.portal.answer : words.validUntil(shortDay(validUntilOn)),
    };
  if (toRefund > 0) return { tone: 'warn', said: words.refundOf(money(toRefund as Cents)) };
  const said = words.portal.states[situation as keyof PageWords['portal']['states']];
  if (said === undefined) return { tone: '' };
  return { tone: situation === 'paid' || (situation === 'signed' && isOfferKind(kind)) ? 'ok' : '', said };
}

const nameOf = ({ kind, number }: Listed, locale: Locale): string => `${wordsOf[locale].kinds[kind]} ${number}`;

const turning = ({ words, page, pages, address, locale }: Reading): Html => {
  const to = (other: number, said: string): Html | false =>
    other >= 1 && other <= pages && html`<li><a href="${address}?page=${other}&locale=${locale}">${said}</a></li>`;
  return html`<nav class="small" aria-label="${words.portal.list}"><ul class="tongues">${to(page - 1, words.portal.newer)}<li>${words.portal.pages(page, pages)}</li>${to(page + 1, words.portal.older)}</ul></nav>`;
};

function contact({ settings: { emitter }, words }: Reading): Html | undefined {
  const { email, phone } = emitter;
  if (!email && !phone) return undefined;
  return html`<p class="small quiet">${words.question} ${email && html`<a href="mailto:${email}">${email}</a>`}${email && phone && ', '}${phone}</p>`;
}

import {
  type BillingDocument,
  type Estimate,
  isAdvance,
  isClaim,
  isCreditNote,
  isDraft,
  isEstimate,
  isInvoice,
} from '../../domain/billing/document/document.ts';
import { datesOf } from '../../domain/billing/document/document-dates.ts';
import { textsThat } from '../../domain/billing/document/document-texts.ts';
import type { Facts } from '../../domain/billing/document/draft-context.ts';
import type { Locale } from '../../domain/billing/document/locale.ts';
import { partiesOf } from '../../domain/billing/document/parties.ts';
import { sourcesOf } from '../../domain/billing/document/sources.ts';
import { isProfessional, type Party } from '../../domain/customers/party.ts';
import type { Theme } from '../../domain/themes/theme.ts';
import { civilDayOf } from '../../domain/time/civil-day.ts';
import type { Words } from '../locales/fr.ts';
import { wordsOf } from '../locales/index.ts';
import { cancellationFact, isCanceled } from './cancellation.ts';
import { leftToPayAtIssue } from './due-at-issue.ts';
import type { LayoutContext } from './layout-context.ts';
import { mentionsOf } from './legal-mentions.ts';
import { printedLines } from './lines.ts';
import { writtenIn } from './number-format.ts';
import { customerPrinted, deliveryPrinted, emitterFoot, emitterNamed, emitterPrinted } from './parties.ts';
import { printedPayment } from './payment.ts';
import type { Labelled, PrintedDocument } from './printed-document.ts';
import { convertedTable, deductionsTable, plannedTable, vatTable } from './tables.ts';
import { isTaxed, showsTaxIncluded } from './taxed-lines.ts';
import { headlineOf, printedTotals } from './totals.ts';

export type DocumentLayoutInput = {
  readonly document: BillingDocument;
  readonly facts: Facts;
  /** Its related documents by id: a final invoice prints the days of its deducted advances. */
  readonly relatives?: ReadonlyMap<string, { readonly document: BillingDocument }>;
  /** By default the document's own language. */
  readonly locale?: Locale;
  readonly theme: Theme;
  readonly serviceName: string;
};

/**
 * Lays a document out for print. The output of a finalized document only depends on frozen data.
 */
export function printedDocument(input: DocumentLayoutInput): PrintedDocument {
  const printing = printingOf(input);
  const { document, words, dates, parties, theme } = printing;
  const { content } = document;
  const { logo, ...design } = theme;
  const heading = headingOf(printing);
  const number = document.sealed?.number;
  const watermark = watermarkOf(printing);
  const terms = textsPrinted(document, 'terms');
  return withoutAbsent({
    locale: printing.locale,
    dated: { day: dates.emittedOn, at: dates.emittedAt },
    title: `${heading} ${number ?? words.draftNumber}`,
    heading,
    number: number === undefined ? words.draftNumber : `${words.numberSign} ${number}`,
    subject: content.display.title && filled(document.title),
    watermark,
    emitter: emitterPrinted(printing),
    customer: customerPrinted(printing),
    delivery: deliveryPrinted(printing),
    headline: headlineOf(printing),
    facts: printedFacts(printing),
    headerNote: textsPrinted(document, 'above lines'),
    table: printedLines(printing),
    totals: printedTotals(printing),
    vat: vatTable(printing),
    deductions: deductionsTable(printing),
    planned: plannedTable(printing),
    converted: convertedTable(printing),
    payment: printedPayment(printing),
    mentions: mentionsOf(printing),
    footerNote: textsPrinted(document, 'below lines'),
    signature: signatureOf(printing),
    terms: terms && { title: words.generalTerms, text: terms },
    foot: emitterFoot(printing),
    credit: content.display.serviceLogo && words.madeWith(printing.serviceName),
    pages: words.pageOf('{page}', '{pages}'),
    logoAlt: words.logoAlt(emitterNamed(parties.emitter)),
    theme: { ...design, ...(logo && { logo: { path: logoPath(logo.format), widthMm: logo.widthMm } }) },
  }) as PrintedDocument;
}

/** The path of the logo for the compiler. */
const logoPath = (format: 'png' | 'jpg'): string => `/logo.${format}`;

function printingOf(input: DocumentLayoutInput): LayoutContext {
  const { document, facts, relatives, theme, serviceName } = input;
  const locale = input.locale ?? document.content.locale;
  const parties = partiesOf(document, facts);
  const family = [...(relatives?.values() ?? [])].map((relative) => relative.document);
  return {
    document,
    facts,
    relatives: relatives ?? new Map(),
    sources: sourcesOf(document, [...family, ...(facts.parent ? [facts.parent] : [])]),
    locale,
    theme,
    serviceName,
    parties,
    zone: facts.settings.zone,
    professional: buysAsProfessional(parties.customer),
    withTax: showsTaxIncluded(document, facts.parent),
    dates: datesOf(document, facts.now, facts.settings.zone),
    words: wordsOf[locale],
    written: writtenIn(locale, document.content.currency.code),
  };
}

/** A draft without a customer is printed as for a professional. */
const buysAsProfessional = (customer: Party | undefined): boolean => customer === undefined || isProfessional(customer);

function headingOf({ document, words }: LayoutContext): string {
  return isInvoice(document) && document.content.isFinal ? words.finalInvoice : words.kinds[document.kind];
}

function watermarkOf({ document, words: { watermarks } }: LayoutContext): string | undefined {
  if (isDraft(document)) return watermarks.draft;
  if (document.test) return watermarks.test;
  return document.canceledAt === undefined ? undefined : watermarks.canceled;
}

function signatureOf({ document, words }: LayoutContext): PrintedDocument['signature'] {
  if (!isEstimate(document) || !document.content.display.goodForApproval) return undefined;
  return { title: words.goodForApproval, fields: [words.signatureDate, words.signatureName, words.signature] };
}

/** The texts of a place on the page, one below the other. */
const textsPrinted = ({ content }: BillingDocument, place: 'above lines' | 'below lines' | 'terms') =>
  textsThat(content, ({ printed }) => printed === place)
    .map(({ text }) => text)
    .join('\n\n') || undefined;

const filled = (text: string | undefined): string | undefined => (text?.trim() ? text : undefined);

/** Removes members without content: nothing is printed for absent, false or empty ones. */
const withoutAbsent = (members: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined && value !== false));

/** The facts beside the number, the most important day first: days, terms, related documents. */
function printedFacts(printing: LayoutContext): Labelled[] {
  const { document, dates, words, written, zone } = printing;
  const { timeline } = document.content;
  const day = (at: number): string => written.day(civilDayOf(at, zone));
  const isOwed = isClaim(document) && !isCanceled(document);
  const offered = isEstimate(document);
  return [
    isOwed &&
      leftToPayAtIssue(document) !== 0 &&
      dates.dueAt !== undefined && { label: words.dueOn, value: day(dates.dueAt) },
    cancellationFact(printing),
    offered && dates.validUntilAt !== undefined && { label: words.validUntil, value: day(dates.validUntilAt) },
    { label: words.issuedOn, value: written.day(dates.emittedOn) },
    timeline.deliveryAt !== undefined && {
      label: offered ? startOf(document, words) : words.deliveredOn,
      value: day(timeline.deliveryAt),
    },
    timeline.period !== undefined && {
      label: words.billedPeriod,
      value: `${day(timeline.period.from)} – ${day(timeline.period.to)}`,
    },
    offered && durationOf(document, printing),
    ...labelledTexts(printing),
    ...followed(printing),
    offered && feeOf(document, printing),
  ].filter((fact): fact is Labelled => Boolean(fact));
}

/** The texts printed with a label, such as the number of the customer's order. */
const labelledTexts = ({ document, locale }: LayoutContext): Labelled[] =>
  textsThat(document.content, ({ printed }) => typeof printed === 'object').flatMap(({ row, text }) =>
    typeof row.printed === 'object' ? [{ label: row.printed[locale], value: text }] : [],
  );

/** The planned day is the start if there is a duration. */
const startOf = ({ content: { duration } }: Estimate, words: Words): string =>
  duration === undefined ? words.plannedFor : words.plannedStart;

/** The duration of the work (C. conso. art. L111-1, 3°). */
function durationOf({ content: { duration } }: Estimate, { words, written }: LayoutContext): Labelled | false {
  if (duration === undefined) return false;
  const unit = words.units[duration.unit][written.isOne(duration.value) ? 0 : 1];
  return { label: words.plannedDuration, value: `${written.quantity(duration.value)}\u00a0${unit}` };
}

/** The price of the estimate; for consumers also if it is free (arrêté of 24 January 2017). */
function feeOf(document: Estimate, { words, written, professional }: LayoutContext): Labelled | false {
  const { fee } = document.content;
  if (fee === undefined)
    return document.kind === 'estimate' && !professional && { label: words.estimateFee, value: words.free };
  const amount = written.money(fee.amount);
  const price = isTaxed(document) ? words.withTax(amount) : amount;
  return { label: words.estimateFee, value: fee.isDeducted ? `${price}, ${words.feeDeducted}` : price };
}

/**
 * A credit note states the corrected document by number and day (CGI art. 289, I 5), a bill its
 * estimate.
 */
function followed({ document, facts: { parent }, words, written, zone }: LayoutContext): (Labelled | false)[] {
  const day = (at: number): string => written.day(civilDayOf(at, zone));
  if (isCreditNote(document)) {
    const own = document.content.references.map(({ number, date }) => words.correctsOn(number, day(date)));
    const { sealed } = parent ?? {};
    const says = parent && isAdvance(parent) ? words.correctsAdvanceOn : words.correctsOn;
    const corrected = sealed ? [says(sealed.number, day(sealed.emittedAt))] : own;
    return corrected.map((value) => ({ label: words.corrects, value }));
  }
  if (!parent?.sealed || !isEstimate(parent)) return [];
  // An advance always names its estimate; an invoice only if the account chose so.
  if (!isAdvance(document) && !document.content.display.estimateNumber) return [];
  return [
    {
      label: words.followsFrom[parent.kind],
      value: words.numberAndDate(parent.sealed.number, day(parent.sealed.emittedAt)),
    },
  ];
}

import { type BillingDocument, isDraft, isEstimate, isInvoice } from '../../domain/billing/document/document.ts';
import { datesOf } from '../../domain/billing/document/document-dates.ts';
import { textsThat } from '../../domain/billing/document/document-texts.ts';
import type { Facts } from '../../domain/billing/document/draft-context.ts';
import type { Locale } from '../../domain/billing/document/locale.ts';
import { partiesOf } from '../../domain/billing/document/parties.ts';
import { sourcesOf } from '../../domain/billing/document/sources.ts';
import type { Party } from '../../domain/customers/party.ts';
import { isProfessional } from '../../domain/customers/party.ts';
import type { Theme } from '../../domain/themes/theme.ts';
import { wordsOf } from '../locales/index.ts';
import { printedFacts } from './document-facts.ts';
import type { LayoutContext } from './layout-context.ts';
import { mentionsOf } from './legal-mentions.ts';
import { printedLines } from './lines.ts';
import { writtenIn } from './number-format.ts';
import { customerPrinted, deliveryPrinted, emitterFoot, emitterNamed, emitterPrinted } from './parties.ts';
import { printedPayment } from './payment.ts';
import type { PrintedDocument } from './printed-document.ts';
import { showsTaxIncluded } from './shows-tax-included.ts';
import { convertedTable, deductionsTable, plannedTable, vatTable } from './tables.ts';
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

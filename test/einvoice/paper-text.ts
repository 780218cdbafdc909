import { type BillingDocument, isEstimate } from '../../src/domain/billing/document/document.ts';
import { type Locale, locales } from '../../src/domain/billing/document/locale.ts';
import { DEFAULT_THEME } from '../../src/domain/themes/themes.ts';
import { printedDocument } from '../../src/print/printed-document.ts';
import type { openTypesetter } from '../../src/print/typesetter.ts';
import { readPdf } from '../print/read-pdf.ts';
import type { Example } from './examples.ts';

type Typesetter = ReturnType<typeof openTypesetter>;

/** The example whose paper is kept in every language, and those whose estimate or purchase order is kept as well. */
const IN_EVERY_LANGUAGE = 'final-invoice';
const WITH_OFFER: ReadonlySet<string> = new Set(['final-invoice', 'final-invoice-covered-by-advances']);

/** What the papers of an example say, by the names of their files, as another program reads it out of the PDF. */
export async function papersOf(
  name: string,
  { bill, made }: Example,
  typesetter: Typesetter,
): Promise<Readonly<Record<string, string>>> {
  const relatives = new Map(made.around().relatives.map((document) => [document.id, { document }]));
  const said = async (document: BillingDocument, locale?: Locale): Promise<string> => {
    const facts = made.facts(document);
    const given = { document, facts, relatives, theme: DEFAULT_THEME, serviceName: 'Facturier' };
    const { pages } = await readPdf(
      typesetter.set({ printed: printedDocument({ ...given, ...(locale && { locale }) }) }),
    );
    return `${pages.map((page) => page.trimEnd()).join('\n\f\n')}\n`;
  };
  const papers: Record<string, string> = { 'paper.txt': await said(bill) };
  if (name === IN_EVERY_LANGUAGE)
    for (const locale of locales.filter((each) => each !== bill.content.locale))
      papers[`paper.${locale}.txt`] = await said(bill, locale);
  const offer = [...relatives.values()].map(({ document }) => document).find(isEstimate);
  if (offer && WITH_OFFER.has(name)) papers[`${offer.kind.replace('_', '-')}.txt`] = await said(offer);
  return papers;
}

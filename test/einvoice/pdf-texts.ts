import { type BillingDocument, isEstimate } from '../../src/domain/billing/document/document.ts';
import { type Locale, locales } from '../../src/domain/billing/document/locale.ts';
import { DEFAULT_THEME } from '../../src/domain/themes/themes.ts';
import { printedDocument } from '../../src/pdf/layout/document-layout.ts';
import type { PrintedDocument } from '../../src/pdf/layout/printed-document.ts';
import type { TypstCompiler } from '../../src/pdf/typst-compiler.ts';
import { readPdf } from '../pdf/read-pdf.ts';
import type { Example } from './examples.ts';

/** The example stored in every language, and those with a stored estimate or purchase order. */
const IN_EVERY_LANGUAGE = 'final-invoice';
const WITH_OFFER: ReadonlySet<string> = new Set(['final-invoice', 'final-invoice-covered-by-advances']);

/** The PDFs of an example by name: `paper`, `paper.de`, `estimate`. */
export function papersOf(name: string, { bill, made }: Example): Readonly<Record<string, PrintedDocument>> {
  const relatives = new Map(made.around().relatives.map((document) => [document.id, { document }]));
  const printed = (document: BillingDocument, locale?: Locale): PrintedDocument => {
    const facts = made.facts(document);
    const given = { document, facts, relatives, theme: DEFAULT_THEME, serviceName: 'Facturier' };
    return printedDocument({ ...given, ...(locale && { locale }) });
  };
  const papers: Record<string, PrintedDocument> = { paper: printed(bill) };
  if (name === IN_EVERY_LANGUAGE)
    for (const locale of locales.filter((each) => each !== bill.content.locale))
      papers[`paper.${locale}`] = printed(bill, locale);
  const offer = [...relatives.values()].map(({ document }) => document).find(isEstimate);
  if (offer && WITH_OFFER.has(name)) papers[offer.kind.replace('_', '-')] = printed(offer);
  return papers;
}

/** The text of an example's PDFs by file name, extracted by another program. */
export async function textsOf(
  name: string,
  example: Example,
  typesetter: TypstCompiler,
): Promise<Readonly<Record<string, string>>> {
  const texts: Record<string, string> = {};
  for (const [paper, printed] of Object.entries(papersOf(name, example))) {
    const { pages } = await readPdf(typesetter.set({ printed }));
    texts[`${paper}.txt`] = `${pages.map((page) => page.trimEnd()).join('\n\f\n')}\n`;
  }
  return texts;
}

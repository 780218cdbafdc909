import { printedDocument } from '../../src/print/printed-document.ts';
import { DEFAULT_THEME } from '../../src/print/themes.ts';
import type { openTypesetter } from '../../src/print/typesetter.ts';
import { readPdf } from '../print/read-pdf.ts';
import type { Example } from './examples.ts';

/** The file of an example that holds what its paper says. */
export const PAPER = 'paper.txt';

/** What the paper of an example says, page by page, as another program reads it out of the PDF. */
export async function paperTextOf(
  { bill, made }: Example,
  typesetter: ReturnType<typeof openTypesetter>,
): Promise<string> {
  const relatives = new Map(made.around().relatives.map((document) => [document.id, { document }]));
  const facts = made.facts(bill);
  const given = { document: bill, facts, relatives, theme: DEFAULT_THEME, serviceName: 'Facturier' };
  const { pages } = await readPdf(typesetter.set({ printed: printedDocument(given) }));
  return `${pages.map((page) => page.trimEnd()).join('\n\f\n')}\n`;
}

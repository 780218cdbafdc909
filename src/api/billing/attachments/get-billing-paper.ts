import * as z from 'zod';
import type { PrintedDocument } from '../../../pdf/layout/printed-document.ts';
import { operation } from '../../../pipeline/operation.ts';
import { PaperJson } from '../../../schemas/billing/document/paper.ts';
import { locale } from '../../../schemas/fields/enumerations.ts';
import { idOr } from '../../../schemas/fields/id.ts';
import { documentLookups, loadDocumentGroup } from '../../../services/billing/document-group/load-document-group.ts';
import { themeOf } from '../../../services/themes/find-theme.ts';

export const getBillingPaper = operation({
  name: 'get-billing-paper',
  summary: 'Returns the printed text of a document: every label, date and amount as printed.',
  description:
    'The content of the pages as text, for screen readers and programs: parties with their addresses, lines, totals, payment details and legal mentions, in page order. `preview-billing` shows the same as images.',
  chapter: 'Files',
  routes: ['GET /v2/billing/{billingId}/paper'],
  scope: 'billing:read',
  path: z.object({ id: idOr('document_not_found') }),
  query: z.object({
    locale: locale.optional().meta({ description: 'Language of the paper; by default the document’s own.' }),
  }),
  body: z.object({}),
  success: 200,
  output: PaperJson,
  refusals: ['document_not_found'],

  async run(context, { id, locale: language }) {
    const found = await loadDocumentGroup(context, id, documentLookups.any);
    if ('refused' in found) return found;
    const { document, facts } = found.asked;
    const { serviceName } = context;
    const theme = await themeOf(context, document);
    const { printedDocument } = await import('../../../pdf/layout/document-layout.ts');
    const source = { document, facts, relatives: found.members, theme, serviceName };
    return { body: paperOf(printedDocument({ ...source, locale: language ?? document.content.locale })) };
  },
});

/**
 * The content of a printed page without visual elements: design, carried-over amounts, payment QR
 * code.
 */
function paperOf(printed: PrintedDocument): z.input<typeof PaperJson> {
  const { locale, title, heading, number, subject, watermark, theme, table, payment } = printed;
  const { headerNote, footerNote, terms, foot } = printed;
  const tables = [printed.vat, printed.deductions, printed.planned, printed.converted];
  return {
    ...{ locale, title, heading, number, subject, watermark, headerNote, footerNote, foot },
    accent: theme.colours.accent,
    emitter: partyOf(printed.emitter),
    customer: partyOf(printed.customer),
    ...(printed.delivery && { delivery: partyOf(printed.delivery) }),
    facts: [...printed.facts],
    columns: [...table.columns],
    lines: table.lines.map(({ notes, cells, ...line }) => ({ ...line, notes: [...notes], cells: { ...cells } })),
    totals: [...printed.totals],
    tables: tables.flatMap((each) =>
      each ? [{ ...each, head: [...each.head], rows: each.rows.map((row) => [...row]) }] : [],
    ),
    ...(payment && {
      payment: { title: payment.title, facts: [...payment.facts], ...(payment.note && { note: payment.note }) },
    }),
    mentions: [...printed.mentions],
    ...(terms && { terms }),
  };
}

const partyOf = ({ lines, details, ...party }: PrintedDocument['emitter']) => ({
  ...party,
  lines: [...lines],
  details: [...details],
});

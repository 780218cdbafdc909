import * as z from 'zod';
import { recordDownload } from '../../../db/billing/document-metadata.ts';
import type { RenderingFormat } from '../../../db/billing/stored-files.ts';
import type { BillingDocument } from '../../../domain/billing/document/document.ts';
import type { DocumentGroup } from '../../../domain/billing/document/group/document-group.ts';
import type { Locale } from '../../../domain/billing/document/locale.ts';
import type { PrintedDocument } from '../../../pdf/layout/printed-document.ts';
import { FileAnswer } from '../../../pipeline/file-answer.ts';
import { operation } from '../../../pipeline/operation.ts';
import { PaperJson } from '../../../schemas/billing/document/paper.ts';
import { worded } from '../../../schemas/fields/enum-schema.ts';
import { locale } from '../../../schemas/fields/enumerations.ts';
import { idOr } from '../../../schemas/fields/id.ts';
import { documentLookups, loadDocumentGroup } from '../../../services/billing/document-group/load-document-group.ts';
import { type DocumentFile, prepareFile } from '../../../services/billing/files/prepare-file.ts';
import { previewImage } from '../../../services/billing/files/preview-image.ts';
import { formatOf } from '../../../services/billing/files/render-document.ts';
import { keptSignedFile } from '../../../services/billing/signing/signed-file.ts';
import type { Context } from '../../../services/context.ts';
import { themeOf } from '../../../services/themes/find-theme.ts';

const formats = ['pdf', 'facturx', 'cii', 'ubl', 'signed'] as const;

export const downloadBilling = operation({
  name: 'download-billing',
  summary: 'Downloads a document: as the PDF its customer receives, or as the electronic invoice inside it.',
  description:
    'The PDF of a finalized invoice, advance or credit note is a Factur-X: it contains the electronic invoice if the document has the required information. Drafts have a watermark and are rendered each time. The first rendering of a finalized document is stored, its hash is recorded in the audit trail, and later downloads return the same bytes.',
  chapter: 'Files',
  routes: ['GET /v2/billing/{billingId}/download'],
  scope: 'billing:read',
  path: z.object({ id: idOr('document_not_found') }),
  query: z.object({
    locale: locale.optional().meta({ description: 'Language of the PDF; by default the document’s own.' }),
    format: worded(formats).default('pdf').meta({
      description:
        'pdf, facturx (refused if not possible), cii or ubl; signed: the sealed PDF of a document that was signed electronically, in the language it was signed in.',
    }),
  }),
  body: z.object({}),
  success: 200,
  output: FileAnswer,
  answers: 'file',
  fileTypes: ['application/pdf', 'application/xml'],
  notesReading: true,
  refusals: [
    'document_not_found',
    'version_stale',
    'not_yet_finalized',
    'no_electronic_form',
    'electronic_form_incomplete',
    'not_signed_electronically',
  ],

  async run(context, input) {
    const found = await loadDocumentGroup(context, input.id, documentLookups.any);
    if ('refused' in found) return found;
    const { document } = found.asked;
    const locale = input.locale ?? document.content.locale;
    const prepared =
      input.format === 'signed'
        ? await keptSignedFile(context, document)
        : await renderedFile(context, found, { format: input.format, locale });
    if ('refused' in prepared) return prepared;
    if ('file' in prepared) return downloaded(context, document, prepared.file);
    return {
      aside: prepared.make,
      after: async (again, made: Buffer) => {
        const file = await prepared.keep(again, made);
        return 'refused' in file ? file : downloaded(again, document, file);
      },
    };
  },
});

async function renderedFile(
  context: Context,
  found: DocumentGroup,
  { format: wished, locale }: { format: RenderingFormat; locale: Locale },
) {
  const format = await formatOf(found.asked.document, found.asked.facts, wished);
  return typeof format === 'object' ? format : prepareFile(context, found, { format, locale });
}

function downloaded(
  { tx, now }: Pick<Context, 'tx' | 'now'>,
  { id: documentId }: BillingDocument,
  { name, mediaType, bytes }: DocumentFile,
) {
  recordDownload(tx, documentId, now);
  return { body: { name, mediaType, bytes } };
}

export const previewBilling = operation({
  name: 'preview-billing',
  summary: 'Renders a document as it would be printed now: all pages in one image (SVG), one below the other.',
  description:
    'The image is rendered like the PDF, with a watermark on drafts. Each page is 595.28 by 841.89 units (A4), so the height gives the number of pages. Nothing is stored; to get the PDF, download it.',
  chapter: 'Files',
  routes: ['GET /v2/billing/{billingId}/preview'],
  scope: 'billing:read',
  path: z.object({ id: idOr('document_not_found') }),
  query: z.object({
    locale: locale.optional().meta({ description: 'Language of the pages; by default the document’s own.' }),
  }),
  body: z.object({}),
  success: 200,
  output: FileAnswer,
  answers: 'file',
  fileTypes: ['image/svg+xml'],
  refusals: ['document_not_found'],

  async run(context, { id, locale: language }) {
    const found = await loadDocumentGroup(context, id, documentLookups.any);
    if ('refused' in found) return found;
    return {
      aside: await previewImage(context, found, language),
      after: async (_, bytes: Buffer) => ({ body: { name: 'apercu.svg', mediaType: 'image/svg+xml', bytes } }),
    };
  },
});

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

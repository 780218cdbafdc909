import * as z from 'zod';
import { recordDownload } from '../../../db/billing/document-metadata.ts';
import type { RenderingFormat } from '../../../db/billing/stored-files.ts';
import type { BillingDocument } from '../../../domain/billing/document/document.ts';
import type { DocumentGroup } from '../../../domain/billing/document/group/document-group.ts';
import type { Locale } from '../../../domain/billing/document/locale.ts';
import { FileAnswer } from '../../../pipeline/file-answer.ts';
import { operation } from '../../../pipeline/operation.ts';
import { worded } from '../../../schemas/fields/enum-schema.ts';
import { locale } from '../../../schemas/fields/enumerations.ts';
import { idOr } from '../../../schemas/fields/id.ts';
import { documentLookups, loadDocumentGroup } from '../../../services/billing/document-group/load-document-group.ts';
import { type DocumentFile, prepareFile } from '../../../services/billing/files/prepare-file.ts';
import { formatOf } from '../../../services/billing/files/render-document.ts';
import { keptSignedFile } from '../../../services/billing/signing/signed-file.ts';
import type { Context } from '../../../services/context.ts';

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

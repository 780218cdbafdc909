import * as z from 'zod';
import { locale } from '../../../contract/enumerations.ts';
import { idOr } from '../../../contract/id.ts';
import { worded } from '../../../contract/named.ts';
import { formatOf } from '../../../deeds/billing/format-of.ts';
import { type DocumentFile, preparedFile } from '../../../deeds/billing/prepared-file.ts';
import { seeFamily, wanted } from '../../../deeds/billing/see-family.ts';
import type { Context } from '../../../deeds/context.ts';
import type { BillingDocument } from '../../../domain/billing/document/document.ts';
import { FileAnswer } from '../../../road/file-answer.ts';
import { operation } from '../../../road/operation.ts';
import { noteDownload } from '../../../store/billing/document-marks.ts';

const formats = ['pdf', 'facturx', 'cii', 'ubl'] as const;

export const downloadBilling = operation({
  name: 'download-billing',
  summary: 'Downloads a document: as the PDF its customer receives, or as the electronic invoice inside it.',
  description:
    'The PDF of a finalized invoice, advance or credit note is a Factur-X: it holds the electronic invoice wherever the document has what that takes. Drafts bear a watermark and are rendered each time; what a finalized document was first rendered to is kept, its hash joins the audit chain, and later downloads give the same bytes.',
  chapter: 'Files',
  routes: ['GET /v2/billing/{billingId}/download'],
  scope: 'billing:read',
  path: z.object({ id: idOr('document_not_found') }),
  query: z.object({
    locale: locale.optional().meta({ description: 'Language of the PDF; by default the document’s own.' }),
    format: worded(formats)
      .default('pdf')
      .meta({ description: 'pdf, facturx (refused where it cannot be one), cii or ubl.' }),
  }),
  body: z.object({}),
  success: 200,
  output: FileAnswer,
  answers: 'file',
  refusals: [
    'document_not_found',
    'version_stale',
    'not_yet_finalized',
    'no_electronic_form',
    'electronic_form_incomplete',
  ],

  async run(context, input) {
    const found = await seeFamily(context, input.id, wanted.any);
    if ('refused' in found) return found;
    const { document, facts } = found.asked;
    const format = await formatOf(document, facts, input.format);
    if (typeof format === 'object') return format;
    const prepared = await preparedFile(context, found, { format, locale: input.locale ?? document.content.locale });
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

function downloaded(
  { tx, now }: Pick<Context, 'tx' | 'now'>,
  { id: documentId }: BillingDocument,
  { name, mediaType, bytes }: DocumentFile,
) {
  noteDownload(tx, documentId, now);
  return { body: { name, mediaType, bytes } };
}

import * as z from 'zod';
import { FileAnswer } from '../../../pipeline/file-answer.ts';
import { operation } from '../../../pipeline/operation.ts';
import { locale } from '../../../schemas/fields/enumerations.ts';
import { idOr } from '../../../schemas/fields/id.ts';
import { documentLookups, loadDocumentGroup } from '../../../services/billing/document-group/load-document-group.ts';
import { previewImage } from '../../../services/billing/files/preview-image.ts';

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

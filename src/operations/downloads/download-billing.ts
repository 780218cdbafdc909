import * as z from 'zod';
import { locale } from '../../contract/document-input.ts';
import { id } from '../../contract/id.ts';
import { worded } from '../../contract/named.ts';
import { type BillingDocument, isEstimate, isFinalized } from '../../domain/document/document.ts';
import type { Facts } from '../../domain/document/facts.ts';
import type { Refused } from '../../domain/refusal.ts';
import { findRendering, noteDownload, type RenderingFormat } from '../../store/files.ts';
import { seeDocument, wanted } from '../documents/seen-family.ts';
import { FileAnswer } from '../file-answer.ts';
import { type Context, operation } from '../operation.ts';
import { themeOf } from '../themes/theme-of.ts';
import { keepRendered, renderingOf } from './keep-rendered.ts';
import { faultsOfForm, fileNameOf, mediaTypes, rendered } from './printed-file.ts';

const formats = ['pdf', 'facturx', 'cii', 'ubl'] as const;

export const downloadBilling = operation({
  name: 'download-billing',
  summary: 'Downloads a document: as the PDF its customer receives, or as the electronic invoice inside it.',
  description:
    'The PDF of a finalized invoice, advance or credit note is a Factur-X: it holds the electronic invoice wherever the document has what that takes. Drafts bear a watermark and are rendered each time; what a finalized document was first rendered to is kept, its hash joins the audit chain, and later downloads give the same bytes.',
  chapter: 'Files',
  routes: ['GET /v2/billing/{id}/download'],
  scope: 'billing:read',
  path: z.object({ id }),
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
    const found = await seeDocument(context, input.id, wanted.any);
    if ('refused' in found) return found;
    const { document, facts } = found.seen;
    const format = await formatOf(document, facts, input.format);
    if (typeof format === 'object') return format;
    const asked = input.locale ?? document.content.locale;
    const rendering = renderingOf(document, { format, locale: asked });
    const kept = isFinalized(document) ? await findRendering(context.tx, rendering) : undefined;
    if (kept) return downloaded(context, document, { format, bytes: kept });

    const theme = await themeOf(context, document);
    const toRender = { document, facts, relatives: found.relatives, locale: asked, theme, format };
    return {
      aside: () => rendered(context, toRender),
      after: async (again, made: Buffer) => {
        const bytes = isFinalized(document) ? await keepRendered(again, rendering, made) : made;
        return 'refused' in bytes ? bytes : downloaded(again, document, { format, bytes });
      },
    };
  },
});

function downloaded(
  { tx, now }: Pick<Context, 'tx' | 'now'>,
  document: BillingDocument,
  { format, bytes }: { format: RenderingFormat; bytes: Buffer },
) {
  noteDownload(tx, document.id, now);
  const body = { name: fileNameOf(document, format), mediaType: mediaTypes[format], content: bytes.toString('base64') };
  return { body };
}

/** What a document is rendered to: an invoice as an electronic one wherever it can be. */
async function formatOf(
  document: BillingDocument,
  facts: Facts,
  asked: RenderingFormat,
): Promise<RenderingFormat | Refused<'not_yet_finalized' | 'no_electronic_form' | 'electronic_form_incomplete'>> {
  if (isEstimate(document)) return asked === 'pdf' ? 'pdf' : { refused: 'no_electronic_form' };
  if (!isFinalized(document)) return asked === 'pdf' ? 'pdf' : { refused: 'not_yet_finalized' };
  const faults = await faultsOfForm(document, facts);
  if (faults.length === 0) return asked === 'pdf' ? 'facturx' : asked;
  return asked === 'pdf' ? 'pdf' : { refused: 'electronic_form_incomplete', faults };
}

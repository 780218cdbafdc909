import { isFinalized } from '../../domain/billing/document/document.ts';
import type { Locale } from '../../domain/billing/document/locale.ts';
import type { CustomerLink } from '../../domain/portal/customer-link.ts';
import type { Refused } from '../../domain/refusal.ts';
import { documentLookups, loadDocumentGroup } from '../billing/document-group/load-document-group.ts';
import { type PreparedFile, prepareFile } from '../billing/files/prepare-file.ts';
import { formatOf } from '../billing/files/render-document.ts';
import { keptSignedFile } from '../billing/signing/signed-file.ts';
import type { Context } from '../context.ts';

/**
 * The file of a link's document, by default in its own language; refused for a bill that cannot be
 * a Factur-X.
 */
export async function fileAtLink(
  context: Context,
  { documentId }: CustomerLink,
  { format: asked, locale }: { format: 'pdf' | 'facturx' | 'signed'; locale?: Locale },
): Promise<PreparedFile | Refused<'customer_link_not_found'>> {
  const found = await loadDocumentGroup(context, documentId as string, documentLookups.any);
  if ('refused' in found || !isFinalized(found.asked.document)) return NOTHING;
  const { document, facts } = found.asked;
  if (asked === 'signed') {
    const signed = await keptSignedFile(context, document);
    return 'refused' in signed ? NOTHING : signed;
  }
  const format = await formatOf(document, facts, asked);
  if (typeof format === 'object') return NOTHING;
  return prepareFile(context, found, { format, locale: locale ?? document.content.locale });
}

const NOTHING: Refused<'customer_link_not_found'> = { refused: 'customer_link_not_found' };

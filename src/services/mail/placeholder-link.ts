import type { BillingDocument } from '../../domain/billing/document/document.ts';
import { DOCUMENT_LINK_SECONDS } from '../../domain/portal/customer-link.ts';
import { escaped } from '../../mail/escape-html.ts';
import type { Context } from '../context.ts';
import { activeLink } from '../portal/create-customer-link.ts';

/** The target of links created when a mail is sent: a page that explains this. */
export const PATH_TO_COME = '/c/preview';

/** The link in a preview of a mail. Not everyone who may write a mail may open what it links to. */
export const placeholderLink = (publicUrl: string): string => `${publicUrl}${PATH_TO_COME}`;

/**
 * Replaces placeholders with one customer link for reading the document; creates none if there are
 * no placeholders. `content` is sanitized HTML; the document must be finalized and locked.
 */
export async function withLink(context: Context, { id, test }: BillingDocument, content: string): Promise<string> {
  const toCome = `href="${escaped(placeholderLink(context.publicUrl))}"`;
  if (!content.includes(toCome)) return content;
  const endsAt = context.now + DOCUMENT_LINK_SECONDS;
  const { url } = await activeLink(context, { purpose: 'document', documentId: id, test, endsAt });
  return content.replaceAll(toCome, () => `href="${escaped(url)}"`);
}

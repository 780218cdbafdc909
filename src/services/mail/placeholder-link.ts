import type { BillingDocument } from '../../domain/billing/document/document.ts';
import { DOCUMENT_LINK_SECONDS } from '../../domain/portal/customer-link.ts';
import { escaped } from '../../mail/escape-html.ts';
import type { Context } from '../context.ts';
import { activeLink } from '../portal/create-customer-link.ts';

/** Where links lead that are made when a letter is sent: a page that says so. */
export const PATH_TO_COME = '/c/preview';

/** The link of a letter nobody has sent yet. Whoever may write a letter need not be one who may open what it leads to. */
export const placeholderLink = (publicUrl: string): string => `${publicUrl}${PATH_TO_COME}`;

/**
 * The same letter with the one link by which the customer reads the document, wherever one was to come; none is made for a letter
 * without. `content` is harmless HTML; the document must be finalized and locked.
 */
export async function withLink(context: Context, { id, test }: BillingDocument, content: string): Promise<string> {
  const toCome = `href="${escaped(placeholderLink(context.publicUrl))}"`;
  if (!content.includes(toCome)) return content;
  const endsAt = context.now + DOCUMENT_LINK_SECONDS;
  const { url } = await activeLink(context, { purpose: 'document', documentId: id, test, endsAt });
  return content.replaceAll(toCome, () => `href="${escaped(url)}"`);
}

import { testLinksOf } from '../../db/portal/customer-links.ts';
import type { MailContent } from '../../domain/mail/mail.ts';
import { withoutSecrets } from '../../domain/mail/redact-links.ts';
import type { Context } from '../context.ts';
import { readLinkText } from '../portal/link-token.ts';

/** Links of a mail that are looked up: letters of ours hold one, a few in those of others. */
const LINKS_MAX = 10;

/** What is shown of a mail of the mailbox, and where it leads its customer. */
type Walkable = Pick<MailContent, 'html' | 'text'> & { readonly links: string[] };

/**
 * A mail of the mailbox, whose links somebody may open in the place of its customer: links of test documents, of this account, and only where
 * he may write documents and see portals of customers, so that he could do all that by himself. For all others the secrets are struck out.
 */
export async function walkable(
  { tx, accountId, portalTokens, portalTokenOf }: Context,
  content: MailContent,
): Promise<Walkable> {
  const struck = withoutSecrets(content);
  const none = { html: struck.html, text: struck.text, links: [] };
  if (!portalTokenOf) return none;
  const named = [...new Set(`${content.html} ${content.text}`.match(LINK))].slice(0, LINKS_MAX).flatMap((text) => {
    const read = readLinkText(portalTokens, text);
    return read?.accountId === accountId ? [read.linkId] : [];
  });
  if (named.length === 0) return none;
  const links = (await testLinksOf(tx, named)).flatMap((id) => portalTokenOf.ofLink?.(id) ?? []);
  return { ...none, links };
}

/** The text of a link, behind its path. */
const LINK = /(?<=\/c\/)[\w-]{86}/g;

import type { Mail } from '../../db/mail/mails.ts';
import { testLinksOf } from '../../db/portal/customer-links.ts';
import type { MailContent } from '../../domain/mail/mail.ts';
import { withoutSecrets } from '../../domain/mail/redact-links.ts';
import type { Context } from '../context.ts';
import { readLinkText } from '../portal/customer-link.ts';

/** A mail as lists show it. */
export const shownMail = ({ id, purpose, state, content, files, createdAt, finishedAt }: Mail) => ({
  ...{ id, purpose, state, subject: content.subject, createdAt, finishedAt },
  recipients: content.recipients.map(({ address, as, state: became }) => ({ email: address, as, state: became })),
  // The inline logo is not an attachment.
  files: files.filter((_, at) => at !== content.logo?.at),
});

/** A mail of the mailbox. */
export const shownKept = (mail: Mail) => ({
  ...shownMail(mail),
  documentId: mail.documentId ?? null,
  fromName: mail.content.fromName,
  replyTo: mail.content.replyTo ?? null,
});

/** Links of a mail that are looked up: our mails have one, custom texts a few. */
const LINKS_MAX = 10;

/** The content of a mailbox mail and its customer links. */
type Walkable = Pick<MailContent, 'html' | 'text'> & { readonly links: string[] };

/**
 * A mailbox mail whose links the caller may open in place of its customer: only links of this
 * account's test documents, and only if the caller may write documents and see portals, so could
 * create them anyway. For others the tokens are removed.
 */
export async function withOpenableLinks(
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

/** The token of a link, after its path. */
const LINK = /(?<=\/c\/)[\w-]{86}/g;

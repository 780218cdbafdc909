import type { BillingDocument } from '../../domain/billing/document/document.ts';
import { changed } from '../../domain/billing/document/group/after-finalizing.ts';
import { withDocuments } from '../../domain/billing/document/group/document-group.ts';
import { partiesOf } from '../../domain/billing/document/parties.ts';
import { documentOfEvent } from '../../schemas/billing/document/document-event.ts';
import { documentEvent } from '../../schemas/events/event-type.ts';
import { commitDocumentGroup } from '../billing/document-group/commit-document-group.ts';
import { type LockedGroup, withAuditChain } from '../billing/document-group/lock-document-group.ts';
import type { DocumentFile } from '../billing/files/prepare-file.ts';
import type { Context } from '../context.ts';
import { publishEvent } from '../events/publish-event.ts';
import { themeOf } from '../themes/find-theme.ts';
import { withLink } from './compose-mail.ts';
import { documentAttachment, hashesOf, mailAttachments } from './mail-attachments.ts';
import { queueMail } from './queue-mail.ts';

/** A mail about a document: `content` is sanitized HTML, `paper` the document's file. */
type Sending = {
  emails: readonly string[];
  subject: string;
  content: string;
  inCopy?: boolean | undefined;
  paper: DocumentFile;
};

/**
 * Queues a mail with a finalized document and its files, and records the sending on the document,
 * in the audit chain and as an event.
 */
export async function sendDocument(
  context: Context,
  locked: LockedGroup,
  { emails, subject, content, inCopy, paper }: Sending,
) {
  const { document, facts } = locked.group.asked;
  const { settings } = facts;
  const own = settings.emitter.email;
  const files = [documentAttachment(paper), ...mailAttachments(document)];
  const posted = await queueMail(context, {
    purpose: 'document',
    test: context.test || document.test,
    documentId: document.id,
    isTestDocument: document.test,
    to: emails,
    copy: inCopy && own ? [own] : [],
    subject,
    content: await withLink(context, document, content),
    locale: document.content.locale,
    ...{ files, settings },
    emitter: partiesOf(document, facts).emitter,
    theme: await themeOf(context, document),
  });
  if ('refused' in posted) return posted;
  await noteSent(context, locked, { mailId: posted.mailId, emails, subject, files: hashesOf(files) });
  return { body: undefined };
}

/** Records the sending on the document and in the audit chain, and publishes the event. */
async function noteSent(context: Context, locked: LockedGroup, about: Record<string, unknown>): Promise<void> {
  const { document, facts } = locked.group.asked;
  const { id } = document;
  const life = { ...document.life, lastSentAt: context.now };
  const sent = changed(document, { life } as Partial<BillingDocument>, context.now);
  const event = { type: documentEvent(sent.kind, 'sent'), subjectId: id, test: sent.test };
  publishEvent(context, event, { billing: documentOfEvent(sent, facts) });
  const as = { type: 'sent', about: { id, ...about } } as const;
  await commitDocumentGroup(context, await withAuditChain(context, locked), withDocuments(locked.group, sent), { as });
}

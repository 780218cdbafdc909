import { isCustomerArchived } from '../../../db/billing/reminders.ts';
import type { Claim } from '../../../domain/billing/document/document.ts';
import type { Member } from '../../../domain/billing/document/group/document-group.ts';
import { partiesOf } from '../../../domain/billing/document/parties.ts';
import { reminderOf } from '../../../domain/billing/reminder/current-reminder.ts';
import { recipientsOf, whyNoReminder } from '../../../domain/billing/reminder/next-reminder.ts';
import { reminded } from '../../../domain/billing/reminder/record-reminder.ts';
import type { NothingToRemind } from '../../../domain/billing/reminder/reminder.ts';
import { isRefusal } from '../../../domain/refusal.ts';
import { documentOfEvent } from '../../../schemas/billing/document/document-event.ts';
import { reminderEvent } from '../../../schemas/events/event-type.ts';
import type { Context } from '../../context.ts';
import { publishEvent } from '../../events/publish-event.ts';
import { composeMail, withLink } from '../../mail/compose-mail.ts';
import { documentAttachment, hashesOf, mailAttachments } from '../../mail/mail-attachments.ts';
import { queueMail } from '../../mail/queue-mail.ts';
import { themeOf } from '../../themes/find-theme.ts';
import { documentLookups, loadDocumentGroup } from '../document-group/load-document-group.ts';
import { updateDocumentState } from '../document-group/update-document-state.ts';
import type { DocumentFile } from '../files/prepare-file.ts';

/**
 * Sends a reminder for a locked bill: a mail with its PDF, the bill's new state, an audit chain
 * entry and an event, together. Returns the bill as changed and as shown.
 */
export async function remindCustomer(context: Context, { document, facts }: Member<Claim>, paper: DocumentFile) {
  const { settings } = facts;
  const theme = await themeOf(context, document);
  const letter = composeMail('invoice_reminder', { document, facts }, { theme, publicUrl: context.publicUrl });
  if (isRefusal(letter)) return letter;
  const own = settings.emitter.email;
  const emails = recipientsOf(document);
  const files = [documentAttachment(paper), ...mailAttachments(document)];
  const { id, test } = document;
  const posted = await queueMail(context, {
    ...{ purpose: 'reminder', test: context.test || test, documentId: id, isTestDocument: test },
    ...{ to: emails, subject: letter.subject, files, settings, theme },
    copy: reminderOf(document)?.inCopy && own ? [own] : [],
    content: await withLink(context, document, letter.content),
    locale: document.content.locale,
    emitter: partiesOf(document, facts).emitter,
  });
  if ('refused' in posted) return posted;
  const { mailId } = posted;
  // The version was checked when the bill was locked; storing its PDF may have changed it since.
  const { ifMatch: _, ...unconditional } = context;
  return updateDocumentState(unconditional, id, documentLookups.claim, (bill) => {
    const sent = { ...bill, life: { ...bill.life, lastSentAt: context.now } } as Claim;
    const moved = reminded(sent, { mailId, now: context.now, zone: settings.zone });
    publishEvent(
      context,
      { type: reminderEvent(bill.kind), subjectId: id, test },
      { billing: documentOfEvent(moved, facts) },
    );
    const about = { id, mailId, emails, subject: letter.subject, files: hashesOf(files) };
    return { document: moved, type: 'reminded', about };
  });
}

/**
 * Why no reminder can be sent for a bill today, including its customer's state; undefined if one
 * can.
 */
export async function reminderObstacle(context: Context, bill: Claim): Promise<NothingToRemind | undefined> {
  const why = whyNoReminder(bill);
  if (why) return why;
  return (await isCustomerArchived(context.tx, bill.customerId)) ? 'customer_archived' : undefined;
}

/** Whether a queued reminder should still be sent: the bill may have been settled since. */
export async function isStillToRemind(context: Context, id: string): Promise<boolean> {
  const found = await loadDocumentGroup(context, id, documentLookups.claim);
  if ('refused' in found) return false;
  const why = await reminderObstacle(context, found.asked.document);
  return why === undefined || why === 'no_address';
}

import type { Invoice } from '../../../domain/billing/document/document.ts';
import type { DocumentGroup } from '../../../domain/billing/document/group/document-group.ts';
import type { Recurrence } from '../../../domain/billing/recurrence/recurrence.ts';
import { emailOf } from '../../../domain/customers/party.ts';
import { isRefusal } from '../../../domain/refusal.ts';
import type { Context } from '../../context.ts';
import { composeMail } from '../../mail/compose-mail.ts';
import { sendDocument } from '../../mail/send-document.ts';
import { themeOf } from '../../themes/find-theme.ts';
import { documentLookups, loadDocumentGroup } from '../document-group/load-document-group.ts';
import { lockDocumentGroup } from '../document-group/lock-document-group.ts';
import { type PreparedFile, prepareFile } from '../files/prepare-file.ts';
import { paperFormatOf } from '../files/render-document.ts';
import { notifyOwner } from './notify-owner.ts';

/**
 * A mail whose PDF must be rendered first, without holding a connection; `send` writes it and
 * returns whether it must wait.
 */
type RecurringMail = {
  readonly paper: PreparedFile;
  readonly send: (context: Context, made: Buffer | undefined) => Promise<{ readonly isLater: boolean }>;
};

/** The mail of an automatically created invoice; undefined if there is nothing left to send. */
export async function recurringMailOf(context: Context, id: string): Promise<RecurringMail | undefined> {
  const found = await loadDocumentGroup(context, id, documentLookups.invoice);
  if ('refused' in found || !isToSend(found.asked.document)) return undefined;
  const { document, facts } = found.asked;
  const wish = { format: await paperFormatOf(document, facts), locale: document.content.locale, mailed: true };
  const paper = await prepareFile(context, found, wish);
  return { paper, send: (again, made) => send(again, id, { paper, made }) };
}

/** Not sent again if the owner sent or canceled it meanwhile. */
const isToSend = ({ sealed, life, canceledAt }: Invoice): boolean =>
  sealed !== undefined && life.lastSentAt === undefined && canceledAt === undefined;

type Made = { paper: PreparedFile; made: Buffer | undefined };

async function send(context: Context, id: string, { paper, made }: Made): Promise<{ isLater: boolean }> {
  const locked = await lockDocumentGroup(context, id, documentLookups.invoice);
  if ('refused' in locked || !isToSend(locked.group.asked.document)) return { isLater: false };
  const { document } = locked.group.asked;
  const kept = 'file' in paper ? paper.file : await paper.keep(context, made as Buffer);
  if ('refused' in kept) return { isLater: false };
  const to = document.sealed?.customer && emailOf(document.sealed.customer);
  if (to === undefined) return unsent(context, locked.group);
  const theme = await themeOf(context, document);
  const letter = composeMail('invoice_recurring', locked.group.asked, { theme, publicUrl: context.publicUrl });
  if (isRefusal(letter)) return { isLater: false };
  const inCopy = (await templateOf(context, document))?.inCopy ?? false;
  const sent = await sendDocument(context, locked, { ...letter, emails: [to], inCopy, paper: kept });
  if (!isRefusal(sent)) return { isLater: false };
  return sent.refused === 'too_many_mails' ? { isLater: true } : unsent(context, locked.group);
}

async function unsent(context: Context, { asked }: DocumentGroup<Invoice>): Promise<{ isLater: false }> {
  await notifyOwner(context, asked, { why: 'unsent' });
  return { isLater: false };
}

/** The recurrence of its template, if still active. */
async function templateOf(context: Context, { life }: Invoice): Promise<Recurrence | undefined> {
  const found =
    life.occurrence && (await loadDocumentGroup(context, life.occurrence.invoiceId, documentLookups.invoice));
  return found && !('refused' in found) ? found.asked.document.life.recurrence : undefined;
}

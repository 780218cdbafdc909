import { hasMailFailed, isCustomerArchived } from '../../../db/billing/reminders.ts';
import type { Claim } from '../../../domain/billing/document/document.ts';
import type { Facts } from '../../../domain/billing/document/draft-context.ts';
import { partiesOf } from '../../../domain/billing/document/parties.ts';
import { remindedOf } from '../../../domain/billing/reminder/current-reminder.ts';
import { nextReminder } from '../../../domain/billing/reminder/next-reminder.ts';
import { reminderUndelivered, withoutReminderAddress } from '../../../domain/billing/reminder/record-reminder.ts';
import { isRefusal } from '../../../domain/refusal.ts';
import { withTypographicApostrophes } from '../../../domain/text/typography.ts';
import { missingAddressMail } from '../../../mail/owner-notices.ts';
import type { Context } from '../../context.ts';
import { queueMail } from '../../mail/queue-mail.ts';
import { documentLookups, loadDocumentGroup } from '../document-group/load-document-group.ts';
import { type LockedGroup, lockDocumentGroup } from '../document-group/lock-document-group.ts';
import { updateDocumentState } from '../document-group/update-document-state.ts';
import { type PreparedFile, prepareFile } from '../files/prepare-file.ts';
import { paperFormatOf } from '../files/render-document.ts';
import { remindCustomer } from './remind-customer.ts';

/** When to check a bill again, in Unix seconds; absent if only after its next change. */
type Again = { readonly nextAt?: number };

/**
 * Seconds until a bill is checked again that temporarily cannot have reminders: archived customer,
 * no mail server.
 */
const LATER_SECONDS = 86_400;

/**
 * Checks a bill when its reminder is due: returns the PDF to render first, without holding a
 * connection, or when to check again.
 */
export async function dueReminder(context: Context, id: string): Promise<{ readonly paper: PreparedFile } | Again> {
  const locked = await lockBill(context, id);
  if (!locked) return {};
  const again = await laterOf(context, locked);
  if (again) return again;
  const { document, facts } = locked.group.asked;
  const wish = { format: await paperFormatOf(document, facts), locale: document.content.locale, mailed: true };
  return { paper: await prepareFile(context, locked.group, wish) };
}

/**
 * Sends the reminder if still due: changes made while the PDF was rendered are checked under the
 * lock.
 */
export async function remindWhenDue(
  context: Context,
  id: string,
  { paper, made }: { readonly paper: PreparedFile; readonly made: Buffer | undefined },
): Promise<Again> {
  const locked = await lockBill(context, id);
  if (!locked) return {};
  const again = await laterOf(context, locked);
  if (again) return again;
  const kept = 'file' in paper ? paper.file : await paper.keep(context, made as Buffer);
  if ('refused' in kept) return { nextAt: context.now + LATER_SECONDS };
  const sent = await remindCustomer(context, locked.group.asked, kept);
  if (isRefusal(sent)) return { nextAt: context.now + LATER_SECONDS };
  return againOf(context, id);
}

/** The locked bill, after undoing a reminder whose mail failed. */
async function lockBill(context: Context, id: string): Promise<LockedGroup<Claim> | undefined> {
  const locked = await lockDocumentGroup(context, id, documentLookups.claim);
  if ('refused' in locked) return undefined;
  const { last } = remindedOf(locked.group.asked.document);
  if (!last || !(await hasMailFailed(context.tx, last.mailId))) return locked;
  await updateDocumentState(context, id, documentLookups.claim, (bill) => ({
    document: reminderUndelivered(bill, context.now),
    type: 'moved',
  }));
  return lockBill(context, id);
}

/**
 * When to check again if the reminder is not due; the owner is notified once if there is no
 * address.
 */
async function laterOf(context: Context, { group }: LockedGroup<Claim>): Promise<Again | undefined> {
  const { document, facts } = group.asked;
  const { id } = document;
  const next = nextReminder(document, { now: context.now, zone: facts.settings.zone });
  if ('stop' in next) {
    if (next.stop === 'no_address' && !remindedOf(document).isUnaddressedTold) {
      await notifyOwnerUnreminded(context, { document, facts });
      await updateDocumentState(context, id, documentLookups.claim, (bill) => ({
        document: withoutReminderAddress(bill, context.now),
        type: 'moved',
      }));
    }
    return {};
  }
  if (next.at > context.now) return { nextAt: next.at };
  return (await isCustomerArchived(context.tx, document.customerId))
    ? { nextAt: context.now + LATER_SECONDS }
    : undefined;
}

async function againOf(context: Context, id: string): Promise<Again> {
  const found = await loadDocumentGroup(context, id, documentLookups.claim);
  if ('refused' in found) return {};
  const { document, facts } = found.asked;
  const next = nextReminder(document, { now: context.now, zone: facts.settings.zone });
  return 'at' in next ? { nextAt: next.at } : {};
}

/**
 * Mails the owner that a bill has no address for reminders; without an owner address, only the
 * bill's page shows it.
 */
async function notifyOwnerUnreminded(
  context: Context,
  { document, facts }: { document: Claim; facts: Facts },
): Promise<void> {
  const { settings } = facts;
  const { email } = settings.emitter;
  if (!email) return;
  const { locale } = settings.defaults;
  const customer = withTypographicApostrophes(partiesOf(document, facts).customer?.name ?? '');
  const letter = missingAddressMail({ number: document.sealed?.number ?? '', customer }, locale);
  const { id, test } = document;
  const about = { purpose: 'notice', test, documentId: id, isTestDocument: test, to: [email] } as const;
  await queueMail(context, { ...about, ...letter, locale, settings });
}

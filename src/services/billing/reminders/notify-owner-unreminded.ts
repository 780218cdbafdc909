import type { Claim } from '../../../domain/billing/document/document.ts';
import type { Facts } from '../../../domain/billing/document/draft-context.ts';
import { partiesOf } from '../../../domain/billing/document/parties.ts';
import { withTypographicApostrophes } from '../../../domain/text/apostrophes.ts';
import { missingAddressMail } from '../../../mail/owner-notices.ts';
import type { Context } from '../../context.ts';
import { queueMail } from '../../mail/queue-mail.ts';

/**
 * Mails the owner that a bill has no address for reminders; without an owner address, only the
 * bill's page shows it.
 */
export async function notifyOwnerUnreminded(
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

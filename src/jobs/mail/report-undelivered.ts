import type { Logger } from 'pino';
import { settingsOf } from '../../db/account/settings.ts';
import type { MailToSend } from '../../db/mail/mail-queue.ts';
import type { Tx } from '../../db/transaction.ts';
import { undeliveredMail } from '../../mail/owner-notices.ts';
import type { AppServices } from '../../services/app-dependencies.ts';
import { queueMail } from '../../services/mail/queue-mail.ts';

/**
 * Reports an undelivered mail to the owner by mail, in the transaction that gives it up, and to the
 * log. A mail to the owner themselves is only logged: a mail about it to the same address would not
 * arrive either.
 */
export async function reportUndelivered(
  services: AppServices,
  tx: Tx,
  { id, mail, answer }: { id: string; mail: MailToSend; answer: string | undefined },
  log: Logger,
): Promise<void> {
  const refused = mail.content.recipients.filter(({ state }) => state === 'refused').map(({ address }) => address);
  if (refused.length === 0) return;
  tx.afterCommit(() =>
    log.warn({ mail: id, account: tx.accountId, answer }, 'a mail could not be delivered to all recipients'),
  );
  if (mail.purpose !== 'document' && mail.purpose !== 'reminder') return;
  const { settings } = await settingsOf(tx);
  const { email } = settings.emitter;
  if (!email || refused.includes(email)) return;
  const { locale } = settings.defaults;
  const letter = undeliveredMail({ subject: mail.content.subject, addresses: refused, answer }, locale);
  const context = {
    tx,
    now: services.now(),
    newId: services.newId,
    mail: services.environment.mail,
    quotas: services.environment.quotas,
  };
  // If the mail limit is reached, only the log has it.
  await queueMail(context, { purpose: 'notice', test: false, to: [email], ...letter, locale, settings });
}

import type { Logger } from 'pino';
import { settingsOf } from '../../db/account/settings.ts';
import { asAccount, type GivenUp, writeOutbox } from '../../db/events/deliveries.ts';
import type { Tx } from '../../db/transaction.ts';
import { webhookDisabledMail } from '../../mail/owner-notices.ts';
import { clockIn } from '../../services/account/account-clock.ts';
import type { AppServices } from '../../services/app-dependencies.ts';
import { publishEvent } from '../../services/events/publish-event.ts';
import { queueMail } from '../../services/mail/queue-mail.ts';

/**
 * Reports a disabled endpoint: to the account's other endpoints and its feed in the same
 * transaction, to the owner by mail, and to the log after the commit.
 */
export async function reportDisabledEndpoint(
  tx: Tx,
  given: GivenUp,
  { services, log }: { services: AppServices; log: Logger },
): Promise<void> {
  const { endpointId, url, reason, test } = given;
  const asked = asAccount(tx, given);
  const { now } = await clockIn(services.now, asked, test);
  const context = {
    tx: asked,
    now,
    newId: services.newId,
    mail: services.environment.mail,
    quotas: services.environment.quotas,
  };
  const webhook = { id: endpointId, url, reason, disabledAt: new Date(now * 1000).toISOString() };
  publishEvent(context, { type: 'webhook.disabled', subjectId: endpointId, test }, { webhook });
  // The full URL may contain secrets of its owner.
  const { host } = new URL(url);
  tx.afterCommit(() =>
    log.warn({ webhook: endpointId, account: given.accountId, host, reason }, 'a webhook was disabled'),
  );
  await writeToOwner(context, { host, reason, test });
  writeOutbox(asked);
}

/** By mail if the owner has an address; without a mail server only test mailboxes get it. */
async function writeToOwner(
  context: Parameters<typeof queueMail>[0],
  { host, reason, test }: { host: string; reason: GivenUp['reason']; test: boolean },
): Promise<void> {
  const { settings } = await settingsOf(context.tx);
  const { email } = settings.emitter;
  if (!email) return;
  const { locale } = settings.defaults;
  const letter = webhookDisabledMail({ host, reason }, locale);
  await queueMail(context, { purpose: 'notice', test, to: [email], ...letter, locale, settings });
}

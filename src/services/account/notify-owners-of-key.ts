import type { NamedMember } from '../../db/people/memberships.ts';
import type { AccountSettings } from '../../domain/account/settings.ts';
import type { KeyRecord } from '../../domain/account/stored-key.ts';
import { keyCreatedMail } from '../../mail/access-mails.ts';
import type { Context } from '../context.ts';
import { queueMail } from '../mail/queue-mail.ts';

/**
 * Mails the account's owners that a key was created, in the same transaction. Does nothing without
 * a mail server.
 */
export async function notifyOwnersOfKey(
  context: Context,
  { name, madeBy }: Pick<KeyRecord, 'name' | 'madeBy'>,
  { settings, people }: { settings: AccountSettings; people: readonly NamedMember[] },
): Promise<void> {
  if (!context.mail) return;
  const { realNow: at, publicUrl } = context;
  const present = people.filter(({ leftAt }) => leftAt === undefined);
  const by = present.find(({ personId }) => personId === madeBy)?.name;
  const { locale } = settings.defaults;
  const url = `${publicUrl}/reglages/integrations`;
  const letter = keyCreatedMail({ name, account: settings.name, by, at, zone: settings.zone, url }, locale);
  for (const { email, role } of present)
    if (role === 'owner')
      await queueMail(context, { purpose: 'notice', test: false, to: [email], ...letter, locale, settings });
}

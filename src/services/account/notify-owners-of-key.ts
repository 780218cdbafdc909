import type { NamedMember } from '../../db/people/memberships.ts';
import type { AccountSettings } from '../../domain/account/settings.ts';
import type { KeyRecord } from '../../domain/account/stored-key.ts';
import { keyMadeLetter } from '../../mail/access-mails.ts';
import type { Context } from '../context.ts';
import { postMail } from '../mail/queue-mail.ts';

/** Tells the owners of an account by mail that a key was made, in the transaction that makes it. Nothing where the service sends no mail. */
export async function tellOwnersOfKey(
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
  const letter = keyMadeLetter({ name, account: settings.name, by, at, zone: settings.zone, url }, locale);
  for (const { email, role } of present)
    if (role === 'owner')
      await postMail(context, { purpose: 'notice', test: false, to: [email], ...letter, locale, settings });
}

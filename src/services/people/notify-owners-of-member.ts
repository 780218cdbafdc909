import type { NamedMember } from '../../db/people/memberships.ts';
import type { AccountSettings } from '../../domain/account/settings.ts';
import type { MemberNotice } from '../../domain/people/member-notice.ts';
import type { Role } from '../../domain/people/role.ts';
import { memberChangeMail } from '../../mail/access-mails.ts';
import { queueMail } from '../mail/queue-mail.ts';

type Posting = Parameters<typeof queueMail>[0] & { readonly actor: string; readonly publicUrl: string };
type Changed = {
  readonly notice: MemberNotice;
  readonly person: Pick<NamedMember, 'personId' | 'email' | 'name'>;
  /** The new role; absent if the person left. */
  readonly role?: Role;
};

/**
 * Mails the owners of an account when a member joins, changes role or leaves, in the same
 * transaction. A member whose role changes or who leaves gets a mail too. Sends nothing without a
 * mail server. Call it before the head of the audit chain is locked: mails are counted.
 */
export async function notifyOwnersOfMember(
  posting: Posting,
  { notice, person, role }: Changed,
  { settings, people }: { settings: AccountSettings; people: readonly NamedMember[] },
): Promise<void> {
  if (!posting.mail) return;
  const { locale } = settings.defaults;
  const present = people.filter(({ leftAt }) => leftAt === undefined);
  const byOther = posting.actor !== person.personId;
  const by = byOther ? present.find(({ personId }) => personId === posting.actor)?.name : undefined;
  const url = `${posting.publicUrl}/reglages/personnes`;
  const about = { notice, role, account: settings.name, at: posting.now, zone: settings.zone, url };
  const letter = memberChangeMail({ ...about, person: `${person.name} (${person.email})`, by }, locale);
  const recipients = present.filter(({ personId, role: has }) =>
    notice === 'person_joined'
      ? has === 'owner' && personId !== person.personId
      : has === 'owner' || personId === person.personId,
  );
  for (const { email } of recipients)
    await queueMail(posting, { purpose: 'notice', test: false, to: [email], ...letter, locale, settings });
}

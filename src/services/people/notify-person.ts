import { settingsOf } from '../../db/account/settings.ts';
import type { NamedMember } from '../../db/people/memberships.ts';
import { accountsOfPerson } from '../../db/people/persons.ts';
import { inTransaction, type Tx } from '../../db/transaction.ts';
import type { AccountSettings } from '../../domain/account/settings.ts';
import type { MemberNotice, OwnAccessNotice } from '../../domain/people/access-notice.ts';
import type { OwnAccount, Person } from '../../domain/people/person.ts';
import type { Role } from '../../domain/people/role.ts';
import { memberChangeMail, ownAccessMail } from '../../mail/access-mails.ts';
import type { AppServices } from '../app-dependencies.ts';
import { queueMail } from '../mail/queue-mail.ts';
import type { PersonalContext } from './personal-context.ts';
import { ofPerson } from './sign-in/signed-in.ts';

/** A change of a person's own access; `name` is that of a passkey. */
type Noticed = { readonly notice: OwnAccessNotice; readonly name?: string };
type From = Pick<AppServices, 'now' | 'newId' | 'environment'> & { readonly network?: string | undefined };

/**
 * A transaction of a person that can also write a mail to them. Mails belong to an account: the
 * first of theirs that holds no sample data. Without one, no mail is written.
 */
export const ofPersonWithMail = (personId: string, accounts: readonly OwnAccount[]) => ({
  ...ofPerson(personId),
  accountId: accounts.find(({ isSample }) => !isSample)?.id ?? '',
});

/**
 * Mails a person that their access was changed, in the transaction that changes it
 * (`ofPersonWithMail`), so that no change is committed without its mail. Nothing is written
 * without a mail server.
 */
export async function notifyPerson(
  tx: Tx,
  { now, newId, environment, network }: From,
  { email }: Pick<Person, 'email'>,
  noticed: Noticed,
): Promise<void> {
  if (tx.accountId === '' || !environment.mail) return;
  const { settings } = await settingsOf(tx);
  const { locale } = settings.defaults;
  const at = now();
  const url = `${environment.publicUrl}/reinitialiser`;
  const letter = ownAccessMail({ ...noticed, at, zone: settings.zone, network, url }, locale);
  const context = { tx, now: at, newId, ...environment };
  await queueMail(context, { purpose: 'notice', test: false, to: [email], ...letter, locale, settings });
}

/**
 * The same in a separate transaction, for events without one: wrong guesses, and operator actions.
 */
export async function notifyPersonAlone(
  context: From & Pick<AppServices, 'pool'>,
  person: Pick<Person, 'id' | 'email'>,
  noticed: Noticed,
): Promise<void> {
  const accounts = await ownAccounts(context, person.id);
  await inTransaction(context.pool, ofPersonWithMail(person.id, accounts), async (tx) => {
    await notifyPerson(tx, context, person, noticed);
    return { commit: true, answer: undefined };
  });
}

/** The accounts of a person, read in a separate transaction. */
export const ownAccounts = ({ pool }: Pick<PersonalContext, 'pool'>, personId: string): Promise<OwnAccount[]> =>
  inTransaction(pool, ofPerson(personId), async (tx) => ({ commit: false, answer: await accountsOfPerson(tx) }));

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

import { settingsOf } from '../../db/account/settings.ts';
import { accountsOfPerson } from '../../db/people/persons.ts';
import { inTransaction, type Tx } from '../../db/transaction.ts';
import type { OwnAccessNotice } from '../../domain/people/access-notice.ts';
import type { OwnAccount, Person } from '../../domain/people/person.ts';
import { ownAccessMail } from '../../mail/access-mails.ts';
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

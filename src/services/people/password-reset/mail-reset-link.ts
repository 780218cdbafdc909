import { lockSettings } from '../../../db/account/accounts.ts';
import { accountsOfPerson, findPerson, personIdOf } from '../../../db/people/persons.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { foldedEmail } from '../../../domain/people/person.ts';
import { passwordResetMail } from '../../../mail/owner-notices.ts';
import { queueMail } from '../../mail/queue-mail.ts';
import type { PersonalContext } from '../personal-context.ts';
import { ofPerson } from '../sign-in/signed-in.ts';
import { createResetLink } from './create-reset-link.ts';

/**
 * Mails the link to set a new password to whoever signs in with an address, by the first account he is a member of: mails are an
 * account's. Nothing is sent to an address nobody has, to somebody without an account, and where no mail server is set.
 */
export async function mailReset(context: PersonalContext, email: string): Promise<void> {
  const { pool, environment, newId } = context;
  const personId = await inTransaction(pool, { accountId: '', test: false }, async (tx) => ({
    commit: false,
    answer: await personIdOf(tx, foldedEmail(email)),
  }));
  if (personId === undefined) return;
  const [account] = await inTransaction(pool, ofPerson(personId), async (tx) => ({
    commit: false,
    answer: await accountsOfPerson(tx),
  }));
  if (!account) return;
  await inTransaction(pool, { accountId: account.id, test: false, personId }, async (tx) => {
    const [settings, found] = [await lockSettings(tx), await findPerson(tx, personId)];
    if (!found) return { commit: false, answer: undefined };
    const now = context.now();
    const url = createResetLink(tx, { personId, id: newId(), now, publicUrl: environment.publicUrl });
    const { locale } = settings.defaults;
    const told = { tx, now, newId, ...environment };
    const asked = { purpose: 'notice', test: false, to: [found.person.email] } as const;
    const posted = await queueMail(told, { ...asked, ...passwordResetMail({ url }, locale), locale, settings });
    return { commit: 'mailId' in posted, answer: undefined };
  });
}

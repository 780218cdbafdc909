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
 * Mails a password reset link to the person with an address, through their first account, because
 * mails belong to accounts. Sends nothing to unknown addresses, to people without an account, or
 * without a mail server.
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
    const mailContext = { tx, now, newId, ...environment };
    const mail = { purpose: 'notice', test: false, to: [found.person.email] } as const;
    const posted = await queueMail(mailContext, { ...mail, ...passwordResetMail({ url }, locale), locale, settings });
    return { commit: 'mailId' in posted, answer: undefined };
  });
}

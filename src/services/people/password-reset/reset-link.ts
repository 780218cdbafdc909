import { lockSettings } from '../../../db/account/accounts.ts';
import { insertReset } from '../../../db/people/password-resets.ts';
import { accountsOfPerson, findPerson, personIdOf } from '../../../db/people/persons.ts';
import { inTransaction, type Tx } from '../../../db/transaction.ts';
import { type PasswordReset, RESET_LIFE_SECONDS } from '../../../domain/people/password-reset.ts';
import { foldedEmail } from '../../../domain/people/person.ts';
import { passwordResetMail } from '../../../mail/owner-notices.ts';
import { queueMail } from '../../mail/queue-mail.ts';
import type { PersonalContext } from '../personal-context.ts';
import { createSecret } from '../secret-token.ts';
import { ofPerson } from '../sign-in/signed-in.ts';

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

/**
 * Creates a password reset link in a transaction of its person and returns its URL; the secret
 * follows the `#`.
 */
export function createResetLink(
  tx: Tx,
  { personId, id, now, publicUrl }: { personId: string; id: string; now: number; publicUrl: string },
): string {
  const reset: PasswordReset = { id, createdAt: now, endsAt: now + RESET_LIFE_SECONDS };
  const { text, sha256 } = createSecret('reset', { ownerId: personId, id });
  insertReset(tx, personId, reset, sha256);
  return `${publicUrl}/nouveau-mot-de-passe#secret=${text}`;
}

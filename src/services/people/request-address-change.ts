import { lockSettings } from '../../db/account/accounts.ts';
import { replaceAddressChange } from '../../db/people/address-changes.ts';
import { useResets } from '../../db/people/password-resets.ts';
import { namePerson, personIdOf, renamePerson } from '../../db/people/persons.ts';
import { inTransaction, type Tx } from '../../db/transaction.ts';
import { ADDRESS_CHANGE_LIFE_SECONDS, type AddressChange } from '../../domain/people/address-change.ts';
import { foldedEmail, type Person } from '../../domain/people/person.ts';
import type { Refused } from '../../domain/refusal.ts';
import { addressChangeMail, confirmAddressMail } from '../../mail/owner-notices.ts';
import { queueMail, queueMailRefusals } from '../mail/queue-mail.ts';
import type { PersonalContext } from './personal-context.ts';
import { createSecret } from './secret-token.ts';
import { ofPerson, signedInOf } from './sign-in/signed-in.ts';

export const addressRefusals = ['email_taken', 'address_not_confirmable', ...queueMailRefusals] as const;

type No = Refused<(typeof addressRefusals)[number]>;

/**
 * Verifies a new sign-in address: mails a link to it and a notice to the old one. Until the link
 * is used the old address stays valid. Mails are sent through the person's first account; without
 * a mail server the address changes at once. Returns the resulting person; `changed` is the
 * requested one.
 */
export async function requestAddressChange(
  context: PersonalContext,
  { newEmail: _, ...changed }: Person,
): Promise<Person | No> {
  const { person, accounts } = signedInOf(context);
  const now = context.now();
  const folded = foldedEmail(changed.email);
  const sends = context.environment.mail !== undefined;
  const account = accounts.find(({ isSample }) => !isSample);
  if (sends && !account) return { refused: 'address_not_confirmable' };
  const within = { ...ofPerson(person.id), ...(sends && account && { accountId: account.id }) };
  return inTransaction(context.pool, within, async (tx): Promise<{ commit: boolean; answer: Person | No }> => {
    if ((await personIdOf(tx, folded)) !== undefined) return no({ refused: 'email_taken' });
    const change: AddressChange = {
      ...{ id: context.newId(), email: changed.email, createdAt: now, endsAt: now + ADDRESS_CHANGE_LIFE_SECONDS },
      ...(!sends && { usedAt: now }),
    };
    const { text, sha256 } = createSecret('address', { ownerId: person.id, id: change.id });
    replaceAddressChange(tx, person.id, { change, folded, sha256 });
    if (!sends) {
      movePerson(tx, changed, now);
      return { commit: true, answer: changed };
    }
    const url = `${context.environment.publicUrl}/nouvelle-adresse#secret=${text}`;
    const refused = await mailBoth(context, tx, { from: person.email, to: changed.email, url });
    if (refused) return no(refused);
    namePerson(tx, { ...changed, email: person.email }, foldedEmail(person.email));
    return { commit: true, answer: { ...changed, email: person.email, newEmail: change } };
  });
}

/** Sets the sign-in address. Password reset links sent to the old address become invalid. */
export function movePerson(tx: Tx, person: Person, now: number): void {
  renamePerson(tx, person, foldedEmail(person.email));
  useResets(tx, person.id, now);
}

const no = (answer: No) => ({ commit: false, answer });

async function mailBoth(
  { now, newId, environment }: PersonalContext,
  tx: Tx,
  { from, to, url }: { from: string; to: string; url: string },
): Promise<Refused<(typeof queueMailRefusals)[number]> | undefined> {
  const settings = await lockSettings(tx);
  const { locale } = settings.defaults;
  const context = { tx, now: now(), newId, ...environment };
  const mail = { purpose: 'notice', test: false, locale, settings } as const;
  for (const [address, letter] of [
    [from, addressChangeMail({ email: to }, locale)],
    [to, confirmAddressMail({ url }, locale)],
  ] as const) {
    const posted = await queueMail(context, { ...mail, to: [address], ...letter });
    if ('refused' in posted) return posted;
  }
  return undefined;
}

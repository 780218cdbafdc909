import { type Credentials, findPerson, insertPerson, personIdOf } from '../../../db/people/persons.ts';
import { inTransaction, type Tx } from '../../../db/transaction.ts';
import type { Invitation } from '../../../domain/people/invitation.ts';
import { weakPassword } from '../../../domain/people/password-rule.ts';
import { foldedEmail, type Person } from '../../../domain/people/person.ts';
import type { Refused } from '../../../domain/refusal.ts';
import type { PersonalContext } from '../personal-context.ts';
import { newCredentials } from '../sign-in/password-hash.ts';
import { ofPerson } from '../sign-in/signed-in.ts';

type Joiner = {
  readonly person: Person;
  readonly credentials: Credentials;
  /** Inserts a new person; refused if the address was taken meanwhile. */
  readonly enter: (tx: Tx) => Promise<Refused<'email_taken'> | undefined>;
};

/** The person using an invitation: signed in with the invited address, or new. */
export async function joiner(
  context: PersonalContext,
  input: { email?: string | undefined; name?: string | undefined; password?: string | undefined },
  invitation: Invitation,
): Promise<Joiner | Refused<'joiner_incomplete' | 'password_weak' | 'email_taken' | 'link_of_another'>> {
  const { pool, signedIn } = context;
  if (signedIn) {
    const { person } = signedIn;
    const isHis = invitation.email === undefined || foldedEmail(invitation.email) === foldedEmail(person.email);
    if (!isHis) return { refused: 'link_of_another' };
    const found = await inTransaction(pool, ofPerson(person.id), async (tx) => ({
      commit: false,
      answer: await findPerson(tx, person.id),
    }));
    if (!found) throw new Error(`person ${person.id} does not exist`);
    return { ...found, enter: async () => undefined };
  }
  const email = invitation.email ?? input.email;
  const { name, password } = input;
  if (email === undefined) return { refused: 'joiner_incomplete', member: 'email' };
  const isTaken = async (tx: Tx) => (await personIdOf(tx, foldedEmail(email))) !== undefined;
  const taken = await inTransaction(pool, { accountId: '', test: false }, async (tx) => ({
    commit: false,
    answer: await isTaken(tx),
  }));
  if (taken) return { refused: 'email_taken' };
  if (name === undefined) return { refused: 'joiner_incomplete', member: 'name' };
  if (password === undefined) return { refused: 'joiner_incomplete', member: 'password' };
  const weak = weakPassword(password, { email, name });
  if (weak) return weak;
  const person = {
    id: context.newId(),
    email,
    name,
    createdAt: context.now(),
    secondFactor: false,
    hasPasskey: false,
    stepsPutAway: false,
  };
  const credentials = await newCredentials(context, password);
  return {
    person,
    credentials,
    enter: async (tx) => {
      if (await isTaken(tx)) return { refused: 'email_taken' };
      insertPerson(tx, person, foldedEmail(email), credentials);
      return undefined;
    },
  };
}

import { type Credentials, findPerson, personIdOf } from '../../../db/people/persons.ts';
import { listSessions } from '../../../db/people/sessions.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { foldedEmail, type Person } from '../../../domain/people/person.ts';
import { isAlive } from '../../../domain/people/session.ts';
import type { Guess, PersonalContext } from '../personal-context.ts';
import { deviceOf } from './device-mark.ts';
import { ofPerson } from './signed-in.ts';

type Known = { readonly person: Person; readonly credentials: Credentials };

/**
 * The person with this address, and how a guess of the password counts: by the browser if it is
 * known, by the network if the person is signed in there, otherwise by the guessed address.
 * Unknown addresses run the same queries.
 */
export async function findPersonForSignIn(
  context: PersonalContext,
  email: string,
): Promise<{ known: Known | undefined; guess: Guess }> {
  const { pool, network } = context;
  const folded = foldedEmail(email);
  const id = await inTransaction(pool, { accountId: '', test: false }, async (tx) => ({
    commit: false,
    answer: await personIdOf(tx, folded),
  }));
  const { known, sessions } = await inTransaction(pool, ofPerson(id ?? ZERO_UUID), async (tx) => {
    const [known, sessions] = await Promise.all([findPerson(tx, id ?? ZERO_UUID), listSessions(tx, id ?? ZERO_UUID)]);
    return { commit: false, answer: { known, sessions } };
  });
  const device = known && deviceOf(context.deviceMark, known.credentials.deviceSecret);
  if (device !== undefined) return { known, guess: { network, aim: `device ${device}`, isKnown: true } };
  const now = context.now();
  const isFromHere = sessions.some((session) => session.network === network && isAlive(session, now));
  if (isFromHere) return { known, guess: { network, aim: `${folded} ${network}`, isKnown: true } };
  return { known, guess: { network, aim: folded } };
}

/** The ID of no person. */
const ZERO_UUID = '00000000-0000-0000-0000-000000000000';

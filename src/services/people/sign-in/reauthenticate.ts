import { type Credentials, findPerson } from '../../../db/people/persons.ts';
import { inTransaction } from '../../../db/transaction.ts';
import type { Person } from '../../../domain/people/person.ts';
import type { Refused } from '../../../domain/refusal.ts';
import type { PersonalContext } from '../personal-context.ts';
import { isPassword } from './password-hash.ts';
import { ofPerson, signedInOf } from './signed-in.ts';

/**
 * The signed-in person after giving their password again, so that an unattended browser cannot
 * change security settings. Wrong passwords are slowed with a separate counter.
 */
export async function confirmed(
  context: PersonalContext,
  password: string,
): Promise<{ person: Person; credentials: Credentials } | Refused<'password_wrong' | 'sign_in_slowed'>> {
  const { person } = signedInOf(context);
  const guess = { network: context.network, aim: `confirming ${person.id}`, isKnown: true };
  const retryAfter = context.guesses.wait(guess);
  if (retryAfter > 0) return { refused: 'sign_in_slowed', retryAfter };
  const known = await inTransaction(context.pool, ofPerson(person.id), async (tx) => ({
    commit: false,
    answer: await findPerson(tx, person.id),
  }));
  if (!known) throw new Error(`person ${person.id} does not exist`);
  const right = await context.guesses.counted(guess, () =>
    isPassword(password, known.credentials.passwordHash, context),
  );
  return right ? known : { refused: 'password_wrong' };
}

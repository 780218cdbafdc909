import { type Credentials, findPerson } from '../../../db/people/persons.ts';
import { inTransaction } from '../../../db/transaction.ts';
import type { Person } from '../../../domain/people/person.ts';
import { noticeOfWrongCodes } from '../../../domain/people/second-factor.ts';
import type { Refused } from '../../../domain/refusal.ts';
import { notifyPersonAlone } from '../notify-person.ts';
import type { PersonalContext } from '../personal-context.ts';
import { isPassword } from './password-hash.ts';
import { type CodeOutcome, passesSecondFactor } from './second-factor.ts';
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

export const confirmingRefusals = [
  'password_wrong',
  'sign_in_slowed',
  'second_factor_needed',
  'second_factor_wrong',
  'second_factor_stopped',
] as const;

type Known = Exclude<Awaited<ReturnType<typeof confirmed>>, { refused: unknown }>;

/**
 * The signed-in person after giving their password and, if they have a second factor, a code.
 * Required for everything that disables or bypasses the second factor, because an intruder with
 * the browser and the password has no code.
 */
export async function reauthenticateWithCode(
  context: PersonalContext,
  { password, code }: { password: string; code?: string | undefined },
): Promise<Known | Refused<(typeof confirmingRefusals)[number]>> {
  const known = await confirmed(context, password);
  if ('refused' in known) return known;
  const { person } = known;
  const guess = { network: context.network, aim: `confirming ${person.id}`, isKnown: true };
  const outcome = await inTransaction<CodeOutcome>(context.pool, ofPerson(person.id), async (tx) => ({
    commit: true,
    answer: await passesSecondFactor(tx, context, { personId: person.id, said: code }),
  }));
  if (outcome.is === 'passed') return known;
  if (outcome.is === 'wrong') context.guesses.failed(guess);
  return refusalOfCode(context, person, outcome);
}

/** The refusal of a wrong code; the person gets a mail after several. */
export async function refusalOfCode(
  context: PersonalContext,
  person: { id: string; email: string },
  outcome: Exclude<CodeOutcome, { is: 'passed' }>,
): Promise<Refused<'second_factor_needed' | 'second_factor_wrong' | 'second_factor_stopped'>> {
  if (outcome.is === 'needed') return { refused: 'second_factor_needed' };
  if (outcome.is === 'stopped') return { refused: 'second_factor_stopped' };
  const notice = noticeOfWrongCodes(outcome.wrongCodes);
  if (notice) await notifyPersonAlone(context, person, { notice });
  return { refused: 'second_factor_wrong' };
}

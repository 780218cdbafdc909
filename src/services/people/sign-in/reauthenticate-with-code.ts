import { inTransaction } from '../../../db/transaction.ts';
import { noticeOfWrongCodes } from '../../../domain/people/second-factor.ts';
import type { Refused } from '../../../domain/refusal.ts';
import { notifyPersonAlone } from '../notify-person.ts';
import type { PersonalContext } from '../personal-context.ts';
import { confirmed } from './reauthenticate.ts';
import { type CodeOutcome, passesSecondFactor } from './second-factor.ts';
import { ofPerson } from './signed-in.ts';

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

import { stepTaken } from '../../domain/people/second-factor.ts';
import { lockSecondFactor, noteStep, useRecoveryCode } from '../../store/people/second-factors.ts';
import type { Tx } from '../../store/transaction.ts';
import { hashOfRecoveryCode, stepOf } from './authenticator.ts';
import type { PersonalContext } from './personal-context.ts';

type Given = Pick<PersonalContext, 'surroundings' | 'now'>;

/** A secret of an authenticator as the database keeps it: it is read again by a key outside, for this person only. */
export const lockAuthenticator = ({ surroundings }: Given, secret: string, personId: string): string =>
  surroundings.webhooks.secrets.lock(secret, placeOf(personId));

export const openAuthenticator = ({ surroundings }: Given, locked: string, personId: string): string =>
  surroundings.webhooks.secrets.open(locked, placeOf(personId));

/** What it is encrypted for: the key is that of the secrets of webhooks, and one is never read as the other. */
const placeOf = (personId: string): string => `second factor of ${personId}`;

const SIX_DIGITS = /^\d{6}$/;

/**
 * Whether a person is let through by a code of his authenticator, or a recovery code, where he has a second factor; in a transaction
 * of his own that commits where he is. A code is used up by it: shown again, it is wrong.
 */
export async function passesSecondFactor(
  tx: Tx,
  context: Given,
  { personId, said }: { personId: string; said: string | undefined },
): Promise<'passed' | 'needed' | 'wrong'> {
  const { locked, step: last } = await lockSecondFactor(tx, personId);
  if (locked === undefined) return 'passed';
  if (said === undefined) return 'needed';
  const code = said.replaceAll(/\s/g, '');
  const now = context.now();
  if (!SIX_DIGITS.test(code))
    return (await useRecoveryCode(tx, personId, hashOfRecoveryCode(code), now)) ? 'passed' : 'wrong';
  const step = stepTaken(stepOf(openAuthenticator(context, locked, personId), code, now), last);
  if (step === undefined) return 'wrong';
  noteStep(tx, personId, step);
  return 'passed';
}

import {
  countWrongCodes,
  lockSecondFactor,
  recordFactorStep,
  type SecondFactor,
  useRecoveryCode,
} from '../../../db/people/second-factors.ts';
import type { Tx } from '../../../db/transaction.ts';
import { stepTaken, takesCodes, type WrongCodes, withWrongCode } from '../../../domain/people/second-factor.ts';
import type { PersonalContext } from '../personal-context.ts';
import { hashOfRecoveryCode, stepOf } from './totp.ts';

type FactorContext = Pick<PersonalContext, 'environment' | 'now'>;

/**
 * Encrypts an authenticator secret for the database, with a key outside it and for this person
 * only.
 */
export const lockAuthenticator = ({ environment }: FactorContext, secret: string, personId: string): string =>
  environment.webhooks.secrets.lock(secret, placeOf(personId));

export const openAuthenticator = ({ environment }: FactorContext, locked: string, personId: string): string =>
  environment.webhooks.secrets.open(locked, placeOf(personId));

/**
 * The encryption context: the key is shared with webhook secrets, and neither can be decrypted as
 * the other.
 */
const placeOf = (personId: string): string => `second factor of ${personId}`;

const SIX_DIGITS = /^\d{6}$/;

/** The result of checking a code. */
export type CodeOutcome =
  | { is: 'passed' }
  | { is: 'needed' }
  | { is: 'stopped' }
  | { is: 'wrong'; wrongCodes: WrongCodes };

/**
 * Whether a code of the authenticator, or a recovery code, lets a person in, if they have a second
 * factor. Runs in a transaction of the person, which commits unless the code is missing: a right
 * code is used up, a wrong one counted. The caller has checked the password.
 */
export async function passesSecondFactor(
  tx: Tx,
  context: FactorContext,
  { personId, said }: { personId: string; said: string | undefined },
): Promise<CodeOutcome> {
  const factor = await lockSecondFactor(tx, personId);
  if (factor.locked === undefined) return { is: 'passed' };
  if (!takesCodes(factor.wrongCodes)) return { is: 'stopped' };
  if (said === undefined) return { is: 'needed' };
  const code = said.replaceAll(/\s/g, '');
  if (await isRightCode(tx, context, { personId, code, factor })) return { is: 'passed' };
  const wrongCodes = withWrongCode(factor.wrongCodes, context.now());
  countWrongCodes(tx, personId, wrongCodes);
  return { is: 'wrong', wrongCodes };
}

async function isRightCode(
  tx: Tx,
  context: FactorContext,
  { personId, code, factor }: { personId: string; code: string; factor: SecondFactor },
): Promise<boolean> {
  const now = context.now();
  if (!SIX_DIGITS.test(code)) return useRecoveryCode(tx, personId, hashOfRecoveryCode(code), now);
  const secret = openAuthenticator(context, factor.locked as string, personId);
  const step = stepTaken(stepOf(secret, code, now), factor.step);
  if (step === undefined) return false;
  recordFactorStep(tx, personId, step);
  return true;
}

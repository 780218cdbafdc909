import { createHash, randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import {
  countWrongCodes,
  lockSecondFactor,
  recordFactorStep,
  type SecondFactor,
  useRecoveryCode,
} from '../../../db/people/second-factors.ts';
import type { Tx } from '../../../db/transaction.ts';
import {
  RECOVERY_CODES,
  STEP_SECONDS,
  STEPS_OFF_MAX,
  stepTaken,
  takesCodes,
  type WrongCodes,
  withWrongCode,
} from '../../../domain/people/second-factor.ts';
import type { PersonalContext } from '../personal-context.ts';

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

/** Bytes of the secret shared with an authenticator: the size of its hash (RFC 4226, 4). */
const SECRET_BYTES = 20;
/**
 * Bytes of a recovery code: 16 characters. 80 random bits cannot be guessed, so a fast hash is
 * enough.
 */
const RECOVERY_BYTES = 10;

/** A new secret in base32, for typing by hand. */
export const createTotpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

/** The URI in the QR code for authenticators. */
export const authenticatorUri = (secret: string, { issuer, label }: { issuer: string; label: string }): string =>
  totpOf(secret, { issuer, label }).toString();

/** The 30-second step of a code near `now` (Unix seconds); undefined if there is none. */
export function stepOf(secret: string, code: string, now: number): number | undefined {
  const off = totpOf(secret).validate({ token: code, timestamp: now * 1000, window: STEPS_OFF_MAX });
  return off === null ? undefined : Math.floor(now / STEP_SECONDS) + off;
}

const totpOf = (secret: string, shown: { issuer: string; label: string } = { issuer: '', label: '' }): TOTP =>
  new TOTP({ ...shown, secret, period: STEP_SECONDS });

/** New recovery codes as shown once, `ABCD-EFGH-…`, and their hashes to store. */
export function createRecoveryCodes(): { codes: string[]; hashes: Buffer[] } {
  const codes = Array.from({ length: RECOVERY_CODES }, () => {
    const secret = new Secret({ buffer: new Uint8Array(randomBytes(RECOVERY_BYTES)).buffer });
    return (secret.base32.match(/.{4}/g) ?? []).join('-');
  });
  return { codes, hashes: codes.map(hashOfRecoveryCode) };
}

/** The hash of a recovery code, however its letters were typed. */
const hashOfRecoveryCode = (code: string): Buffer =>
  createHash('sha256')
    .update(code.toUpperCase().replace(/[^A-Z2-7]/g, ''))
    .digest();

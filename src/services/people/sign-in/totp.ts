import { createHash, randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { RECOVERY_CODES, STEP_SECONDS, STEPS_OFF_MAX } from '../../../domain/people/second-factor.ts';

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
export const hashOfRecoveryCode = (code: string): Buffer =>
  createHash('sha256')
    .update(code.toUpperCase().replace(/[^A-Z2-7]/g, ''))
    .digest();

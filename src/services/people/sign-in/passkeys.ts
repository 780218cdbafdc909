import { createHash } from 'node:crypto';
import { useChallenge } from '../../../db/people/passkeys.ts';
import type { Tx } from '../../../db/transaction.ts';
import { CHALLENGE_LIFE_SECONDS } from '../../../domain/people/passkey.ts';
import type { PersonalContext } from '../personal-context.ts';

/** The library is loaded on first use: most services never use a passkey. */
export const webauthn = () => import('@simplewebauthn/server');

/** The site of a passkey: the host of the service's public address. */
export function siteOf({ environment }: Pick<PersonalContext, 'environment'>): {
  expectedOrigin: string;
  expectedRPID: string;
} {
  const { origin, hostname } = new URL(environment.publicUrl);
  return { expectedOrigin: origin, expectedRPID: hostname };
}

type ChallengeContext = Pick<PersonalContext, 'environment' | 'now' | 'newId'>;

/**
 * A challenge for a device to sign: its time and purpose, authenticated with our key, so that any
 * process can verify it and unanswered ones need no storage. `purpose` is `sign-in`, or the person
 * enrolling a device.
 */
export const createChallenge = (
  { environment, now, newId }: ChallengeContext,
  purpose: string,
): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.from(environment.webhooks.secrets.lock(`${now()} ${newId()}`, placeOf(purpose))));

/**
 * Whether a signed challenge (base64url, as sent by browsers) was recently created by us for this
 * purpose.
 */
export function isOurChallenge({ environment, now }: ChallengeContext, signed: string, purpose: string): boolean {
  try {
    const sealed = Buffer.from(signed, 'base64url').toString();
    const askedAt = Number(environment.webhooks.secrets.open(sealed, placeOf(purpose)).split(' ')[0]);
    return now() - askedAt < CHALLENGE_LIFE_SECONDS;
  } catch {
    // Not ours: it was not made with our key.
    return false;
  }
}

/** Uses up a challenge in a transaction of its person; false if it was used before. */
export const isFirstUse = (
  tx: Tx,
  { now }: ChallengeContext,
  { personId, signed }: { personId: string; signed: string },
) =>
  useChallenge(tx, personId, {
    sha256: createHash('sha256').update(signed).digest(),
    now: now(),
    endsAt: now() + CHALLENGE_LIFE_SECONDS,
  });

const placeOf = (purpose: string): string => `challenge of a passkey: ${purpose}`;

import { createHash } from 'node:crypto';
import { useChallenge } from '../../../db/people/passkeys.ts';
import type { Tx } from '../../../db/transaction.ts';
import { CHALLENGE_LIFE_SECONDS } from '../../../domain/people/passkey.ts';
import type { PersonalContext } from '../personal-context.ts';

type Given = Pick<PersonalContext, 'environment' | 'now' | 'newId'>;

/**
 * What a device is asked to sign: when it was asked, and for what, sealed by a key of ours. So any process knows it again, and
 * nothing is kept of those that are never answered. `purpose` is `sign-in`, or whose device is enrolled.
 */
export const createChallenge = ({ environment, now, newId }: Given, purpose: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.from(environment.webhooks.secrets.lock(`${now()} ${newId()}`, placeOf(purpose))));

/** Whether what was signed (base64url, as browsers give it) was asked by us for this purpose a moment ago. */
export function isOurChallenge({ environment, now }: Given, signed: string, purpose: string): boolean {
  try {
    const sealed = Buffer.from(signed, 'base64url').toString();
    const askedAt = Number(environment.webhooks.secrets.open(sealed, placeOf(purpose)).split(' ')[0]);
    return now() - askedAt < CHALLENGE_LIFE_SECONDS;
  } catch {
    // Nothing of ours: whoever wrote it does not have the key.
    return false;
  }
}

/** Uses up what was signed, in a transaction of its person; false where it was shown before. */
export const isFirstUse = (tx: Tx, { now }: Given, { personId, signed }: { personId: string; signed: string }) =>
  useChallenge(tx, personId, {
    sha256: createHash('sha256').update(signed).digest(),
    now: now(),
    endsAt: now() + CHALLENGE_LIFE_SECONDS,
  });

const placeOf = (purpose: string): string => `challenge of a passkey: ${purpose}`;

import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/**
 * A mark stored in a browser after sign-in: an ID, and a proof made with the person's secret. It
 * grants nothing, but its holder is known and not slowed by the guesses of strangers
 * (docs/rules/people.md).
 */
export function createDeviceMark(secret: Buffer): string {
  const id = randomBytes(ID_BYTES);
  return `${id.toString('base64url')}.${proofOf(secret, id).toString('base64url')}`;
}

/** The ID of a mark made with this person's secret; otherwise undefined. */
export function deviceOf(mark: string | undefined, secret: Buffer): string | undefined {
  const [, id, proof] = /^([\w-]{22})\.([\w-]{43})$/.exec(mark ?? '') ?? [];
  if (id === undefined || proof === undefined) return undefined;
  const shown = Buffer.from(proof, 'base64url');
  return timingSafeEqual(shown, proofOf(secret, Buffer.from(id, 'base64url'))) ? id : undefined;
}

const ID_BYTES = 16;
const proofOf = (secret: Buffer, id: Buffer): Buffer => createHmac('sha256', secret).update(id).digest();

import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/**
 * The mark of a browser somebody signed in with, which it keeps: an id of its own, and a proof that this person's secret made
 * it. It opens nothing. Who shows it is known, and does not wait for what strangers try (docs/people.md).
 */
export function createDeviceMark(secret: Buffer): string {
  const id = randomBytes(ID_BYTES);
  return `${id.toString('base64url')}.${proofOf(secret, id).toString('base64url')}`;
}

/** The id of a mark this person's secret made; undefined of any other. */
export function deviceOf(mark: string | undefined, secret: Buffer): string | undefined {
  const [, id, proof] = /^([\w-]{22})\.([\w-]{43})$/.exec(mark ?? '') ?? [];
  if (id === undefined || proof === undefined) return undefined;
  const shown = Buffer.from(proof, 'base64url');
  return timingSafeEqual(shown, proofOf(secret, Buffer.from(id, 'base64url'))) ? id : undefined;
}

const ID_BYTES = 16;
const proofOf = (secret: Buffer, id: Buffer): Buffer => createHmac('sha256', secret).update(id).digest();

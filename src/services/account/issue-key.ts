import { createHash, randomBytes } from 'node:crypto';
import { insertKey } from '../../db/account/api-keys.ts';
import { endingOf, formatApiKey, SECRET_BYTES } from '../../domain/account/api-key.ts';
import { allows, type Scope } from '../../domain/account/scope.ts';
import type { KeyRecord } from '../../domain/account/stored-key.ts';
import type { Context } from '../context.ts';

/**
 * Creates the secret of a new key, stores its hash and last characters, and returns the text for
 * its holder.
 */
export function issueKey({ tx, accountId }: Context, made: KeyRecord): { key: KeyRecord; text: string } {
  const text = formatApiKey({ accountId, keyId: made.id, test: made.test, secret: randomBytes(SECRET_BYTES) });
  const key = { ...made, ending: endingOf(text) };
  insertKey(tx, key, hashOfKey(text));
  return { key, text };
}

/** The stored hash of a key. 256 random bits cannot be guessed, so a fast hash is enough. */
export const hashOfKey = (text: string): Buffer => createHash('sha256').update(text).digest();

/** A scope that would be granted although the calling key lacks it. */
export const scopeNotHeld = (own: readonly Scope[], granted: readonly Scope[]): Scope | undefined =>
  granted.find((scope) => !allows(own, scope));

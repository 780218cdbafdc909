import { createHash, randomBytes } from 'node:crypto';
import { insertKey } from '../../db/account/api-keys.ts';
import { endingOf, formatApiKey, SECRET_BYTES } from '../../domain/account/api-key.ts';
import { allows, type Scope } from '../../domain/account/scope.ts';
import type { KeyRecord } from '../../domain/account/stored-key.ts';
import type { Context } from '../context.ts';

/** Draws the secret of a new key, remembers its hash and how it ends, and gives the text its holder will keep. */
export function issueKey({ tx, accountId }: Context, made: KeyRecord): { key: KeyRecord; text: string } {
  const text = formatApiKey({ accountId, keyId: made.id, test: made.test, secret: randomBytes(SECRET_BYTES) });
  const key = { ...made, ending: endingOf(text) };
  insertKey(tx, key, hashOfKey(text));
  return { key, text };
}

/** What is remembered of a key. 256 random bits need no slow hash: nobody guesses them. */
export const hashOfKey = (text: string): Buffer => createHash('sha256').update(text).digest();

/** A scope that would be granted although the asking key does not have it. */
export const scopeNotHeld = (held: readonly Scope[], granted: readonly Scope[]): Scope | undefined =>
  granted.find((scope) => !allows(held, scope));

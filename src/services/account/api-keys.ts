import { createHash, randomBytes } from 'node:crypto';
import { canonicalJson } from '../../audit/canonical-json.ts';
import { sha256Hex } from '../../audit/chain/chain-link.ts';
import type { ChainHead } from '../../audit/chain/chain-signer.ts';
import { insertKey, lockKeysMadeBy, updateKey } from '../../db/account/api-keys.ts';
import { append, lockChainHead } from '../../db/audit/append-to-chain.ts';
import { endingOf, formatApiKey, SECRET_BYTES } from '../../domain/account/api-key.ts';
import { allows, type Scope } from '../../domain/account/scope.ts';
import { ended, type KeyRecord } from '../../domain/account/stored-key.ts';
import { keysBeyondRole, type Role } from '../../domain/people/role.ts';
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

/**
 * Revokes the keys a person created that now exceed their role; all of them if they leave (no
 * `role`). The account is locked (`lockSettings`), so no new keys are created meanwhile; if any key
 * is revoked, the live audit chain is locked here.
 */
export async function revokeKeysOf(
  context: Context,
  { personId, role }: { personId: string; role: Role | undefined },
): Promise<void> {
  await revokeKeys(context, keysBeyondRole(await lockKeysMadeBy(context.tx, personId), role));
}

type Ending = Pick<Context, 'tx' | 'seal' | 'now' | 'accountId' | 'actor' | 'securityLog'>;

/** Revokes locked keys, each with an entry in the live chain. The account is locked. */
export async function revokeKeys(
  context: Ending,
  ending: readonly { readonly key: KeyRecord; readonly sha256: Buffer }[],
): Promise<void> {
  const { tx, now, accountId, actor, securityLog } = context;
  if (ending.length === 0) return;
  let head = await lockChainHead(tx, false);
  for (const { key, sha256 } of ending) {
    const revoked = ended(key, { now });
    updateKey(tx, revoked, sha256);
    head = auditKeyChange(context, head, 'key_revoked', revoked);
    tx.afterCommit(() => securityLog?.({ event: 'key_revoked', keyId: key.id, account: accountId, actor }));
  }
}

/**
 * Records in the locked live chain that a key was created or revoked, and returns the chain's new
 * head.
 */
export function auditKeyChange(
  { tx, seal, now, actor }: Pick<Context, 'tx' | 'seal' | 'now' | 'actor'>,
  head: ChainHead,
  type: 'key_created' | 'key_revoked',
  made: KeyRecord,
): ChainHead {
  // Neither affects what the key may do, and keys are identified by their IDs.
  const { lastUsedAt: _, ending: __, ...key } = made;
  return append(
    tx,
    { test: false, head, seal },
    {
      type,
      at: now,
      actor,
      subject: { kind: 'api_key', id: key.id },
      sha256: sha256Hex(canonicalJson(key)),
    },
  );
}

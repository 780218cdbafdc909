import { lockKeysMadeBy, updateKey } from '../../db/account/api-keys.ts';
import { lockChainHead } from '../../db/audit/append-to-chain.ts';
import { ended, type KeyRecord } from '../../domain/account/stored-key.ts';
import { keysBeyondRole } from '../../domain/people/keys-beyond-role.ts';
import type { Role } from '../../domain/people/role.ts';
import type { Context } from '../context.ts';
import { auditKeyChange } from './audit-key-change.ts';

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

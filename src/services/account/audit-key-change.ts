import { canonicalJson } from '../../audit/canonical-json.ts';
import { sha256Hex } from '../../audit/chain/chain-link.ts';
import type { ChainHead } from '../../audit/chain/chain-signer.ts';
import { append } from '../../db/audit/append-to-chain.ts';
import type { KeyRecord } from '../../domain/account/stored-key.ts';
import type { Context } from '../context.ts';

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

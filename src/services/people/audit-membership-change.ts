import { canonicalJson } from '../../audit/canonical-json.ts';
import { sha256Hex } from '../../audit/chain/chain-link.ts';
import { append, lockChainHead } from '../../db/audit/append-to-chain.ts';
import type { Role } from '../../domain/people/role.ts';
import type { Context } from '../context.ts';

/** Records in the live chain that a member joined, left or changed role. Locks its head: last. */
export async function auditMembershipChange(
  { tx, seal, now, actor }: Pick<Context, 'tx' | 'seal' | 'now' | 'actor'>,
  type: 'person_joined' | 'role_changed' | 'person_left',
  { personId, role }: { personId: string; role: Role },
): Promise<void> {
  const subject = { kind: 'person', id: personId };
  append(
    tx,
    { test: false, head: await lockChainHead(tx, false), seal },
    { type, at: now, actor, subject, sha256: sha256Hex(canonicalJson({ personId, role })) },
  );
}

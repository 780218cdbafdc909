import { createHash, verify } from 'node:crypto';
import type pg from 'pg';
import type { Known } from '../../../audit/heads/known-heads.ts';
import { existingAccounts } from '../../account/all-accounts.ts';
import { type ErasureProof, erasureProofs } from '../../account/deletions.ts';
import { sql } from '../../transaction.ts';
import type { QueryFn } from './finding.ts';

/**
 * Which of these accounts exist, or were erased as a statement signed by a known key of the audit
 * trail says. The others are missing. `owner` has the table owner's role.
 */
export const accountsExplained =
  (owner: Pick<pg.Pool, 'query'>, { keys }: Pick<Known, 'keys'>) =>
  async (ids: readonly string[]): Promise<ReadonlySet<string>> => {
    const explained = await existingAccounts(owner, ids);
    for (const [account, proof] of await erasureProofs(owner, ids))
      if (isErasureProven(account, proof, keys)) explained.add(account);
    return explained;
  };

const DELETION = sql`
  select state, statement, key_id as "keyId", signature from billing.account_deletion where account_id = $1`;

/** The modes of an account that are not being erased, and can be verified. */
export async function modesToVerify(
  ask: QueryFn,
  account: string,
  { keys }: Pick<Known, 'keys'>,
): Promise<readonly boolean[]> {
  const [row] = await ask(DELETION, [account]);
  if (!row || row.state === 'waiting') return [false, true];
  if (row.statement === null) return [false];
  return isErasureProven(account, row as ErasureProof, keys) ? [] : [false];
}

/** Whether a known key signed that this account was erased. */
function isErasureProven(account: string, { statement, keyId, signature }: ErasureProof, keys: Known['keys']): boolean {
  const key = keys.get(keyId);
  const digest = createHash('sha256').update(statement).digest();
  return key !== undefined && verify(null, digest, key, signature) && JSON.parse(statement).account === account;
}

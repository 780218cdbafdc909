import { type AuditEvent, nextLink } from '../../audit/chain/chain-link.ts';
import type { ChainHead, ChainSigner } from '../../audit/chain/chain-signer.ts';
import { keyIdOfFingerprint } from '../../audit/keys/public-keys.ts';
import { sql, type Tx } from '../transaction.ts';
import { databaseNow } from './database-now.ts';
import { takePendingDigests } from './pending-digests.ts';

// Reads the time with the lock to save a round trip.
const LOCK_HEAD = sql`
  select seq, hash, key_id as "keyId", at, ${databaseNow('test')} as "databaseNow" from billing.chain_head where account_id = $1 and test = $2 for update`;
const APPEND = sql`
  with link as (
    insert into billing.chain_link (account_id, test, seq, link, hash, key_id, signature) values ($1, $2, $3, $4, $5, $6, $7))
  update billing.chain_head set seq = $3, hash = $5, key_id = $8, at = $9 where account_id = $1 and test = $2`;

/**
 * Locks an audit chain until commit, by the row of its last entry: the last lock in the order,
 * except for products whose stock changes.
 */
export async function lockChainHead(tx: Tx, test: boolean): Promise<ChainHead> {
  const [head] = await tx.read<ChainHead>(LOCK_HEAD, [tx.accountId, test]);
  if (!head) throw new Error(`account ${tx.accountId} has no audit chain`);
  return head;
}

/**
 * Appends an audit event to the locked chain and returns the new last entry. The entry includes the
 * digests of everything the transaction wrote so far, so append after writing the subject.
 */
export function append(
  tx: Tx,
  chain: { test: boolean; head: ChainHead; seal: ChainSigner },
  event: AuditEvent,
): ChainHead {
  if (event.type !== 'clock_corrected') assertClockCorrect(chain, event.at);
  const stands = takePendingDigests(tx.standing);
  const said = { ...event, ...(stands && { stands }) };
  const { seq, link, hash, keyId, signature, at } = nextLink(chain.head, said, chain.seal);
  const next = event.key ? keyIdOfFingerprint(event.key.fingerprint) : keyId;
  tx.write(APPEND, [tx.accountId, chain.test, seq, link, hash, keyId, signature, next, at]);
  tx.afterCommit(() =>
    chain.seal.anchor({ accountId: tx.accountId, test: chain.test }, { seq, hash }, { keyId, signature }),
  );
  return { seq, hash, keyId: next, at, databaseNow: chain.head.databaseNow };
}

/** Throws if the clock is too far off to date an entry of the locked chain. */
export function assertClockCorrect(chain: { test: boolean; head: ChainHead; seal: ChainSigner }, now: number): void {
  const { databaseNow, at: lastAt } = chain.head;
  chain.seal.watch?.({ now, databaseNow, lastAt, test: chain.test });
}

import type pg from 'pg';
import { type AuditEvent, nextLink } from '../../audit/chain/chain-link.ts';
import type { ChainHead, ChainSigner } from '../../audit/chain/chain-signer.ts';
import { keyIdOfFingerprint } from '../../audit/keys/public-keys.ts';
import { clockOffset } from '../account/test-clock.ts';
import { inTransaction, sql, type Tx } from '../transaction.ts';
import type { ChainHeadRow } from './chain-heads.ts';
import { takePendingDigests } from './pending-digests.ts';

/**
 * SQL for the database's clock in Unix seconds; in test mode the account's test clock, as all
 * writers use it (`$1` is the account). `test` is a column.
 */
export const databaseNow = (test: string): string =>
  `(extract(epoch from clock_timestamp())::bigint + case when ${test} then billing.ahead_of($1, true) else 0 end)`;

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

/** The part of these entries that differs from chain to chain. */
type EntryContent = Pick<AuditEvent, 'type' | 'sha256'> & Pick<Partial<AuditEvent>, 'key'>;

/** A stream of audit chains, because there may be very many. */
export type Chains = AsyncIterable<Pick<ChainHeadRow, 'accountId' | 'test'>>;

/**
 * Appends an entry to each given audit chain, each in its own transaction, so that no lock lasts
 * for the whole run. `say` is called with the chain locked; it returns undefined if the chain needs
 * no entry. Returns the number appended.
 */
export async function appendToAllChains(
  pool: pg.Pool,
  chains: Chains,
  options: {
    seal: ChainSigner;
    now: number;
    actor: string;
    say: (head: { seq: number; keyId: string }) => EntryContent | undefined;
    /** Skips chains that already have this entry. */
    once?: boolean;
    onProgress?: (done: number) => void;
  },
): Promise<number> {
  let appended = 0;
  let done = 0;
  for await (const { accountId, test } of chains) {
    appended += await inTransaction(pool, { accountId, test: false }, async (tx) => {
      const head = await lockChainHead(tx, test);
      const event = head.keyId ? options.say({ seq: head.seq, keyId: head.keyId }) : undefined;
      if (!event || (options.once && (await entryExists(tx, test, event)))) return { commit: false, answer: 0 };
      const subject = { kind: 'chain', id: accountId };
      const at = options.now + (test ? await clockOffset(tx) : 0);
      append(tx, { test, head, seal: options.seal }, { ...event, at, actor: options.actor, subject });
      return { commit: true, answer: 1 };
    });
    done += 1;
    options.onProgress?.(done);
  }
  return appended;
}

const ENTRY_EXISTS = sql`
  select from billing.chain_link
  where account_id = $1 and test = $2 and link like '%"sha256":"' || $3 || '"%' and link like '%"type":"' || $4 || '"}'
  limit 1`;

const entryExists = async (tx: Tx, test: boolean, { type, sha256 }: EntryContent): Promise<boolean> =>
  (await tx.read(ENTRY_EXISTS, [tx.accountId, test, sha256, type])).length > 0;

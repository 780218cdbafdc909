import type pg from 'pg';
import type { AuditEvent } from '../../audit/chain/chain-link.ts';
import type { ChainSigner } from '../../audit/chain/chain-signer.ts';
import { clockOffset } from '../account/test-clock.ts';
import { inTransaction, sql, type Tx } from '../transaction.ts';
import { append, lockChainHead } from './append-to-chain.ts';
import type { ChainHeadRow } from './chain-heads.ts';

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

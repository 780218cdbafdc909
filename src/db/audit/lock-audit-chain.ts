import type { ChainHead } from '../../audit/chain/chain-signer.ts';
import { seriesInSql } from '../billing/document-kind-sql.ts';
import { type SeriesState, stateFrom } from '../billing/number-series.ts';
import { type Row, sql, type Tx } from '../transaction.ts';
import { databaseNow } from './append-to-chain.ts';

/**
 * The audit chain of a document, locked until the transaction ends, with the counters of a series
 * for every year.
 */
export type LockedAuditChain = { readonly head: ChainHead; readonly series: readonly SeriesState[] };

/**
 * The series whose counters are locked with the chain: the document's own, or one given by its
 * live and test prefix.
 */
export type Counters = 'itself' | { readonly live: string; readonly test: string };

// Locks the audit chain before the counters, so that no counter is held while it waits. Reads the
// database's time once the chain is locked.
const locking = (prefix: string, ifFree: 'skip locked' | ''): string => `
  with head as materialized (
    select h.test, h.seq, h.hash, h.key_id, h.at, ${prefix} as prefix
    from billing.document d
    join billing.chain_head h on h.account_id = $1 and h.test = d.test
    where d.account_id = $1 and d.id = $2
    for update of h ${ifFree})
  select head.seq, head.hash, head.key_id as "keyId", head.at,
    ${databaseNow('head.test')} as "databaseNow", s.year, s.last, s.last_on
  from head left join lateral (
    select s.year, s.last, s.last_on from billing.series s
    where s.account_id = $1 and s.test = head.test and s.prefix = head.prefix
    order by s.year for update) s on true`;

const OWN = seriesInSql('d');
const BESIDE = `case when d.test then $4 else $3 end`;
const NONE = 'null::text';
const statements = {
  free: {
    own: sql`${locking(OWN, 'skip locked')}`,
    beside: sql`${locking(BESIDE, 'skip locked')}`,
    none: sql`${locking(NONE, 'skip locked')}`,
  },
  awaited: { own: sql`${locking(OWN, '')}`, beside: sql`${locking(BESIDE, '')}`, none: sql`${locking(NONE, '')}` },
};

/**
 * Locks the audit chain of a document and its counters without waiting; undefined if another
 * transaction holds the chain or there is no such document. The caller can then validate before it
 * waits in `lockAuditChain`.
 */
export const tryLockAuditChain = (
  tx: Tx,
  documentId: string,
  counters?: Counters,
): Promise<LockedAuditChain | undefined> => lock(tx, 'free', documentId, counters);

/** Locks the audit chain of a document and its counters, and waits for the locks. */
export const lockAuditChain = (
  tx: Tx,
  documentId: string,
  counters?: Counters,
): Promise<LockedAuditChain | undefined> => lock(tx, 'awaited', documentId, counters);

async function lock(
  tx: Tx,
  when: keyof typeof statements,
  documentId: string,
  counters: Counters | undefined,
): Promise<LockedAuditChain | undefined> {
  const prefixes = typeof counters === 'object' ? [counters.live, counters.test] : [];
  const statement = statements[when][counters === undefined ? 'none' : counters === 'itself' ? 'own' : 'beside'];
  const rows = await tx.read(statement, [tx.accountId, documentId, ...prefixes]);
  const [row] = rows;
  if (!row) return undefined;
  const { seq, hash, keyId, at, databaseNow } = row;
  const ofYears = rows.filter(({ year }: Row) => year !== null);
  return { head: { seq, hash, keyId, at, databaseNow }, series: ofYears.map(stateFrom) };
}

import type pg from 'pg';
import { type BatchDeletion, deleteInBatches } from '../delete-in-batches.ts';
import { inTransaction, sql, type Tx } from '../transaction.ts';

const BEGIN_DAY = sql`
  insert into billing.day_count (account_id, on_day, documents) values ($1, $2, 0) on conflict do nothing`;
const LOCK_DAY = sql`select documents from billing.day_count where account_id = $1 and on_day = $2 for update`;
const COUNT_DAY = sql`update billing.day_count set documents = $3 where account_id = $1 and on_day = $2`;
const READ_DAY = sql`select documents from billing.day_count where account_id = $1 and on_day = $2`;
const MADE_SINCE = sql`
  select count(*)::int as made from billing.document d where d.account_id = $1 and d.created_at >= $2`;
const STORED = sql`select coalesce(sum(bytes), 0)::bigint as bytes from billing.file_tally where account_id = $1`;
const TAKE_TURN = sql`select pg_advisory_xact_lock(hashtextextended($2 || ' ' || $1::text, 0))`;

/** Counts up to `block` documents of a day (`YYYY-MM-DD`) as made and gives how many: fewer where the limit is near, 0 beyond it. */
export function reserveDocuments(
  pool: pg.Pool,
  { accountId, day, block, limit }: { accountId: string; day: string; block: number; limit: number },
): Promise<number> {
  return inTransaction(pool, { accountId, test: false }, async (tx) => {
    tx.write(BEGIN_DAY, [accountId, day]);
    const [row] = await tx.read<{ documents: number }>(LOCK_DAY, [accountId, day]);
    const used = row?.documents ?? 0;
    const reserved = Math.max(0, Math.min(block, limit - used));
    if (reserved > 0) tx.write(COUNT_DAY, [accountId, day, used + reserved]);
    return { commit: true, answer: reserved };
  });
}

/** Documents counted of a day, those included that a process has reserved and not made yet. */
export async function documentsOf(tx: Tx, day: string): Promise<number> {
  const [row] = await tx.read<{ documents: number }>(READ_DAY, [tx.accountId, day]);
  return row?.documents ?? 0;
}

/** Documents of both modes made since then (Unix seconds), those left out that were deleted since. */
export async function documentsMadeSince(tx: Tx, since: number): Promise<number> {
  const [row] = await tx.read<{ made: number }>(MADE_SINCE, [tx.accountId, since]);
  return row?.made ?? 0;
}

/** Bytes of all files of the account, each content once. */
export async function storedBytes(tx: Tx): Promise<number> {
  const [row] = await tx.read<{ bytes: number }>(STORED, [tx.accountId]);
  return row?.bytes ?? 0;
}

/**
 * Lets one transaction of the account at a time go on to count and add, until it ends: two at once would both find room for
 * one. Sent ahead of what is counted, in the same round trip.
 */
export const takeTurn = (tx: Tx, what: 'files' | 'mails'): void => tx.write(TAKE_TURN, [tx.accountId, what]);

/** Days a count is kept after its day. */
const DAY_COUNTS_KEPT = 2;

/** Forgets the counts of days gone by, of every account. `now` is Unix seconds. */
export function deleteOldUsageCounts(forgetting: BatchDeletion, now: number): Promise<number> {
  const before = new Date((now - DAY_COUNTS_KEPT * 86_400) * 1000).toISOString().slice(0, 10);
  return deleteInBatches(forgetting, 'select billing.forget_day_counts($1, $2) as gone', before);
}

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

/**
 * Reserves up to `block` documents of a day (`YYYY-MM-DD`) and returns how many: fewer near the
 * limit, 0 above it.
 */
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

/** Documents counted for a day, including those reserved and not created yet. */
export async function documentsOf(tx: Tx, day: string): Promise<number> {
  const [row] = await tx.read<{ documents: number }>(READ_DAY, [tx.accountId, day]);
  return row?.documents ?? 0;
}

/** Documents of both modes created since then (Unix seconds), without those deleted meanwhile. */
export async function documentsMadeSince(tx: Tx, since: number): Promise<number> {
  const [row] = await tx.read<{ made: number }>(MADE_SINCE, [tx.accountId, since]);
  return row?.made ?? 0;
}

/** Bytes of all files of the account; equal content counts once. */
export async function storedBytes(tx: Tx): Promise<number> {
  const [row] = await tx.read<{ bytes: number }>(STORED, [tx.accountId]);
  return row?.bytes ?? 0;
}

/**
 * Serializes transactions of the account that check a limit and then add something: two concurrent
 * ones could both pass the check. Sent in the same round trip as the count.
 */
export const takeTurn = (
  tx: Tx,
  what: 'files' | 'mails' | 'archives' | 'account_exports' | 'closings' | 'comments' | 'imports',
): void => tx.write(TAKE_TURN, [tx.accountId, what]);

/** Days a count is kept after its day. */
const DAY_COUNTS_KEPT = 2;

/** Deletes counts of past days in all accounts. `now` is Unix seconds. */
export function deleteOldUsageCounts(forgetting: BatchDeletion, now: number): Promise<number> {
  const before = new Date((now - DAY_COUNTS_KEPT * 86_400) * 1000).toISOString().slice(0, 10);
  return deleteInBatches(forgetting, 'select billing.forget_day_counts($1, $2) as gone', before);
}

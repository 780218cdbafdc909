import { JOBS_CHANNEL } from '../job-queue.ts';
import { sql, type Tx } from '../transaction.ts';

const KEEP = sql`
  insert into billing.unstamped_signature (account_id, id, test, document_id, lacking_since) values ($1, $2, $3, $4, $5)`;
const QUEUE = sql`
  with queued as (
    insert into billing.job (account_id, subject_id, lane, share_id, test, due_at, ready)
    values ($1, $2, 'late_stamps', $1, $3, $4 - billing.ahead_of($1, $3), false) returning lane)
  select pg_notify('${JOBS_CHANNEL}', lane) from queued`;
const FIND = sql`
  select document_id as "documentId", lacking_since as "lackingSince" from billing.unstamped_signature
  where account_id = $1 and id = $2`;
const FORGET = sql`delete from billing.unstamped_signature where account_id = $1 and id = $2`;
// The entry that records the missing time stamp follows the entry with the digest of the file. The
// function finds both with an index.
const TELLS = sql`
  select from billing.chain_link head
  where head.account_id = $1 and head.test = $2 and head.seq = $3 and head.hash = $4 and head.seq >= (
    select max(l.seq) from billing.chain_link l
    where l.account_id = $1 and l.test = $2 and l.link::json ->> 'type' = 'signature_unstamped'
      and (l.test, l.seq) in (select about.test, about.seq from billing.links_about(array[$5]) about))`;

/**
 * A signed file without a time stamp: its procedure and document, and since when (Unix seconds).
 */
export type UnstampedSignature = { id: string; test: boolean; documentId: string; lackingSince: number };

/**
 * Records a signed file without a time stamp and schedules the next attempt at `lookAt` (Unix
 * seconds).
 */
export function storeUnstampedSignature(
  tx: Tx,
  { id, test, documentId, lackingSince }: UnstampedSignature,
  lookAt: number,
): void {
  tx.write(KEEP, [tx.accountId, id, test, documentId, lackingSince]);
  tx.write(QUEUE, [tx.accountId, id, test, lookAt]);
}

export async function findUnstamped(
  tx: Tx,
  id: string,
): Promise<Pick<UnstampedSignature, 'documentId' | 'lackingSince'> | undefined> {
  const [row] = await tx.read<Pick<UnstampedSignature, 'documentId' | 'lackingSince'>>(FIND, [tx.accountId, id]);
  return row;
}

/** Deletes the record of a missing time stamp once there is one. */
export const deleteUnstampedSignature = (tx: Tx, id: string): void => tx.write(FORGET, [tx.accountId, id]);

/**
 * Whether the account's audit chain contains the given entry, and records the signed file of a
 * document up to that entry.
 */
export const isFileInChain = async (
  tx: Tx,
  { seq, hash }: { seq: number; hash: string },
  { documentId, test }: { documentId: string; test: boolean },
): Promise<boolean> =>
  (await tx.read(TELLS, [tx.accountId, test, seq, Buffer.from(hash, 'hex'), documentId])).length > 0;

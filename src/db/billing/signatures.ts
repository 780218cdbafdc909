import { JOBS_CHANNEL } from '../job-queue.ts';
import { sql, type Tx } from '../transaction.ts';

const KEEP = sql`
  insert into billing.signature_evidence (account_id, id, test, document_id, text, sha256, created_at)
  values ($1, $2, $3, $4, $5, $6, $7)`;
const EVIDENCE = sql`select document_id, text from billing.signature_evidence where account_id = $1 and id = $2`;
const QUEUE = sql`
  with queued as (
    insert into billing.job (account_id, subject_id, lane, share_id, test, due_at, ready)
    values ($1, $2, 'signed_copies', $1, $3, $4 - billing.ahead_of($1, $3), true) returning lane)
  select pg_notify('${JOBS_CHANNEL}', lane) from queued`;
const CODE = sql`
  select code_sha256, sent, tries, sent_at, ends_at from billing.signature_code where account_id = $1 and id = $2 for update`;
const SEND_CODE = sql`
  insert into billing.signature_code as c (account_id, id, test, code_sha256, sent_at, ends_at)
  values ($1, $2, $3, $4, $5, $6)
  on conflict (account_id, id) do update
  set code_sha256 = excluded.code_sha256, sent_at = excluded.sent_at, ends_at = excluded.ends_at, sent = c.sent + 1`;
const TRY_CODE = sql`update billing.signature_code set tries = tries + 1 where account_id = $1 and id = $2`;

/** The evidence of a signature, by the ID of its procedure. `now` is Unix seconds. */
type KeptEvidence = { id: string; test: boolean; documentId: string; text: string; sha256: Buffer; now: number };

/** Stores the evidence permanently and queues the signed file and its mail. */
export function storeEvidence(tx: Tx, { id, test, documentId, text, sha256, now }: KeptEvidence): void {
  tx.write(KEEP, [tx.accountId, id, test, documentId, text, sha256, now]);
  tx.write(QUEUE, [tx.accountId, id, test, now]);
}

/** The stored evidence of a procedure, and its document. */
export async function evidenceOf(tx: Tx, id: string): Promise<{ documentId: string; text: string } | undefined> {
  const [row] = await tx.read(EVIDENCE, [tx.accountId, id]);
  return row && { documentId: row.document_id, text: row.text };
}

/** The last code of a procedure, locked. */
export type SentCode = { sha256: Buffer; sent: number; tries: number; sentAt: number; endsAt: number };

export async function lockCode(tx: Tx, id: string): Promise<SentCode | undefined> {
  const [row] = await tx.read(CODE, [tx.accountId, id]);
  return row && { sha256: row.code_sha256, sent: row.sent, tries: row.tries, sentAt: row.sent_at, endsAt: row.ends_at };
}

/** Replaces the last code. */
export const replaceCode = (
  tx: Tx,
  { id, test, sha256, now, endsAt }: { id: string; test: boolean; sha256: Buffer; now: number; endsAt: number },
): void => tx.write(SEND_CODE, [tx.accountId, id, test, sha256, now, endsAt]);

/** Counts a wrong code. */
export const countTry = (tx: Tx, id: string): void => tx.write(TRY_CODE, [tx.accountId, id]);

const KEEP_UNSTAMPED = sql`
  insert into billing.unstamped_signature (account_id, id, test, document_id, lacking_since) values ($1, $2, $3, $4, $5)`;
const QUEUE_STAMP = sql`
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
type UnstampedSignature = { id: string; test: boolean; documentId: string; lackingSince: number };

/**
 * Records a signed file without a time stamp and schedules the next attempt at `lookAt` (Unix
 * seconds).
 */
export function storeUnstampedSignature(
  tx: Tx,
  { id, test, documentId, lackingSince }: UnstampedSignature,
  lookAt: number,
): void {
  tx.write(KEEP_UNSTAMPED, [tx.accountId, id, test, documentId, lackingSince]);
  tx.write(QUEUE_STAMP, [tx.accountId, id, test, lookAt]);
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

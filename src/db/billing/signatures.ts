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
export type KeptEvidence = { id: string; test: boolean; documentId: string; text: string; sha256: Buffer; now: number };

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

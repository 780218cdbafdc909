import { FILES_KEPT_SECONDS, MAILS_KEPT_SECONDS, type MailContent, type MailPurpose } from '../../domain/mail/mail.ts';
import type { KeptFile } from '../billing/stored-files.ts';
import { type BatchDeletion, deleteInBatches } from '../delete-in-batches.ts';
import { finishedJobsJson, type JobOutcome, type LeasedJob } from '../job-queue.ts';
import { type Row, sql, type Tx } from '../transaction.ts';

/** A due mail, read as its account. */
export type MailToSend = {
  purpose: MailPurpose;
  documentId?: string;
  content: MailContent;
  createdAt: number;
  /** The attachments, and where their bytes are. */
  files: readonly (KeptFile & { name: string; mediaType: string })[];
};
/** The result of one attempt: the mail with the state of each recipient. */
export type MailSettled = { content: MailContent; state: 'waiting' | 'sent' | 'given_up'; at: number };

const READ = sql`
  select purpose, document_id, content, created_at from billing.mail where account_id = $1 and id = $2 and state = 'waiting'`;
const READ_FILES = sql`
  select m.name, m.media_type, f.sha256, f.bytes from billing.mail_file m
  join billing.file f on f.account_id = $1 and f.sha256 = m.sha256
  where m.account_id = $1 and m.mail_id = $2 order by m.n`;
// Selects a column, because distributed tables cannot send rows without columns between nodes.
const SETTLE = sql`
  update billing.mail set state = $4, content = $5, finished_at = case when $4 = 'waiting' then null else $6::bigint end
  where account_id = $2 and id = $3 and state = 'waiting' and exists (select subject_id from billing.settle_jobs($1))
  returning id`;

/** A mail to send, read as its account; undefined if it no longer waits. */
export async function mailToSend(tx: Tx, id: string): Promise<MailToSend | undefined> {
  const [[row], files] = await Promise.all([
    tx.read(READ, [tx.accountId, id]),
    tx.read<Row>(READ_FILES, [tx.accountId, id]),
  ]);
  return (
    row && {
      purpose: row.purpose,
      ...(row.document_id && { documentId: row.document_id }),
      content: JSON.parse(row.content) as MailContent,
      createdAt: row.created_at,
      files: files.map((file) => ({
        name: file.name,
        mediaType: file.media_type,
        sha256: file.sha256,
        bytes: file.bytes,
      })),
    }
  );
}

/**
 * Stores an attempt and the new state of the mail; false, and nothing is stored, if another worker
 * claimed it.
 */
export async function settleMail(tx: Tx, job: LeasedJob, became: JobOutcome, mail: MailSettled): Promise<boolean> {
  const { state, content, at } = mail;
  const values = [
    finishedJobsJson([{ job, ...became }]),
    tx.accountId,
    job.subjectId,
    state,
    JSON.stringify(content),
    at,
  ];
  return (await tx.read(SETTLE, values)).length > 0;
}

/** Deletes old mails in all accounts, and the list of their attachments earlier. */
export async function deleteOldMails(forgetting: BatchDeletion, now: number): Promise<void> {
  const files = 'select billing.forget_mail_files($1, $2) as gone';
  await deleteInBatches(forgetting, files, now - FILES_KEPT_SECONDS);
  await deleteInBatches(forgetting, 'select billing.forget_mails($1, $2::int) as gone', now - MAILS_KEPT_SECONDS);
}

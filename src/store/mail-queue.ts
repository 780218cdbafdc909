import type pg from 'pg';
import { FILES_KEPT_SECONDS, MAILS_KEPT_SECONDS, type MailContent, type MailPurpose } from '../domain/mail/mail.ts';
import type { KeptFile } from './files.ts';
import { type Row, sql, type Tx, type Whose } from './transaction.ts';

/** Names a mail that is due, held for as long as its lease. */
export type DueMail = Whose & { id: string };
/** Such a mail, read as its account. */
export type MailToSend = {
  purpose: MailPurpose;
  content: MailContent;
  /** Attempts before this one. */
  attempts: number;
  createdAt: number;
  /** What goes along, and where its bytes are. */
  files: readonly (KeptFile & { name: string; mediaType: string })[];
};
/** One attempt, and what became of the mail by it. */
export type MailSettled = {
  id: string;
  test: boolean;
  /** The mail as it stands now: its recipients by what became of them. */
  content: MailContent;
  state: 'waiting' | 'sent' | 'given_up';
  nextAt?: number | undefined;
  at: number;
  latencyMs: number;
  status?: number | undefined;
  fault?: string | undefined;
  answer?: string | undefined;
};

const CLAIM = sql`select * from billing.claim_mails($1, $2, $3, $4, $5)`;
const READ = sql`
  select purpose, content, attempts, created_at from billing.mail where account_id = $1 and id = $2 and state = 'waiting'`;
const READ_FILES = sql`
  select m.name, m.media_type, f.sha256, f.bytes from billing.mail_file m
  join billing.file f on f.account_id = m.account_id and f.sha256 = m.sha256
  where m.account_id = $1 and m.mail_id = $2 order by m.n`;
const SETTLE = sql`
  with settled as (
    update billing.mail set state = $3, content = $4, attempts = attempts + 1, next_at = coalesce($5, next_at),
      leased_until = null, finished_at = case when $3 = 'waiting' then null else $6::bigint end
    where account_id = $1 and id = $2 and state = 'waiting'
    returning account_id, id, test, attempts)
  insert into billing.mail_attempt (account_id, mail_id, n, test, at, latency_ms, status, fault, answer)
  select account_id, id, attempts, test, $6, $7, $8, $9, $10 from settled`;

/** Before every account. */
export const FIRST_ACCOUNT = '00000000-0000-0000-0000-000000000000';

/** Takes mails that are due, of every account, beginning after one. */
export async function claimMails(
  tx: Tx,
  claim: { now: number; leaseSeconds: number; room: number; share: number; past: string },
): Promise<DueMail[]> {
  const rows = await tx.read(CLAIM, [claim.now, claim.leaseSeconds, claim.room, claim.share, claim.past]);
  return rows.map((row) => ({ accountId: row.account_id, id: row.id, test: row.test }));
}

/** Reads a mail to send, as its account; undefined where it waits no longer. */
export async function mailToSend(tx: Tx, id: string): Promise<MailToSend | undefined> {
  const [[row], files] = await Promise.all([
    tx.read(READ, [tx.accountId, id]),
    tx.read<Row>(READ_FILES, [tx.accountId, id]),
  ]);
  return (
    row && {
      purpose: row.purpose,
      content: JSON.parse(row.content) as MailContent,
      attempts: row.attempts,
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

/** Writes an attempt and what became of the mail; nothing where somebody else has settled it. */
export function settleMail(tx: Tx, settled: MailSettled): void {
  tx.write(SETTLE, [
    ...[tx.accountId, settled.id, settled.state, JSON.stringify(settled.content), settled.nextAt ?? null],
    ...[settled.at, settled.latencyMs, settled.status ?? null, settled.fault ?? null],
    // PostgreSQL keeps no NUL.
    settled.answer?.replaceAll('\0', '') ?? null,
  ]);
}

/** Forgets the mails of before, of every account, and sooner which files went along. */
export async function forgetMails(pool: Pick<pg.Pool, 'query'>, now: number): Promise<void> {
  await pool.query('select billing.forget_mails($1, $2)', [now - MAILS_KEPT_SECONDS, now - FILES_KEPT_SECONDS]);
}

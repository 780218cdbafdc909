import type { MailContent, MailPurpose } from '../../domain/mail/mail.ts';
import { type KeptFile, storeFile } from '../billing/stored-files.ts';
import { JOBS_CHANNEL } from '../job-queue.ts';
import type { ObjectStore } from '../object-storage/object-store.ts';
import { type Row, sql, type Tx } from '../transaction.ts';

/**
 * An attachment. It has `bytes` if the file may not be stored yet; an object store already has
 * them.
 */
export type MailAttachment = { name: string; mediaType: string; size: number; sha256: Buffer; bytes?: Buffer };
/** A mail to send, or to keep in the mailbox if it is a test. */
export type NewMail = {
  id: string;
  test: boolean;
  documentId?: string | undefined;
  purpose: MailPurpose;
  content: MailContent;
  files: readonly MailAttachment[];
};

type MailState = 'waiting' | 'sent' | 'given_up' | 'kept';
/** An attachment without its bytes. */
type FileOfMail = { name: string; mediaType: string; size: number; sha256: string };
/** A mail with its state. Times are Unix seconds. */
export type Mail = {
  id: string;
  documentId?: string;
  purpose: MailPurpose;
  state: MailState;
  content: MailContent;
  files: readonly FileOfMail[];
  createdAt: number;
  finishedAt: number | null;
};
type MailAttempt = {
  n: number;
  at: number;
  latencyMs: number;
  status: number | null;
  fault: string | null;
  answer: string | null;
};

const WRITE = sql`
  insert into billing.mail (account_id, id, test, document_id, purpose, state, content, created_at)
  values ($1, $2, $3, $4, $5, case when $3 then 'kept' else 'waiting' end, $6, $7)`;
const QUEUE = sql`
  insert into billing.job (account_id, subject_id, lane, share_id, test, due_at, ready)
  values ($1, $2, 'mail', $1, false, $3, true)`;
// A separate statement, which runs on the entry node. Together with the insert, the account's node
// would notify, and a transaction over two nodes must not contain a notification.
const ANNOUNCE = sql`select pg_notify('${JOBS_CHANNEL}', 'mail')`;
const ADD_FILE = sql`
  insert into billing.mail_file (account_id, mail_id, n, test, name, media_type, size, sha256, created_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`;

/**
 * Writes a mail in the transaction of its cause, so that both happen or neither. Test mails are
 * stored instead of sent.
 */
export async function writeMail(tx: Tx, objects: ObjectStore | undefined, mail: NewMail, now: number): Promise<void> {
  const { id, test, documentId, purpose, content, files } = mail;
  tx.write(WRITE, [tx.accountId, id, test, documentId ?? null, purpose, JSON.stringify(content), now]);
  if (!test) {
    tx.write(QUEUE, [tx.accountId, id, now]);
    tx.write(ANNOUNCE);
  }
  for (const [n, { name, mediaType, size, sha256, bytes }] of files.entries()) {
    if (bytes) await storeFile(tx, objects, { sha256, bytes, now, sent: true });
    tx.write(ADD_FILE, [tx.accountId, id, n, test, name, mediaType, size, sha256, now]);
  }
}

const IS_KNOWN = sql`select from billing.mail where account_id = $1 and id = $2`;

/** Whether a mail was already written. */
export const mailExists = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx.read(IS_KNOWN, [tx.accountId, id])).length > 0;

const COUNT_OF_ACCOUNT = sql`
  select count(*) as many from billing.mail where account_id = $1 and test = $2 and created_at > $3`;
const COUNT_OF_DOCUMENT = sql`
  select count(*) as many from billing.mail
  where account_id = $1 and document_id = $2 and purpose in ('document', 'reminder') and created_at > $3`;
const COUNT_NOTICES = sql`
  select count(*) as many from billing.mail
  where account_id = $1 and document_id = $2 and purpose = 'notice' and created_at > $3`;

/** The number of mails of a mode the account wrote since a time. */
export async function mailsSince(tx: Tx, { test, since }: { test: boolean; since: number }): Promise<number> {
  const [row] = await tx.read<{ many: number }>(COUNT_OF_ACCOUNT, [tx.accountId, test, since]);
  return row?.many ?? 0;
}

/**
 * The number of mails that told the owner of a customer's questions about a document, since a time.
 */
export async function noticesSince(tx: Tx, documentId: string, since: number): Promise<number> {
  const [row] = await tx.read<{ many: number }>(COUNT_NOTICES, [tx.accountId, documentId, since]);
  return row?.many ?? 0;
}

/** How many times a document was sent since a time. */
export async function sendingsSince(tx: Tx, documentId: string, since: number): Promise<number> {
  const [row] = await tx.read<{ many: number }>(COUNT_OF_DOCUMENT, [tx.accountId, documentId, since]);
  return row?.many ?? 0;
}

const COLUMNS = `m.id, m.document_id, m.purpose, m.state, m.content, m.created_at, m.finished_at,
  coalesce((select json_agg(json_build_object('name', f.name, 'mediaType', f.media_type, 'size', f.size,
    'sha256', encode(f.sha256, 'hex')) order by f.n)
    from billing.mail_file f where f.account_id = $1 and f.mail_id = m.id), '[]') as files`;
const SENDING = `(select j.due_at from billing.job j
    where j.account_id = $1 and j.subject_id = m.id and j.lane = 'mail') as next_at,
  coalesce((select json_agg(json_build_object('n', t.n, 'at', t.at, 'latencyMs', t.latency_ms,
    'status', t.status, 'fault', t.fault, 'answer', t.answer) order by t.n)
    from billing.try t where t.account_id = $1 and t.subject_id = m.id and t.lane = 'mail'), '[]') as attempts`;
const OF_DOCUMENT = sql`
  select ${COLUMNS}, ${SENDING}
  from billing.mail m where m.account_id = $1 and m.document_id = $2
  order by m.id desc limit $3 offset $4`;
const COUNT_ABOUT = sql`select count(*) as total from billing.mail where account_id = $1 and document_id = $2`;
// Leaves out test mails and notices of customer questions, which go to the owner. Starts from the
// customer, because filtering all mails of the account takes half a second.
const TO_CUSTOMER = `billing.document d
  join billing.mail m on m.account_id = $1 and m.document_id = d.id
  where d.account_id = $1 and m.test = $3 and m.purpose in ('document', 'reminder', 'signature') and d.customer_id in (
    select $2::uuid union all select c.id from billing.customer c where c.account_id = $1 and c.organization_id = $2::uuid)`;
// Sorted by columns only: content is read for the page.
const OF_CUSTOMER = sql`
  select ${COLUMNS}, ${SENDING}, s.number from (
    select m.id, d.number from ${TO_CUSTOMER} order by m.id desc limit $4 offset $5) s
  join billing.mail m on m.account_id = $1 and m.id = s.id
  order by m.id desc`;
const COUNT_OF_CUSTOMER = sql`select count(*) as total from ${TO_CUSTOMER}`;
const KEPT = sql`
  select ${COLUMNS} from billing.mail m where m.account_id = $1 and m.state = 'kept'
  order by m.id desc limit $2 offset $3`;
const COUNT_KEPT = sql`select count(*) as total from billing.mail where account_id = $1 and state = 'kept'`;
const KEPT_ONE = sql`select ${COLUMNS} from billing.mail m where m.account_id = $1 and m.id = $2 and m.state = 'kept'`;

type Page = { page: number; limit: number };

/** One page of the mails about a document with their attempts, newest first, with the total. */
export async function mailsOf(tx: Tx, documentId: string, { page, limit }: Page) {
  const [[counted], rows] = await Promise.all([
    tx.read(COUNT_ABOUT, [tx.accountId, documentId]),
    tx.read(OF_DOCUMENT, [tx.accountId, documentId, limit, (page - 1) * limit]),
  ]);
  return { mails: rows.map(sendingFrom), total: (counted?.total ?? 0) as number };
}

/**
 * One page of the mails sent to a customer with the number of the document of each, newest first,
 * with the total.
 */
export async function mailsToCustomer(
  tx: Tx,
  { customerId, test }: { customerId: string; test: boolean },
  { page, limit }: Page,
) {
  const scopeValues = [tx.accountId, customerId, test];
  const [[counted], rows] = await Promise.all([
    tx.read(COUNT_OF_CUSTOMER, scopeValues),
    tx.read(OF_CUSTOMER, [...scopeValues, limit, (page - 1) * limit]),
  ]);
  const mails = rows.map((row) => ({ ...sendingFrom(row), number: row.number as string | null }));
  return { mails, total: (counted?.total ?? 0) as number };
}

const sendingFrom = (row: Row) => ({
  ...mailFrom(row),
  nextAt: row.next_at as number | null,
  attempts: row.attempts as MailAttempt[],
});

/** One page of the mailbox, newest first. */
export async function mailboxMails(tx: Tx, { page, limit }: Page) {
  const [[counted], rows] = await Promise.all([
    tx.read(COUNT_KEPT, [tx.accountId]),
    tx.read(KEPT, [tx.accountId, limit, (page - 1) * limit]),
  ]);
  return { mails: rows.map(mailFrom), total: (counted?.total ?? 0) as number };
}

/** A mail of the mailbox. `id` must be a UUID. */
export async function mailboxMail(tx: Tx, id: string): Promise<Mail | undefined> {
  const [row] = await tx.read(KEPT_ONE, [tx.accountId, id]);
  return row && mailFrom(row);
}

const BYTES = sql`
  select f.sha256, f.bytes from billing.mail_file m
  join billing.file f on f.account_id = $1 and f.sha256 = m.sha256
  where m.account_id = $1 and m.mail_id = $2 and m.sha256 = $3 limit 1`;

/**
 * An attachment of a mail by its hash; undefined if there is none, or it was deleted. `mailId`
 * must be a UUID.
 */
export async function fileOfMail(tx: Tx, mailId: string, sha256: Buffer): Promise<KeptFile | undefined> {
  const [row] = await tx.read(BYTES, [tx.accountId, mailId, sha256]);
  return row && { sha256: row.sha256, bytes: row.bytes };
}

const mailFrom = (row: Row): Mail => ({
  id: row.id,
  ...(row.document_id && { documentId: row.document_id }),
  purpose: row.purpose,
  state: row.state,
  content: JSON.parse(row.content) as MailContent,
  files: row.files,
  createdAt: row.created_at,
  finishedAt: row.finished_at,
});

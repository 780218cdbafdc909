import type { ReportDeposit, ReportStatus } from '../../domain/einvoicing/e-reporting/deposit.ts';
import type { DocumentStatus, StatusReason } from '../../domain/einvoicing/life-cycle.ts';
import type { MessageFile, SentMessage, SentStatus, SupplierStatus } from '../../domain/einvoicing/sent-message.ts';
import { JOBS_CHANNEL } from '../job-queue.ts';
import { type Row, sql, type Tx } from '../transaction.ts';
import type { Acknowledgement } from './platform-flows.ts';

const COLUMNS = `m.id, m.test, m.supplier_invoice_id, m.document_id, m.code, m.stated_at, m.content, m.connection_id, m.state,
  m.platform_id, m.faults, m.created_at, m.submitted_at, m.settled_at`;
/** The columns of a message, whatever it is about. */
export const MESSAGE_COLUMNS = `${COLUMNS}, m.report, m.report_from::text, m.report_to::text, m.report_type`;
const INSERT = sql`
  insert into billing.sent_message (account_id, id, test, supplier_invoice_id, document_id, code, stated_at, content, syntax,
    name, bytes, sha256, state, created_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, decode($12, 'hex'), 'sending', $13)`;
const FIND = sql`select ${MESSAGE_COLUMNS} from billing.sent_message m where m.account_id = $1 and m.id = $2`;
const FIND_FILE = sql`
  select ${MESSAGE_COLUMNS}, m.name, m.syntax, m.bytes, encode(m.sha256, 'hex') as sha256
  from billing.sent_message m where m.account_id = $1 and m.id = $2`;
const OF_SUPPLIER_INVOICE = sql`
  select ${COLUMNS} from billing.sent_message m
  where m.account_id = $1 and m.supplier_invoice_id = $2 order by m.stated_at, m.id`;
const ATTEMPTED = sql`
  update billing.sent_message set connection_id = $3 where account_id = $1 and id = $2 and state = 'sending'`;
const SUBMITTED = sql`
  update billing.sent_message set state = 'submitted', platform_id = $3, submitted_at = $4
  where account_id = $1 and id = $2 and state = 'sending'`;
const SETTLED = sql`
  update billing.sent_message set state = $3, faults = $4, settled_at = $5::bigint, platform_id = coalesce(platform_id, $6::text),
    submitted_at = coalesce(submitted_at, case when $6::text is null then null else $5::bigint end)
  where account_id = $1 and id = $2 and state in ('sending', 'submitted') returning 1`;
const QUEUE = sql`
  with queued as (
    insert into billing.job as j (account_id, subject_id, lane, share_id, test, due_at, ready)
    values ($1, $2, 'platform_messages', $1, $3, $4::bigint, true)
    on conflict (account_id, subject_id, lane, share_id, test) do update
      set due_at = excluded.due_at, ready = j.leased_until is null
    returning lane)
  select pg_notify('${JOBS_CHANNEL}', lane) from queued`;

/** A message to store, with its file. */
export type MessageToStore = Omit<SentStatus, 'state'> & { readonly file: MessageFile };

/**
 * Stores a message, and queues its sending. The database refuses a status after a refusal. `now` is
 * Unix seconds of the machine.
 */
export function storeMessage(tx: Tx, message: MessageToStore, now: number): void {
  const { id, test, about, code, statedAt, reasons, amounts, paidOn, createdAt, file } = message;
  const content = JSON.stringify({ reasons, amounts, ...(paidOn !== undefined && { paidOn }) });
  tx.write(INSERT, [
    ...[tx.accountId, id, test],
    ...['supplierInvoiceId' in about ? about.supplierInvoiceId : null, 'documentId' in about ? about.documentId : null],
    ...[code, statedAt, content, file.syntax, file.name, file.bytes, file.sha256, createdAt],
  ]);
  queueMessage(tx, id, test, now);
}

/** Queues the sending of a stored message. Unix seconds of the machine. */
export const queueMessage = (tx: Tx, id: string, test: boolean, now: number): void =>
  tx.write(QUEUE, [tx.accountId, id, test, now]);

/** The message with an ID of ours, which a platform repeats as `trackingId`. */
export async function findMessage(tx: Tx, id: string): Promise<SentMessage | undefined> {
  const [row] = await tx.read<Row>(FIND, [tx.accountId, id]);
  return row && messageFrom(row);
}

/** The same with its file, and whether an attempt to send it was made. */
export async function findMessageToSend(
  tx: Tx,
  id: string,
): Promise<{ message: SentMessage; file: MessageFile; isAttempted: boolean } | undefined> {
  const [row] = await tx.read<Row>(FIND_FILE, [tx.accountId, id]);
  if (!row) return undefined;
  const { name, syntax, bytes, sha256, connection_id } = row;
  return { message: messageFrom(row), file: { name, syntax, bytes, sha256 }, isAttempted: connection_id !== null };
}

/** An attempt begins: what happens to it is known only by asking this connection. */
export const noteAttempt = (tx: Tx, id: string, connectionId: string): void =>
  tx.write(ATTEMPTED, [tx.accountId, id, connectionId]);

/** The platform took a message under its own ID. */
export const noteMessageSubmitted = (tx: Tx, id: string, platformId: string, now: number): void =>
  tx.write(SUBMITTED, [tx.accountId, id, platformId, now]);

/** The acknowledgement of the platform. False if it was known. */
export async function settleMessage(
  tx: Tx,
  id: string,
  outcome: Acknowledgement & { readonly platformId?: string | undefined },
  now: number,
): Promise<boolean> {
  const faults = outcome.state === 'refused' ? JSON.stringify(outcome.reasons) : null;
  return (
    (await tx.read(SETTLED, [tx.accountId, id, outcome.state, faults, now, outcome.platformId ?? null])).length > 0
  );
}

/** The statuses this business stated about a received invoice, oldest first. */
export const statedAbout = async (tx: Tx, supplierInvoiceId: string): Promise<SentStatus[]> =>
  (await tx.read<Row>(OF_SUPPLIER_INVOICE, [tx.accountId, supplierInvoiceId])).map(statusFrom);

const COLLECTED = sql`
  select ${COLUMNS} from billing.sent_message m
  where m.account_id = $1 and m.document_id = $2 and m.code = 212 order by m.stated_at, m.id`;

/** What was stated as collected of a document, oldest first. */
export const collectedStatusesOf = async (tx: Tx, documentId: string): Promise<SentStatus[]> =>
  (await tx.read<Row>(COLLECTED, [tx.accountId, documentId])).map(statusFrom);

const INSERT_STATUS = sql`
  insert into billing.supplier_invoice_status (account_id, id, test, supplier_invoice_id, connection_id, platform_id, code,
    stated_at, received_at, content, sha256)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, decode($11, 'hex')) on conflict do nothing returning 1`;
const STATUSES = sql`
  select code, stated_at, received_at, content from billing.supplier_invoice_status
  where account_id = $1 and supplier_invoice_id = $2 order by stated_at, received_at, id limit 500`;
const BY_NUMBER = sql`
  select s.id from billing.supplier_invoice s
  where s.account_id = $1 and s.test = $2 and s.source = 'platform' and s.supplier_key = $3 and s.number = $4
  order by s.created_at desc, s.id desc limit 1`;

/** The invoice of a supplier (SIREN) that a platform delivered with a number; the last one. */
export async function supplierInvoiceWithNumber(
  tx: Tx,
  { test, siren, number }: { test: boolean; siren: string; number: string },
): Promise<string | undefined> {
  const [row] = await tx.read<Row>(BY_NUMBER, [tx.accountId, test, siren, number]);
  return row?.id;
}

/** Stores a status that arrived about a received invoice, once. False if it was known. */
export const storeSupplierStatus = async (
  tx: Tx,
  status: Pick<DocumentStatus, 'code' | 'statedAt' | 'receivedAt'> & {
    readonly id: string;
    readonly test: boolean;
    readonly supplierInvoiceId: string;
    readonly connectionId: string;
    readonly platformId: string;
    readonly content: string;
    readonly sha256: string;
  },
): Promise<boolean> => {
  const { id, test, supplierInvoiceId, connectionId, platformId, code, statedAt, receivedAt, content, sha256 } = status;
  const values = [id, test, supplierInvoiceId, connectionId, platformId, code, statedAt, receivedAt, content, sha256];
  return (await tx.read(INSERT_STATUS, [tx.accountId, ...values])).length > 0;
};

/** The statuses of a received invoice in the order of their times: stated here, and arrived. */
export async function supplierStatusesOf(tx: Tx, supplierInvoiceId: string): Promise<SupplierStatus[]> {
  const [sent, received] = await Promise.all([
    statedAbout(tx, supplierInvoiceId),
    tx.read<Row>(STATUSES, [tx.accountId, supplierInvoiceId]),
  ]);
  const all: SupplierStatus[] = [
    ...received.map((row) => ({
      ...{ direction: 'received' as const, code: row.code, statedAt: row.stated_at, receivedAt: row.received_at },
      ...(JSON.parse(row.content) as Pick<DocumentStatus, 'reasons' | 'amounts'>),
    })),
    ...sent.map((status) => ({ direction: 'sent' as const, ...status })),
  ];
  return all.toSorted((a, b) => a.statedAt - b.statedAt);
}

const messageFrom = (row: Row): SentMessage => (row.report === null ? statusFrom(row) : depositFrom(row, []));

const statusFrom = (row: Row): SentStatus => ({
  ...{ id: row.id, test: row.test, code: row.code, statedAt: row.stated_at, state: row.state },
  about:
    row.document_id === null
      ? { supplierInvoiceId: row.supplier_invoice_id }
      : { documentId: row.document_id as string },
  ...(JSON.parse(row.content) as Pick<SentStatus, 'reasons' | 'amounts' | 'paidOn'>),
  ...answeredIn(row),
});

/** The e-report of a row of `MESSAGE_COLUMNS`. */
export const depositFrom = (row: Row, statuses: readonly ReportStatus[]): ReportDeposit => ({
  ...{ id: row.id, test: row.test, state: row.state, statuses },
  about: { report: row.report, period: { from: row.report_from, to: row.report_to }, type: row.report_type },
  ...(JSON.parse(row.content) as Pick<ReportDeposit, 'figures' | 'totals' | 'platform'>),
  ...answeredIn(row),
});

const answeredIn = (row: Row) => ({
  createdAt: row.created_at as number,
  ...(row.platform_id !== null && { platformId: row.platform_id as string }),
  ...(row.faults !== null && { faults: JSON.parse(row.faults) as StatusReason[] }),
  ...(row.submitted_at !== null && { submittedAt: row.submitted_at as number }),
  ...(row.settled_at !== null && { settledAt: row.settled_at as number }),
});

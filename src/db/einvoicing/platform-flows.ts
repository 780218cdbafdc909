import { billKinds } from '../../domain/billing/document/kind.ts';
import type { DocumentStatus, StatusReason } from '../../domain/einvoicing/life-cycle.ts';
import type { PlatformFlow } from '../../domain/einvoicing/platform-flow.ts';
import { kindsInSql } from '../billing/document-kind-sql.ts';
import { JOBS_CHANNEL } from '../job-queue.ts';
import { type Row, sql, type Tx } from '../transaction.ts';

const COLUMNS = `id, test, document_id, connection_id, attempt, syntax, processing_rule, encode(sha256, 'hex') as sha256, state, platform_id, reasons,
  created_at, submitted_at, settled_at`;
const LATEST = sql`
  select ${COLUMNS} from billing.platform_flow where account_id = $1 and document_id = $2 order by attempt desc limit 1`;
const FIND = sql`select ${COLUMNS} from billing.platform_flow where account_id = $1 and id = $2`;
const INSERT = sql`
  insert into billing.platform_flow (account_id, id, test, document_id, connection_id, attempt, syntax, sha256, state, created_at,
    processing_rule)
  values ($1, $2, $3, $4, $5, $6, $7, decode($8, 'hex'), 'sending', $9, $10)`;
const SUBMITTED = sql`
  update billing.platform_flow set state = 'submitted', platform_id = $3, submitted_at = $4
  where account_id = $1 and id = $2 and state = 'sending'`;
const SETTLED = sql`
  update billing.platform_flow set state = $3, reasons = $4, settled_at = $5::bigint, platform_id = coalesce(platform_id, $6::text),
    submitted_at = coalesce(submitted_at, case when $6::text is null then null else $5::bigint end)
  where account_id = $1 and id = $2 and state in ('sending', 'submitted') returning 1`;
const IS_AWAITED = sql`
  select exists (select from billing.platform_flow f where f.account_id = $1 and f.connection_id = $2
    and coalesce(f.submitted_at, f.created_at) > $3)
    or exists (select from billing.sent_message m where m.account_id = $1 and m.connection_id = $2
    and coalesce(m.submitted_at, m.created_at) > $3) as awaited`;

/** The last attempt to hand a document to a platform; undefined if there was none. */
export async function latestFlow(tx: Tx, documentId: string): Promise<PlatformFlow | undefined> {
  const [row] = await tx.read<Row>(LATEST, [tx.accountId, documentId]);
  return row && flowFrom(row);
}

/** The flow with an ID of ours, which a platform repeats as `trackingId`. */
export async function findFlow(tx: Tx, id: string): Promise<PlatformFlow | undefined> {
  const [row] = await tx.read<Row>(FIND, [tx.accountId, id]);
  return row && flowFrom(row);
}

/** Stores that a document is about to be sent. The database refuses a second one for a document. */
export const beginFlow = (tx: Tx, flow: Omit<PlatformFlow, 'state'>): void =>
  tx.write(INSERT, [
    ...[tx.accountId, flow.id, flow.test, flow.documentId, flow.connectionId, flow.attempt, flow.syntax, flow.sha256],
    ...[flow.createdAt, flow.processingRule],
  ]);

/** The platform took the document under its own ID. */
export const noteSubmitted = (tx: Tx, id: string, platformId: string, now: number): void =>
  tx.write(SUBMITTED, [tx.accountId, id, platformId, now]);

/** What a platform says about a document that was sent. */
export type Acknowledgement =
  | { readonly state: 'accepted' }
  | { readonly state: 'refused'; readonly reasons: readonly StatusReason[] };

/**
 * The acknowledgement of the platform, with its ID of the flow if it gave one: it may be the first
 * answer that arrives. False if it was known.
 */
export const settleFlow = async (
  tx: Tx,
  id: string,
  outcome: Acknowledgement & { readonly platformId?: string | undefined },
  now: number,
): Promise<boolean> => {
  const reasons = outcome.state === 'refused' ? JSON.stringify(outcome.reasons) : null;
  const values = [id, outcome.state, reasons, now, outcome.platformId ?? null];
  return (await tx.read(SETTLED, [tx.accountId, ...values])).length > 0;
};

/**
 * Whether answers of the platform are expected soon: it took something since (Unix seconds), or
 * something stored since is on its way.
 */
export async function isAnswerAwaited(tx: Tx, connectionId: string, since: number): Promise<boolean> {
  const [row] = await tx.read<{ awaited: boolean }>(IS_AWAITED, [tx.accountId, connectionId, since]);
  return row?.awaited === true;
}

const QUEUE = sql`
  with queued as (
    insert into billing.job as j (account_id, subject_id, lane, share_id, test, due_at, ready)
    values ($1, $2, $3, $1, $4, $5::bigint, true)
    on conflict (account_id, subject_id, lane, share_id, test) do update
      set due_at = excluded.due_at, ready = j.leased_until is null
    returning lane)
  select pg_notify('${JOBS_CHANNEL}', lane) from queued`;

/** Queues the sending of a document in the transaction of its cause. Unix seconds (machine). */
export const queueSending = (tx: Tx, documentId: string, test: boolean, now: number): void =>
  tx.write(QUEUE, [tx.accountId, documentId, 'platform_outbox', test, now]);

const QUEUE_COLLECTED = sql`
  with queued as (
    insert into billing.job as j (account_id, subject_id, lane, share_id, test, due_at, ready)
    select f.account_id, f.document_id, 'platform_collected', f.account_id, f.test, $3::bigint, true
    from billing.platform_flow f where f.account_id = $1 and f.document_id = $2 and f.state = 'accepted'
    on conflict (account_id, subject_id, lane, share_id, test) do update
      set due_at = excluded.due_at, ready = j.leased_until is null
    returning lane)
  select pg_notify('${JOBS_CHANNEL}', lane) from queued`;

/** Queues the statuses 212 of a document, if a platform accepted it. Seconds of the machine. */
export const queueCollected = (tx: Tx, documentId: string, now: number): void =>
  tx.write(QUEUE_COLLECTED, [tx.accountId, documentId, now]);

/** Queues a read of what changed at a platform. Unix seconds of the machine. */
export const queueReading = (tx: Tx, connectionId: string, test: boolean, now: number): void =>
  tx.write(QUEUE, [tx.accountId, connectionId, 'platform_inbox', test, now]);

const ADVANCE = sql`
  with queued as (
    insert into billing.job as j (account_id, subject_id, lane, share_id, test, due_at, ready)
    values ($1, $2, 'platform_inbox', $1, $3, $4::bigint, true)
    on conflict (account_id, subject_id, lane, share_id, test) do update
      set due_at = least(j.due_at, excluded.due_at), ready = j.leased_until is null
    returning lane)
  select pg_notify('${JOBS_CHANNEL}', lane) from queued`;

/** The same, without delaying one that is due earlier. */
export const advanceReading = (tx: Tx, connectionId: string, test: boolean, now: number): void =>
  tx.write(ADVANCE, [tx.accountId, connectionId, test, now]);

/** Statuses of a document that are read; more are kept, not shown. */
const STATUSES_READ_MAX = '500';

const IS_QUEUED = sql`
  select exists (select from billing.job
    where account_id = $1 and subject_id = $2 and lane = 'platform_outbox') as queued`;

/** Whether the sending of a document is queued or under way. */
export async function isSendingQueued(tx: Tx, documentId: string): Promise<boolean> {
  const [row] = await tx.read<{ queued: boolean }>(IS_QUEUED, [tx.accountId, documentId]);
  return row?.queued === true;
}

const INSERT_STATUS = sql`
  insert into billing.platform_status (account_id, id, test, document_id, connection_id, platform_id, code, stated_at, received_at,
    content, sha256)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, decode($11, 'hex')) on conflict do nothing returning 1`;
const STATUSES = sql`
  select code, stated_at, received_at, content from billing.platform_status
  where account_id = $1 and document_id = $2 order by stated_at, received_at, id limit ${STATUSES_READ_MAX}`;
const FIND_MESSAGES = sql`
  select platform_id from billing.platform_message
  where account_id = $1 and connection_id = $2 and platform_id = any ($3::text[])`;
const INSERT_MESSAGE = sql`
  insert into billing.platform_message (account_id, connection_id, platform_id, test, flow_type, outcome, read_at)
  values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing returning 1`;
const BY_NUMBER = sql`
  select id from billing.document
  where account_id = $1 and number = $2 and test = $3 and kind in ${kindsInSql(billKinds)}`;

/** Stores a status, once. False if it was known. `sha256` is the digest of its content, in hex. */
export const storeStatus = async (
  tx: Tx,
  status: DocumentStatus & {
    readonly id: string;
    readonly test: boolean;
    readonly documentId: string;
    readonly connectionId: string;
    readonly platformId: string;
    readonly content: string;
    readonly sha256: string;
  },
): Promise<boolean> => {
  const { id, test, documentId, connectionId, platformId, code, statedAt, receivedAt, content, sha256 } = status;
  const values = [id, test, documentId, connectionId, platformId, code, statedAt, receivedAt, content, sha256];
  return (await tx.read(INSERT_STATUS, [tx.accountId, ...values])).length > 0;
};

/** The statuses of a document, oldest first, at most 500. */
export const statusesOf = async (tx: Tx, documentId: string): Promise<DocumentStatus[]> =>
  (await tx.read<Row>(STATUSES, [tx.accountId, documentId])).map((row) => {
    const { reasons, amounts } = JSON.parse(row.content);
    return { code: row.code, statedAt: row.stated_at, receivedAt: row.received_at, reasons, amounts };
  });

/** Which messages of a platform were read before. */
export const messagesRead = async (
  tx: Tx,
  connectionId: string,
  platformIds: readonly string[],
): Promise<ReadonlySet<string>> =>
  new Set((await tx.read<Row>(FIND_MESSAGES, [tx.accountId, connectionId, platformIds])).map((row) => row.platform_id));

/** What came of a message of a platform. */
export type MessageOutcome = 'status' | 'acknowledgement' | 'received' | 'unknown_document' | 'unreadable';

/** Stores that a message was read. False if it was known. */
export const noteMessage = async (
  tx: Tx,
  message: {
    readonly connectionId: string;
    readonly platformId: string;
    readonly test: boolean;
    readonly flowType: string;
    readonly outcome: MessageOutcome;
  },
  now: number,
): Promise<boolean> => {
  const { connectionId, platformId, test, flowType, outcome } = message;
  const values = [tx.accountId, connectionId, platformId, test, flowType, outcome, now];
  return (await tx.read(INSERT_MESSAGE, values)).length > 0;
};

/** The bill with a number, which is how statuses name it; undefined if there is none. */
export async function billWithNumber(tx: Tx, number: string, test: boolean): Promise<string | undefined> {
  const [row] = await tx.read<Row>(BY_NUMBER, [tx.accountId, number, test]);
  return row?.id;
}

const flowFrom = (row: Row): PlatformFlow => ({
  ...{ id: row.id, test: row.test, documentId: row.document_id, connectionId: row.connection_id },
  ...{ attempt: row.attempt, syntax: row.syntax, sha256: row.sha256, state: row.state, createdAt: row.created_at },
  processingRule: row.processing_rule,
  ...(row.platform_id !== null && { platformId: row.platform_id }),
  ...(row.reasons !== null && { reasons: JSON.parse(row.reasons) }),
  ...(row.submitted_at !== null && { submittedAt: row.submitted_at }),
  ...(row.settled_at !== null && { settledAt: row.settled_at }),
});

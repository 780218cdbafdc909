import type { ReportDeposit, ReportStatus } from '../../domain/einvoicing/e-reporting/deposit.ts';
import type { MessageFile } from '../../domain/einvoicing/sent-message.ts';
import type { CivilDay } from '../../domain/time/civil-day.ts';
import { type Row, sql, type Tx } from '../transaction.ts';
import { depositFrom, MESSAGE_COLUMNS, queueMessage } from './sent-messages.ts';

const INSERT = sql`
  insert into billing.sent_message (account_id, id, test, report, report_from, report_to, report_type, stated_at, content,
    syntax, name, bytes, sha256, state, created_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'FRR', $10, $11, decode($12, 'hex'), 'sending', $8)`;
// The statuses of a deposit as JSON, so that a page of periods is one query.
const SELECT = `select ${MESSAGE_COLUMNS}, coalesce((
    select json_agg(json_build_object('code', s.code, 'statedAt', s.stated_at, 'receivedAt', s.received_at,
      'content', s.content) order by s.stated_at, s.received_at, s.id)
    from billing.report_status s where s.account_id = $1 and s.message_id = m.id), '[]')::text as statuses
  from billing.sent_message m`;
/** Deposits read at once, the newest; more are kept. */
const DEPOSITS_READ_MAX = '1000';
const WITHIN = sql`
  ${SELECT} where m.account_id = $1 and m.test = $2 and m.report is not null and m.report_from between $3 and $4
  order by m.created_at desc, m.id desc limit ${DEPOSITS_READ_MAX}`;
const FIND = sql`${SELECT} where m.account_id = $1 and m.id = $2 and m.report is not null`;
const IS_IN_REPORT = sql`
  select exists (select from billing.sent_message m join billing.document d on d.account_id = $1 and d.id = $3
    where m.account_id = $1 and m.test = $2 and m.report is not null and m.state <> 'refused'
    and not exists (select from billing.report_status s where s.account_id = $1 and s.message_id = m.id
      and s.code in (301, 501))
    and (m.report = 'transactions' and d.emitted_on between m.report_from and m.report_to
      or m.report = 'payments' and exists (select from billing.payment p where p.account_id = $1
        and p.document_id = d.id and p.received_on between m.report_from and m.report_to))) as known`;
const INSERT_STATUS = sql`
  insert into billing.report_status (account_id, id, test, message_id, connection_id, platform_id, code, stated_at,
    received_at, content, sha256)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, decode($11, 'hex')) on conflict do nothing returning 1`;

/** An e-report to store, with its file. */
type DepositToStore = Omit<ReportDeposit, 'state' | 'statuses'> & { readonly file: MessageFile };

/**
 * Stores an e-report, and queues its sending. The database refuses a second one of its period that
 * is on its way. `now` is Unix seconds of the machine.
 */
export function storeDeposit(tx: Tx, deposit: DepositToStore, now: number): void {
  const { id, test, about, figures, totals, platform, createdAt, file } = deposit;
  const { report, period, type } = about;
  const content = JSON.stringify({ figures, totals, platform });
  tx.write(INSERT, [
    ...[tx.accountId, id, test, report, period.from, period.to, type, createdAt, content],
    ...[file.name, file.bytes, file.sha256],
  ]);
  queueMessage(tx, id, test, now);
}

/** The deposits of periods that begin in a span of days, with their statuses, oldest first. */
export const depositsWithin = async (
  tx: Tx,
  { test, from, to }: { readonly test: boolean; readonly from: CivilDay; readonly to: CivilDay },
): Promise<ReportDeposit[]> =>
  (await tx.read<Row>(WITHIN, [tx.accountId, test, from, to])).map(withStatuses).toReversed();

/**
 * Whether an e-report that the tax office has, or that is on its way, states a document or one of
 * its payments.
 */
export async function isInReport(tx: Tx, { id, test }: { readonly id: string; readonly test: boolean }) {
  const [row] = await tx.read<Row>(IS_IN_REPORT, [tx.accountId, test, id]);
  return row?.known === true;
}

/** The deposit with an ID, and its statuses. */
export async function findDeposit(tx: Tx, id: string): Promise<ReportDeposit | undefined> {
  const [row] = await tx.read<Row>(FIND, [tx.accountId, id]);
  return row && withStatuses(row);
}

const withStatuses = (row: Row): ReportDeposit => {
  const statuses = JSON.parse(row.statuses) as (Omit<ReportStatus, 'reasons'> & { content: string })[];
  return depositFrom(
    row,
    statuses.map(({ content, ...status }) => ({ ...status, reasons: JSON.parse(content).reasons })),
  );
};

/** Stores a status of an e-report, once. False if it was known. `sha256` is in hex. */
export const storeReportStatus = async (
  tx: Tx,
  status: Omit<ReportStatus, 'reasons'> & {
    readonly id: string;
    readonly test: boolean;
    readonly messageId: string;
    readonly connectionId: string;
    readonly platformId: string;
    readonly content: string;
    readonly sha256: string;
  },
): Promise<boolean> => {
  const { id, test, messageId, connectionId, platformId, code, statedAt, receivedAt, content, sha256 } = status;
  const values = [id, test, messageId, connectionId, platformId, code, statedAt, receivedAt, content, sha256];
  return (await tx.read(INSERT_STATUS, [tx.accountId, ...values])).length > 0;
};

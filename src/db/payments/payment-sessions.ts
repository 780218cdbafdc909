import type { Kind } from '../../domain/billing/document/kind.ts';
import type { PaymentSession, ProviderRead } from '../../domain/payments/payment-session.ts';
import type { CustomerMoney, MoneySource } from '../../domain/payments/unapplied-money.ts';
import { JOBS_CHANNEL } from '../job-queue.ts';
import { type Row, sql, type Tx } from '../transaction.ts';
import { moneyFrom, sessionFrom } from './customer-money.ts';

export const sessionColumns = `id, test, document_id, link_id, provider, provider_id, reference, url, amount_cents, currency, state,
  received_cents, refunded_cents, restored_cents, unapplied_cents, awaited_cents, returned_cents, fee_cents, payment_id, tried, opened_at, expires_at, paid_at, woken_at`;
const INSERT = sql`
  insert into billing.payment_session (account_id, id, test, document_id, link_id, provider, amount_cents, currency, state,
    opened_at, expires_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`;
const FIND = sql`
  select ${sessionColumns} from billing.payment_session where account_id = $1 and id = $2 and source = 'online'`;
const LOCK = sql`
  select ${sessionColumns} from billing.payment_session
  where account_id = $1 and id = $2 and source = 'online' for update`;
const OF_DOCUMENT = sql`
  select ${sessionColumns} from billing.payment_session where account_id = $1 and document_id = $2 and source = 'online'
  order by opened_at desc, id desc limit $3`;
// A paid session counts at its payment time, an unpaid one when it was opened. Money received
// otherwise is listed as unapplied or by its source.
const LISTED = `s.account_id = $1 and s.test = $2 and s.state <> 'opening'
  and coalesce(s.paid_at, s.opened_at) >= $3::bigint and coalesce(s.paid_at, s.opened_at) < $4::bigint
  and (s.unapplied_cents > 0 or not $5::boolean) and (s.awaited_cents > 0 or not $6::boolean)
  and (case when $7::text is null then s.source = 'online' or $5::boolean else s.source = $7 end)`;
// Sessions of a customer, or of an organization.
const OF_CUSTOMER = `($8::uuid is null or d.customer_id = $8 or d.content::json #>> '{sealed,customer,organization,id}' = $8::text)`;
const LIST = sql`
  select s.*, d.number, d.kind, d.customer_id,
    coalesce(d.content::json #>> '{sealed,customer,organization,name}', d.content::json #>> '{sealed,customer,name}') as customer_name,
    d.content::json #>> '{sealed,customer,organization,id}' as organization_id,
    count(*) over () as total
  from billing.payment_session s join billing.document d on d.account_id = $1 and d.id = s.document_id
  where ${LISTED} and ${OF_CUSTOMER} order by s.opened_at desc, s.id desc limit $9 offset $10`;
const SUMS = sql`
  select s.currency, count(*) as count, sum(s.received_cents)::bigint as received, sum(s.refunded_cents - s.restored_cents)::bigint as refunded,
    sum(s.unapplied_cents)::bigint as unapplied, coalesce(sum(s.fee_cents), 0)::bigint as fee
  from billing.payment_session s join billing.document d on d.account_id = $1 and d.id = s.document_id
  where ${LISTED} and ${OF_CUSTOMER} and s.received_cents > 0 group by s.currency order by s.currency`;
const NAMED = sql`
  select ${sessionColumns} from billing.payment_session
  where account_id = $1 and provider = $2 and (provider_id = any($3) or reference = any($3))`;
const SAVE = sql`
  update billing.payment_session set provider_id = $3, reference = $4, url = $5, state = $6, received_cents = $7,
    refunded_cents = $8, unapplied_cents = $9, fee_cents = $10, payment_id = $11, paid_at = $12, restored_cents = $13,
    awaited_cents = $14
  where account_id = $1 and id = $2`;
const TRY = sql`
  update billing.payment_session set tried = $3
  where account_id = $1 and id = $2 and test and state in ('open', 'pending')`;
const WAKE = sql`update billing.payment_session set woken_at = $3 where account_id = $1 and id = $2`;
const QUEUE = sql`
  with queued as (
    insert into billing.job as j (account_id, subject_id, lane, share_id, test, due_at, ready)
    select s.account_id, s.id, 'online_payment', s.account_id, s.test, $4::bigint, $4::bigint <= $3::bigint
    from billing.payment_session s where s.account_id = $1 and s.id = $2
    on conflict (account_id, subject_id, lane, share_id, test) do update
      set due_at = least(j.due_at, excluded.due_at), ready = j.leased_until is null and least(j.due_at, excluded.due_at) <= $3::bigint
    returning account_id)
  select pg_notify('${JOBS_CHANNEL}', 'online_payment') from queued`;
const BOOK = sql`
  insert into billing.payment_receipt (account_id, provider, provider_id, refunded_cents, test, session_id, received_cents,
    created_at, restored_cents)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict do nothing returning session_id`;

/** Sessions of a document that are read: more than a customer can open per day. */
const OF_DOCUMENT_MAX = 20;
/** Sessions per page of the list. */
export const SESSIONS_LISTED_MAX = 100;

/** Inserts a session that is being opened. */
export function insertSession(tx: Tx, session: PaymentSession): void {
  const { id, test, documentId, linkId, provider, amount, currency, state, openedAt, expiresAt } = session;
  const values = [id, test, documentId, linkId, provider, amount, currency, state, openedAt, expiresAt];
  tx.write(INSERT, [tx.accountId, ...values]);
}

const one = async (tx: Tx, statement: typeof FIND, id: string): Promise<PaymentSession | undefined> => {
  const [row] = await tx.read<Row>(statement, [tx.accountId, id]);
  return row && sessionFrom(row);
};
export const findSession = (tx: Tx, id: string) => one(tx, FIND, id);
/** A payment session, locked until the transaction ends. Lock the document's group first. */
export const lockSession = (tx: Tx, id: string) => one(tx, LOCK, id);

/** The last sessions of a document, newest first. */
export const sessionsOfDocument = async (tx: Tx, documentId: string): Promise<PaymentSession[]> =>
  (await tx.read(OF_DOCUMENT, [tx.accountId, documentId, OF_DOCUMENT_MAX])).map(sessionFrom);

/**
 * Filters sessions: from and before in Unix seconds; with unapplied money; with a refund the
 * provider has not confirmed.
 */
export type SessionFilter = {
  readonly from?: number | undefined;
  readonly before?: number | undefined;
  readonly isUnapplied: boolean;
  readonly isAwaited?: boolean;
  readonly source?: MoneySource | undefined;
  readonly customerId?: string | undefined;
};
/** Money of a customer with the title of its document. */
export type ListedSession = CustomerMoney & {
  readonly kind: Kind;
  readonly number?: string;
  readonly customerId?: string;
  readonly organizationId?: string;
  readonly customerName?: string;
};

/** A page of sessions in the caller's mode, newest first, with the total. */
export async function listSessions(
  tx: Tx,
  filter: SessionFilter,
  { page, limit }: { readonly page: number; readonly limit: number },
): Promise<{ sessions: ListedSession[]; total: number }> {
  const rows = await tx.read<Row>(LIST, [...narrowedBy(tx, filter), ...[limit, (page - 1) * limit]]);
  const sessions = rows.map((row) => ({
    ...moneyFrom(row),
    kind: row.kind,
    ...(row.number !== null && { number: row.number }),
    ...(row.customer_id !== null && { customerId: row.customer_id }),
    ...(row.organization_id !== null && { organizationId: row.organization_id }),
    ...(row.customer_name !== null && { customerName: row.customer_name }),
  }));
  return { sessions, total: Number(rows[0]?.total ?? 0) };
}

type Sums = { currency: PaymentSession['currency'] } & Record<
  'count' | 'received' | 'refunded' | 'unapplied' | 'fee',
  number
>;
/** The received amounts and provider fees of the sessions of a list, by currency. */
export const sumSessions = (tx: Tx, filter: SessionFilter): Promise<readonly Sums[]> =>
  tx.read<Sums>(SUMS, narrowedBy(tx, filter));

const narrowedBy = (
  tx: Tx,
  { from = 0, before = Number.MAX_SAFE_INTEGER, isUnapplied, isAwaited = false, source, customerId }: SessionFilter,
): unknown[] => [tx.accountId, tx.test, from, before, isUnapplied, isAwaited, source ?? null, customerId ?? null];

/** The sessions named by a provider's message, by either of its IDs. */
export const sessionsNamed = async (tx: Tx, provider: string, ids: readonly string[]): Promise<PaymentSession[]> =>
  (await tx.read(NAMED, [tx.accountId, provider, ids])).map(sessionFrom);

/** Updates a locked session. */
export function saveSession(tx: Tx, session: PaymentSession): void {
  const { id, providerId, reference, url, state, received, refunded, unapplied, fee, paymentId, paidAt } = session;
  const { restored, awaited } = session;
  const known = [providerId ?? null, reference ?? null, url ?? null, state, received, refunded, unapplied];
  tx.write(SAVE, [tx.accountId, id, ...known, fee ?? null, paymentId ?? null, paidAt ?? null, restored, awaited]);
}

/** Stores the choice made on the simulator's page. */
export const recordSimulatorChoice = (tx: Tx, id: string, tried: NonNullable<PaymentSession['tried']>): void =>
  tx.write(TRY, [tx.accountId, id, tried]);

/** Queues a check of a session, now or at a given time; one being checked is checked again. */
export function wakeSession(tx: Tx, id: string, now: number, dueAt: number = now): void {
  tx.write(WAKE, [tx.accountId, id, now]);
  tx.write(QUEUE, [tx.accountId, id, now, dueAt]);
}

/**
 * Reserves the booking of a receipt or a refund in this transaction; false if another one has,
 * after waiting for it. The key of the table ensures it: one per provider ID, refunded amount and
 * amount returned of that.
 */
export async function claimReceipt(tx: Tx, session: PaymentSession, read: ProviderRead, now: number): Promise<boolean> {
  const { id, test, provider, providerId } = session;
  const values = [tx.accountId, provider, providerId, read.refunded, test, id, read.received, now, read.restored ?? 0];
  return (await tx.read(BOOK, values)).length > 0;
}

import type { Cents } from '../../domain/money/cents.ts';
import type { PaymentSession } from '../../domain/payments/payment-session.ts';
import { type CustomerMoney, moneyPaidOnline } from '../../domain/payments/unapplied-money.ts';
import type { Application, ReturnedBy } from '../../domain/payments/use-unapplied-money.ts';
import { type Row, sql, type Tx } from '../transaction.ts';

const FIND = sql`select * from billing.payment_session where account_id = $1 and id = $2`;
const LOCK = sql`select * from billing.payment_session where account_id = $1 and id = $2 for update`;
const LOCK_EXCESS = sql`
  select * from billing.payment_session
  where account_id = $1 and document_id = $2 and source <> 'online' and received_cents > 0 order by id for update`;
const INSERT = sql`
  insert into billing.payment_session (account_id, id, test, document_id, source, method, other_method, amount_cents,
    received_cents, unapplied_cents, currency, state, payment_id, opened_at, paid_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $8, $8, $9, 'paid', $10, $11, $12)`;

const one = async (tx: Tx, statement: typeof FIND, id: string): Promise<CustomerMoney | undefined> => {
  const [row] = await tx.read<Row>(statement, [tx.accountId, id]);
  return row && moneyFrom(row);
};
export const findMoney = (tx: Tx, id: string) => one(tx, FIND, id);
/** Money of a customer, locked until the transaction ends. Lock the document's group first. */
export const lockMoney = (tx: Tx, id: string) => one(tx, LOCK, id);

/**
 * Overpayments of a document by hand or bank that are not reversed, locked after the document's
 * group.
 */
export const lockExcessOf = async (tx: Tx, documentId: string): Promise<CustomerMoney[]> =>
  (await tx.read<Row>(LOCK_EXCESS, [tx.accountId, documentId])).map(moneyFrom);

/** Inserts an overpayment; PostgreSQL refuses a mode or currency other than its document's. */
export function insertExcess(tx: Tx, excess: CustomerMoney): void {
  const { id, test, documentId, source, method, otherMethod, amount, currency, paymentId, openedAt, paidAt } = excess;
  const how = [source, method, otherMethod ?? null, amount, currency, paymentId ?? null];
  tx.write(INSERT, [tx.accountId, id, test, documentId, ...how, openedAt, paidAt]);
}

/** Money of a customer from any source. */
export function moneyFrom(row: Row): CustomerMoney {
  const session = sessionFrom(row);
  if (row.source === 'online') return moneyPaidOnline(session);
  const { provider: _provider, linkId: _link, expiresAt: _end, ...excess } = session;
  const { source, method, other_method: otherMethod } = row;
  return { ...excess, source, method, ...(otherMethod !== null && { otherMethod }) };
}

export const sessionFrom = (row: Row): PaymentSession => ({
  ...{ id: row.id, test: row.test, documentId: row.document_id, linkId: row.link_id, provider: row.provider },
  ...{ amount: row.amount_cents, currency: row.currency, state: row.state },
  ...{ received: row.received_cents, refunded: row.refunded_cents, restored: row.restored_cents },
  ...{ unapplied: row.unapplied_cents, awaited: row.awaited_cents, returned: row.returned_cents },
  ...{ openedAt: row.opened_at, expiresAt: row.expires_at },
  ...(row.provider_id !== null && { providerId: row.provider_id }),
  ...(row.reference !== null && { reference: row.reference }),
  ...(row.url !== null && { url: row.url }),
  ...(row.fee_cents !== null && { fee: row.fee_cents }),
  ...(row.payment_id !== null && { paymentId: row.payment_id }),
  ...(row.tried !== null && { tried: row.tried }),
  ...(row.paid_at !== null && { paidAt: row.paid_at }),
  ...(row.woken_at !== null && { wokenAt: row.woken_at }),
});

// A trigger deducts a used amount from the unapplied money, or returns it; a check constraint
// refuses a larger amount.
const INSERT_USE = sql`
  insert into billing.unapplied_use (account_id, id, test, session_id, kind, amount_cents, document_id, payment_id, returned_by,
    created_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`;
const APPLIED = sql`
  select id, document_id as "documentId", payment_id as "paymentId", amount_cents as amount from billing.unapplied_use
  where account_id = $1 and session_id = $2 and kind = 'applied' and taken_back_at is null order by created_at, id`;
const TAKE_BACK = sql`
  update billing.unapplied_use set taken_back_at = $3 where account_id = $1 and id = $2 and taken_back_at is null`;
const PAYMENTS_TAKEN_BACK = sql`
  update billing.unapplied_use set taken_back_at = $3
  where account_id = $1 and payment_id = any ($2::uuid[]) and taken_back_at is null`;

/** What the owner did with unapplied money. An overpayment is removed with its payment. */
type Use = { readonly id: string; readonly sessionId: string; readonly test: boolean; readonly amount: Cents } & (
  | Pick<Application, 'documentId' | 'paymentId'>
  | { readonly by: ReturnedBy | 'dropped' }
);

/** Records a use of unapplied money, which is reduced by it. Its session must be locked. */
export function insertUse(tx: Tx, use: Use, now: number): void {
  const { id, sessionId, test, amount } = use;
  const how =
    'documentId' in use
      ? ['applied', amount, use.documentId, use.paymentId, null]
      : use.by === 'dropped'
        ? ['dropped', amount, null, null, null]
        : ['returned', amount, null, null, use.by];
  tx.write(INSERT_USE, [tx.accountId, id, test, sessionId, ...how, now]);
}

/** The amounts of a session applied to other documents, oldest first. */
export const applicationsOf = (tx: Tx, sessionId: string): Promise<Application[]> =>
  tx.read<Application>(APPLIED, [tx.accountId, sessionId]);

/** Reverses an application: the money is unapplied again. */
export const reverseUse = (tx: Tx, id: string, now: number): void => tx.write(TAKE_BACK, [tx.accountId, id, now]);

/** Reverses the applications that made these payments: the money is unapplied again. */
export const reverseUsesOf = (tx: Tx, paymentIds: readonly string[], now: number): void =>
  tx.write(PAYMENTS_TAKEN_BACK, [tx.accountId, paymentIds, now]);

import type { PaymentSession } from '../../domain/payments/payment-session.ts';
import { type CustomerMoney, moneyPaidOnline } from '../../domain/payments/unapplied-money.ts';
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

import type { Cents } from '../../domain/money/cents.ts';
import type { Application, ReturnedBy } from '../../domain/payments/use-unapplied-money.ts';
import { sql, type Tx } from '../transaction.ts';

// A trigger deducts a used amount from the unapplied money, or returns it; a check constraint
// refuses a larger amount.
const INSERT = sql`
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
  tx.write(INSERT, [tx.accountId, id, test, sessionId, ...how, now]);
}

/** The amounts of a session applied to other documents, oldest first. */
export const applicationsOf = (tx: Tx, sessionId: string): Promise<Application[]> =>
  tx.read<Application>(APPLIED, [tx.accountId, sessionId]);

/** Reverses an application: the money is unapplied again. */
export const reverseUse = (tx: Tx, id: string, now: number): void => tx.write(TAKE_BACK, [tx.accountId, id, now]);

/** Reverses the applications that made these payments: the money is unapplied again. */
export const reverseUsesOf = (tx: Tx, paymentIds: readonly string[], now: number): void =>
  tx.write(PAYMENTS_TAKEN_BACK, [tx.accountId, paymentIds, now]);

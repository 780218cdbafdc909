import { claimKinds, creditKinds } from '../../domain/billing/document/kind.ts';
import { type Movement, STATEMENT_ENTRIES_MAX } from '../../domain/customers/statement.ts';
import { type Cents, cents } from '../../domain/money/cents.ts';
import { kindsInSql } from '../billing/document-kind-sql.ts';
import { type Row, sql, type Tx } from '../transaction.ts';

/**
 * The movements of a contact, or of an organization with its contacts, in one currency and mode.
 */
export type StatementQuery = {
  readonly customerId: string;
  readonly test: boolean;
  readonly currency: string;
  /** Civil days of the time zone; both are included. */
  readonly from: string;
  readonly to: string;
  readonly zone: string;
};

// A refund counts up to the overpaid amount, as in `settlementOf` and `claim-history.ts`. $1 is the
// account, $2 the customer, $3 test mode, $4 the currency, $5 the time zone for the refund's day.
const MOVEMENTS = `
  with whose as materialized (
    select d.id, d.parent_id, d.kind, d.number, d.emitted_on, d.finalized_at, d.total_cents, d.deducted_cents, d.refund_at,
      d.paid_cents - (d.total_cents - d.deducted_cents - d.credited_cents) as overpaid
    from billing.document d
    where d.account_id = $1 and d.test = $3 and d.currency = $4 and d.number is not null
      and d.kind in ${kindsInSql([...claimKinds, ...creditKinds])} and d.customer_id in (
        select c.id from billing.customer c where c.account_id = $1 and (c.id = $2 or c.organization_id = $2))),
  refunds as (
    select n.id, n.number, n.refund_at, case when n.parent_id is null then n.total_cents else
      least(n.total_cents, coalesce(p.overpaid, 0) - coalesce(sum(n.total_cents) over (
        partition by n.parent_id order by n.refund_at, n.finalized_at, n.id
        rows between unbounded preceding and 1 preceding), 0)) end as back
    from whose n left join whose p on p.id = n.parent_id where n.refund_at is not null),
  past as (
    select o.id, o.kind, o.number, o.emitted_on, o.total_cents from billing.past_document o
    where o.account_id = $1 and o.test = $3 and o.currency = $4 and o.customer_id in (
      select c.id from billing.customer c where c.account_id = $1 and (c.id = $2 or c.organization_id = $2))),
  moves as (
    select emitted_on as moved_on, case when kind in ${kindsInSql(creditKinds)} then 2 else 1 end as step, kind as what, id, number,
      case when kind in ${kindsInSql(creditKinds)} then -total_cents else total_cents - deducted_cents end as amount,
      false as is_past
    from whose
    union all
    select m.received_on, 3, case when m.amount_cents < 0 then 'payment_reversed' else 'payment' end, w.id, w.number,
      -m.amount_cents, false
    from whose w join billing.payment m on m.account_id = $1 and m.document_id = w.id
    union all
    select (to_timestamp(refund_at) at time zone $5)::date, 4, 'refund', id, number, back, false from refunds where back > 0
    union all
    select emitted_on, case when kind in ${kindsInSql(creditKinds)} then 2 else 1 end, kind, id, number,
      case when kind in ${kindsInSql(creditKinds)} then -total_cents else total_cents end, true from past
    union all
    select m.received_on, 3, case when p.kind in ${kindsInSql(creditKinds)} then 'refund' when m.amount_cents < 0
      then 'payment_reversed' else 'payment' end, p.id, p.number,
      case when p.kind in ${kindsInSql(creditKinds)} then m.amount_cents else -m.amount_cents end, true
    from past p join billing.past_payment m on m.account_id = $1 and m.document_id = p.id)`;
const BEFORE = sql`${MOVEMENTS} select coalesce(sum(amount), 0)::bigint as opening from moves where moved_on < $6::date`;
const WITHIN = sql`${MOVEMENTS}
  select moved_on::text as moved_on, what, id, number, amount, is_past from moves where moved_on between $6::date and $7::date
  order by moved_on, step, number, amount limit ${String(STATEMENT_ENTRIES_MAX + 1)}`;

/**
 * The balance before a period and the movements within it, at most one more than a statement
 * shows.
 */
export async function statementMovements(
  tx: Tx,
  { customerId, test, currency, from, to, zone }: StatementQuery,
): Promise<{ opening: Cents; movements: Movement[] }> {
  const scopeValues = [tx.accountId, customerId, test, currency, zone];
  const [[before], rows] = await Promise.all([
    tx.read<{ opening: number }>(BEFORE, [...scopeValues, from]),
    tx.read(WITHIN, [...scopeValues, from, to]),
  ]);
  return { opening: cents(Number(before?.opening ?? 0)), movements: rows.map(movementFrom) };
}

const movementFrom = ({ moved_on, what, id, number, amount, is_past }: Row): Movement => ({
  on: moved_on,
  what,
  documentId: id,
  number,
  amount: cents(Number(amount)),
  ...(is_past && { isPast: true }),
});

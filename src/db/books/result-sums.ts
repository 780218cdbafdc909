import type { ReceiptLine } from '../../domain/books/receipts-book.ts';
import type { SpentOfDay } from '../../domain/books/result.ts';
import type { CounterSold } from '../../domain/einvoicing/e-reporting/counter-sale.ts';
import type { CivilDay } from '../../domain/time/civil-day.ts';
import { sql, type Tx } from '../transaction.ts';

const SPENT = sql`
  select p.booked_on::text as "on", sum(p.amount_cents)::bigint as amount, sum(p.deductible_vat_cents)::bigint as vat,
    coalesce(sum(o.vat), 0)::bigint as owed, coalesce(sum(o.deductible), 0)::bigint as owed_deductible
  from billing.purchase p left join lateral (
    select sum(v.vat_cents) as vat, sum(v.deductible_cents) as deductible from billing.purchase_vat v
    where v.account_id = $1 and v.purchase_id = p.id and v.treatment <> 'charged') o on p.vat_rows > 0
  where p.account_id = $1 and p.test = $2 and p.booked_on between $3 and $4
  group by p.booked_on`;
// A replaced entry and its correction add up to nothing.
const TAKINGS = sql`
  select s.sold_on::text as "on", s.sold, sum(s.amount_cents)::bigint as amount,
    sum(round(s.amount_cents::numeric * s.rate_bp / (10000 + s.rate_bp)))::bigint as vat
  from billing.counter_sale s where s.account_id = $1 and s.test = $2 and s.sold_on between $3 and $4
    and not exists (select from billing.counter_sale c where c.account_id = $1 and c.corrects_id = s.id)
  group by s.sold_on, s.sold`;
const CLOSED_APART = sql`
  select c.booked_on::text as "on", c.line, c.received_on::text as received_on,
    (c.event like 'overpayment%' or c.event = 'refund_withdrawn' or c.event = 'refund'
      and d.refund_at is distinct from c.recorded_at) as only_closed
  from billing.closed_receipt c left join billing.document d on d.account_id = $1 and d.id = c.document_id
  where c.account_id = $1 and c.test = $2 and c.booked_on >= $3 and c.received_on <= $4
    and (c.received_on <> c.booked_on or c.event like 'overpayment%' or c.event in ('refund', 'refund_withdrawn'))`;

type Span = { readonly from: CivilDay; readonly to: CivilDay };

/** The register of purchases of a span by day, in the caller’s mode. */
export const spentByDay = async (tx: Tx, { from, to }: Span): Promise<SpentOfDay[]> =>
  (await tx.read(SPENT, [tx.accountId, tx.test, from, to])).map(({ on, amount, vat, owed, owed_deductible }) => ({
    ...{ on, amount, deductibleVat: vat, owedVat: owed, owedDeductible: owed_deductible },
  }));

/** Takings of a day: cents of euros, tax included. */
export type TakingsOfDay = {
  readonly on: CivilDay;
  readonly sold: CounterSold;
  readonly amount: number;
  readonly vat: number;
};

/** Takings without invoices of a span by day of sale and kind. */
export const takingsByDay = async (tx: Tx, { from, to }: Span): Promise<TakingsOfDay[]> =>
  (await tx.read(TAKINGS, [tx.accountId, tx.test, from, to])) as unknown as TakingsOfDay[];

/**
 * A frozen line that is not where its movement is: booked on a later day than it was received, or
 * without a movement that can be read (`isOnlyClosed`).
 */
export type ClosedApart = {
  readonly on: CivilDay;
  readonly receivedOn: CivilDay;
  readonly line: ReceiptLine;
  readonly isOnlyClosed: boolean;
};

/** Frozen lines with a day in a span that their movements of that day do not say. */
export const closedApart = async (tx: Tx, { from, to }: Span): Promise<ClosedApart[]> =>
  (await tx.read(CLOSED_APART, [tx.accountId, tx.test, from, to])).map((row) => ({
    ...{ on: row.on, receivedOn: row.received_on, isOnlyClosed: row.only_closed },
    line: JSON.parse(row.line) as ReceiptLine,
  }));

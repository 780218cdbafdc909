import { offerKinds } from '../../domain/billing/document/kind.ts';
import { AGE_DAYS, type Age } from '../../domain/home/receivable-age.ts';
import { REST_TO_BILL, REST_TO_PAY, restConditions, TO_REFUND } from '../billing/document-filter.ts';
import { kindsInSql } from '../billing/document-kind-sql.ts';
import { sql, type Tx } from '../transaction.ts';

/** The amount owed in one currency and age group, in cents; `net` is the part without VAT. */
export type Owed = {
  readonly currency: string;
  readonly age: Age;
  readonly count: number;
  readonly rest: number;
  readonly net: number;
};

const OWED = sql`
  select d.currency, case when d.due_on is null or d.due_on >= $3::date then 'notDue'
      when d.due_on > $3::date - ${String(AGE_DAYS.days31To60)} then 'days1To30' when d.due_on > $3::date - ${String(AGE_DAYS.daysOver60)} then 'days31To60'
      else 'daysOver60' end as age,
    count(*) as count, sum(${REST_TO_PAY})::bigint as rest,
    coalesce(sum(round((${REST_TO_PAY}) * d.net_cents::numeric / nullif(d.total_cents, 0))), 0)::bigint as net
  from billing.document d where d.account_id = $1 and d.test = $2 and ${restConditions.unpaid}
  group by 1, 2`;

/** The amounts owed on a day, by currency and age: column sums over open claims only. */
export const owedByAge = (tx: Tx, { test, day }: { test: boolean; day: string }): Promise<Owed[]> =>
  tx.read<Owed>(OWED, [tx.accountId, test, day]);

/** Offers of one currency: count and amount, including VAT. */
export type Offers = { readonly currency: string } & Readonly<Record<OfferFigure | `${OfferFigure}Count`, number>>;
export type OfferFigure = 'toBill' | 'waiting' | 'signed' | 'refused';

const sumOf = (name: string, what: string, condition: string): string => `
  coalesce(sum(${what}) filter (where ${condition}), 0)::bigint as "${name}",
  count(*) filter (where ${condition}) as "${name}Count"`;
const TOTAL = 'd.total_cents';
const OFFERS = sql`
  select d.currency, ${sumOf('toBill', REST_TO_BILL, restConditions.toBill)},
    ${sumOf('waiting', TOTAL, `d.state = 'finalized' and (d.valid_until_on is null or d.valid_until_on >= $3::date)`)},
    ${sumOf('signed', TOTAL, `d.state = 'signed' and d.signed_at between $4 and $5`)},
    ${sumOf('refused', TOTAL, `d.state = 'refused' and d.refused_at between $4 and $5`)}
  from billing.document d where d.account_id = $1 and d.test = $2 and d.kind in ${kindsInSql(offerKinds)}
    and d.state <> 'draft'
  group by d.currency`;

/**
 * Offers by state on a day; signed and refused ones between two instants (Unix seconds, both
 * included).
 */
export const offerTotals = (
  tx: Tx,
  { test, day, from, to }: { test: boolean; day: string; from: number; to: number },
): Promise<Offers[]> => tx.read<Offers>(OFFERS, [tx.accountId, test, day, from, to]);

/** The amounts owed to customers in one currency: count of documents and sum. */
export type ToRefund = { readonly currency: string; readonly count: number; readonly amount: number };

const TO_REFUND_NOW = sql`
  select d.currency, count(*) as count, sum(${TO_REFUND})::bigint as amount
  from billing.document d where d.account_id = $1 and d.test = $2 and ${restConditions.toRefund}
  group by d.currency`;

export const owedToCustomers = (tx: Tx, test: boolean): Promise<ToRefund[]> =>
  tx.read<ToRefund>(TO_REFUND_NOW, [tx.accountId, test]);

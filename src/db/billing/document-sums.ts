import { billKinds, type Kind } from '../../domain/billing/document/kind.ts';
import { invoicedParts, type TurnoverPart } from '../../domain/home/turnover-part.ts';
import { issuedBills } from '../home/bill-facts.ts';
import { partsOfRefunds } from '../home/turnover-by-day.ts';
import { type Row, sql, type Tx, unprepared } from '../transaction.ts';
import { type Filter, narrowing, REST_TO_BILL, REST_TO_PAY, restConditions, TO_REFUND } from './document-filter.ts';
import { kindsInSql } from './document-kind-sql.ts';

/** The sums of the documents of one kind and currency, in cents. */
export type DocumentSum = {
  readonly kind: Kind;
  readonly currency: string;
  readonly count: number;
  readonly net: number;
  readonly vat: number;
  readonly total: number;
  readonly toPay: number;
  readonly toBill: number;
  readonly toRefund: number;
};

/**
 * The sum of the advances deducted in a final invoice: they were billed before and count once.
 * Only final invoices' texts are read.
 */
export const DEDUCTED = `cross join lateral (
  select coalesce(sum((share.value ->> 'net')::bigint), 0)::bigint as net,
    coalesce(sum((share.value ->> 'vat')::bigint), 0)::bigint as vat
  from json_array_elements(case when d.deducted_cents <> 0 then d.content::json #> '{content,deductions}' end) deduction
    cross join lateral json_each(deduction -> 'breakdown') share) deducted`;

/**
 * The sums of all documents matching a filter by kind and currency: one statement over columns
 * only.
 */
export async function documentSums(tx: Tx, filter: Filter): Promise<DocumentSum[]> {
  const { conditions, values } = narrowing(tx, filter);
  const statement = sql`
    select d.kind, d.currency, count(*) as count, sum(d.net_cents - deducted.net)::bigint as net,
      sum(d.vat_cents - deducted.vat)::bigint as vat, sum(d.total_cents - d.deducted_cents)::bigint as total,
      coalesce(sum(${REST_TO_PAY}) filter (where ${restConditions.unpaid}), 0)::bigint as "toPay",
      coalesce(sum(${REST_TO_BILL}) filter (where ${restConditions.toBill}), 0)::bigint as "toBill",
      coalesce(sum(${TO_REFUND}) filter (where ${restConditions.toRefund}), 0)::bigint as "toRefund"
    from billing.document d ${DEDUCTED} where ${conditions.join(' and ')} group by d.kind, d.currency`;
  return tx.read<DocumentSum & Row>(unprepared(statement), values);
}

/** Bills whose texts are read per batch. */
const BILLS_AT_ONCE = 1_000;

/**
 * The invoiced amounts of a filter's finalized bills, and the credited amounts of its credit
 * notes, as accounting parts. It reads every text, so call it only if needed.
 */
export async function partsOfDocuments(
  tx: Tx,
  filter: Filter,
  zone: string,
): Promise<{ invoiced: TurnoverPart[]; refunded: TurnoverPart[] }> {
  const found = { invoiced: [] as TurnoverPart[], refunded: [] as TurnoverPart[] };
  const { conditions, values } = narrowing(tx, filter);
  const statement = unprepared(sql`
    select d.id, d.parent_id, d.refund_at from billing.document d
    where ${conditions.join(' and ')} and d.number is not null and d.kind in ${kindsInSql(billKinds)}
      and d.id > $${String(values.length + 1)} order by d.id limit ${String(BILLS_AT_ONCE)}`);
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const rows = await tx.read(statement, [...values, after]);
    const bills = await issuedBills(
      tx,
      rows.map(({ id }) => id),
    );
    found.invoiced.push(...bills.flatMap(({ facts, on }) => invoicedParts(facts, on)));
    const notes = rows.filter(({ refund_at }) => refund_at !== null);
    if (notes.length > 0) found.refunded.push(...(await partsOfRefunds(tx, notes, zone)));
    if (rows.length < BILLS_AT_ONCE) return found;
    after = (rows.at(-1) as Row).id;
  }
}

import type { BillingDocument } from '../../domain/billing/document/document.ts';
import { type BillKind, billKinds, creditKinds } from '../../domain/billing/document/kind.ts';
import type { PaymentMethod } from '../../domain/billing/document/terms/payment-terms.ts';
import { uniqueNameOf } from '../customers/third-parties.ts';
import { sql, type Tx } from '../transaction.ts';
import { REST_TO_PAY } from './document-filter.ts';
import { kindsInSql } from './document-kind-sql.ts';

/** A finalized bill for another program. Amounts are cents of its currency, never negative. */
export type OutgoingBill = {
  readonly id: string;
  readonly number: string;
  readonly kind: BillKind;
  readonly title: string | null;
  readonly emittedOn: string;
  readonly dueOn: string | null;
  readonly refundedOn: string | null;
  readonly currency: string;
  readonly net: number;
  readonly vat: number;
  readonly total: number;
  /** What is left to pay after deductions, credit notes and payments; negative if overpaid. */
  readonly rest: number;
  /** The name and the ID of the customer, or of the organization of the contact. */
  readonly customer: string;
  readonly customerId: string;
  /** The bill that a credit note credits. */
  readonly parent: string | null;
  readonly parentId: string | null;
  readonly content: BillingDocument['content'];
  readonly totals: BillingDocument['totals'];
  /** Without payments that were taken back. */
  readonly payments: readonly OutgoingPayment[];
};

export type OutgoingPayment = {
  readonly id: string;
  readonly on: string;
  readonly amount: number;
  readonly method: PaymentMethod;
};

const AFTER = sql`
  select d.id, d.number, d.kind, d.title, d.emitted_on::text as "emittedOn", d.due_on::text as "dueOn",
    (to_timestamp(d.refund_at) at time zone 'Europe/Paris')::date::text as "refundedOn", d.currency,
    d.net_cents as net, d.vat_cents as vat, d.total_cents as total, ${REST_TO_PAY} as rest,
    ${uniqueNameOf('t')} as customer, t.id as "customerId",
    p.number as parent, case when p.number is not null then p.id end as "parentId",
    d.content::json -> 'content' as content, d.content::json -> 'totals' as totals,
    coalesce((select json_agg(json_build_object('id', m.id, 'on', m.received_on, 'amount', m.amount_cents, 'method', m.method)
      order by m.received_on, m.created_at, m.id)
      from billing.payment m where m.account_id = $1 and m.document_id = d.id and m.reverses_id is null
        and not exists (select from billing.payment b where b.account_id = $1 and b.reverses_id = m.id)), '[]') as payments
  from billing.document d
  join billing.customer c on c.account_id = $1 and c.id = d.customer_id
  join billing.customer t on t.account_id = $1 and t.id = coalesce(c.organization_id, c.id)
  left join billing.document p on p.account_id = $1 and p.id = d.parent_id and d.kind in ${kindsInSql(creditKinds)}
  where d.account_id = $1 and d.test = $2 and d.number is not null and d.kind in ${kindsInSql(billKinds)}
    and d.id > $3::uuid
  order by d.id limit $4`;

/** The next finalized invoices, advances and credit notes, in creation order. */
export const outgoingBillsAfter = (
  tx: Tx,
  { after, limit }: { after: string; limit: number },
): Promise<OutgoingBill[]> =>
  tx.read<OutgoingBill & Record<string, unknown>>(AFTER, [tx.accountId, tx.test, after, limit]);

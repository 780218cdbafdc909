import { claimKinds, creditKinds, type Kind } from '../../domain/billing/document/kind.ts';
import type { Situation } from '../../domain/billing/document/situation.ts';
import type { PaymentMethod } from '../../domain/billing/document/terms/payment-terms.ts';
import { textFieldNames, textRow } from '../../domain/billing/document/text-fields.ts';
import type { Breakdown } from '../../domain/vat/breakdown.ts';
import { sql, type Tx, unprepared } from '../transaction.ts';
import { type Filter, narrowing, REST_TO_PAY, situationAt } from './document-filter.ts';
import { kindsInSql } from './document-kind-sql.ts';
import { DEDUCTED } from './document-sums.ts';

/** A document as an export row: credit notes are negative, drafts have no dates. */
export type ExportedDocument = {
  readonly id: string;
  readonly number: string | null;
  readonly kind: Kind;
  readonly situation: Situation;
  readonly customer: string | null;
  readonly title: string | null;
  readonly emittedOn: string | null;
  /** The due date, or the last day an offer is valid. */
  readonly untilOn: string | null;
  readonly currency: string;
  /** Cents, less the deducted advances, so that a column adds up to the invoiced amount. */
  readonly net: number;
  readonly vat: number;
  readonly total: number;
  /** The deducted advances in cents, including VAT. */
  readonly deducted: number;
  /** Cents still unpaid on an invoice or an advance. */
  readonly toPay: number | null;
  /** The amounts by VAT key in the document, and the advances it deducts. */
  readonly breakdown: Breakdown;
  readonly deductions: readonly { readonly breakdown: Breakdown }[];
  /** Payments and counter-entries in order; cents. */
  readonly payments: readonly { readonly on: string; readonly amount: number; readonly method: PaymentMethod }[];
  /** The exported text fields, by name. */
  readonly texts: Readonly<Record<string, string | null>>;
};

/** The exported text fields as one JSON object. */
const TEXTS = `json_build_object(${textFieldNames
  .filter((field) => textRow(field).isExported)
  .map(
    (field) => `'${field}', d.content::json #>> '{content,${textRow(field).in === 'legals' ? 'legals,' : ''}${field}}'`,
  )
  .join(', ')})`;

const AMOUNTS = `coalesce(d.content::json #> '{totals,breakdown}', '{}') as breakdown,
  coalesce(case when d.deducted_cents <> 0 then d.content::json #> '{content,deductions}' end, '[]') as deductions,
  coalesce((select json_agg(json_build_object('on', m.received_on, 'amount', m.amount_cents, 'method', m.method)
    order by m.received_on, m.created_at, m.id)
    from billing.payment m where m.account_id = $1 and m.document_id = d.id), '[]') as payments`;
const CREDITS = kindsInSql(creditKinds);
const signed = (amount: string): string =>
  `case when d.kind in ${CREDITS} then -(${amount}) else ${amount} end::bigint`;

/**
 * The next documents of a filter in creation order, with their situation on a civil day: columns
 * and the customer's name.
 */
export async function documentsAfter(
  tx: Tx,
  filter: Filter,
  { after, limit, day }: { after: string; limit: number; day: string },
): Promise<ExportedDocument[]> {
  const { conditions, values } = narrowing(tx, filter);
  const place = (offset: number): string => `$${values.length + offset}`;
  const statement = unprepared(sql`
    select d.id, d.number, ${TEXTS} as texts, ${AMOUNTS}, d.kind, ${situationAt(`${place(3)}::date`)} as situation, d.title, d.currency,
      case when d.number is not null then d.emitted_on::text end as "emittedOn",
      case when d.number is not null then coalesce(d.due_on, d.valid_until_on)::text end as "untilOn",
      ${signed('d.net_cents - deducted.net')} as net, ${signed('d.vat_cents - deducted.vat')} as vat,
      ${signed('d.total_cents - d.deducted_cents')} as total, d.deducted_cents as deducted,
      case when d.kind in ${kindsInSql(claimKinds)} and d.number is not null then greatest(${REST_TO_PAY}, 0)::bigint end as "toPay",
      coalesce(d.content::json #>> '{sealed,customer,organization,name}', d.content::json #>> '{sealed,customer,name}',
        (select coalesce(o.content::json ->> 'name', c.content::json ->> 'name',
          concat_ws(' ', c.content::json ->> 'firstname', c.content::json ->> 'lastname'))
          from billing.customer c left join billing.customer o on o.account_id = $1 and o.id = c.organization_id
          where c.account_id = $1 and c.id = d.customer_id)) as customer
    from billing.document d ${DEDUCTED} where ${conditions.join(' and ')} and d.id > ${place(1)}::uuid
    order by d.id limit ${place(2)}`);
  return tx.read<ExportedDocument & Record<string, unknown>>(statement, [...values, after, limit, day]);
}

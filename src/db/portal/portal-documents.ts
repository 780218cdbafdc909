import { type Kind, offerKinds, type State } from '../../domain/billing/document/kind.ts';
import type { Situation } from '../../domain/billing/document/situation.ts';
import type { CurrencyCode } from '../../domain/money/currency.ts';
import type { CivilDay } from '../../domain/time/civil-day.ts';
import { REST_TO_PAY, restConditions, situationAt, TO_REFUND } from '../billing/document-filter.ts';
import { kindsInSql } from '../billing/document-kind-sql.ts';
import { type Row, sql, type Tx } from '../transaction.ts';

/**
 * A contact's documents, possibly addressed to the organization with this contact selected; or
 * those of an organization and its contacts. In one mode, on a civil day of the account's time
 * zone.
 */
export type PortalQuery = { readonly customerId: string; readonly test: boolean; readonly day: CivilDay };

/** Documents that need the customer's action first: to pay, to answer; then the rest. */
type PortalPart = 'to_pay' | 'to_answer' | 'rest';

/** A finalized document as listed in a portal; amounts are cents of its currency, including VAT. */
export type PortalDocument = {
  readonly id: string;
  readonly kind: Kind;
  readonly number: string;
  readonly title?: string;
  readonly state: State;
  readonly situation: Situation;
  readonly part: PortalPart;
  /** Unix seconds. */
  readonly emittedAt: number;
  readonly emittedOn: CivilDay;
  readonly dueOn?: CivilDay;
  readonly validUntilOn?: CivilDay;
  readonly currency: CurrencyCode;
  readonly total: number;
  /** Amount to pay; 0 if it is not a claim. */
  readonly toPay: number;
  /** Amount owed to the customer. */
  readonly toRefund: number;
};

/**
 * Per currency, in cents: amount owed, the late part of it, and the amount owed to the customer.
 */
export type PortalSum = {
  readonly currency: CurrencyCode;
  readonly owed: number;
  readonly late: number;
  readonly toRefund: number;
};

// $1 account, $2 customer, $3 test; below, $4 is the day. Drafts have no number and are never
// shown.
const OWN = `d.account_id = $1 and d.test = $3 and d.number is not null and d.customer_id in (
  select c.id from billing.customer c where c.account_id = $1 and (c.id = $2 or c.organization_id = $2))`;
const OPEN_OFFER = `d.state = 'finalized' and d.canceled_at is null and d.kind in ${kindsInSql(offerKinds)}
  and (d.valid_until_on is null or d.valid_until_on >= $4::date)`;
const PAGE = sql`
  select d.id, d.kind, d.number, d.title, d.state, d.emitted_at, d.emitted_on::text as emitted_on, d.due_on::text as due_on,
    d.valid_until_on::text as valid_until_on, d.currency, d.total_cents, ${situationAt('$4')} as situation,
    case when ${restConditions.unpaid} then ${REST_TO_PAY} else 0 end as to_pay,
    (${TO_REFUND})::bigint as to_refund,
    case when ${restConditions.unpaid} then 'to_pay' when ${OPEN_OFFER} then 'to_answer' else 'rest' end as part,
    case when ${restConditions.unpaid} then 1 when ${OPEN_OFFER} then 2 else 3 end as step,
    count(*) over () as total
  from billing.document d where ${OWN}
  order by step, case when ${restConditions.unpaid} then d.due_on end, d.emitted_on desc, d.number desc, d.id
  limit $5 offset $6`;
const SUMS = sql`
  select d.currency, coalesce(sum(${REST_TO_PAY}) filter (where ${restConditions.unpaid}), 0)::bigint as owed,
    coalesce(sum(${REST_TO_PAY}) filter (where ${restConditions.unpaid} and d.due_on < $4::date), 0)::bigint as late,
    coalesce(sum(${TO_REFUND}) filter (where ${restConditions.toRefund}), 0)::bigint as "toRefund"
  from billing.document d where ${OWN} and (${restConditions.unpaid} or ${restConditions.toRefund}) group by d.currency order by d.currency`;
const IS_OWN = sql`select from billing.document d where ${OWN} and d.id = $4`;

/** A page of a customer's finalized documents, those needing action first, with the total. */
export async function portalDocuments(
  tx: Tx,
  { customerId, test, day }: PortalQuery,
  { limit, page }: { limit: number; page: number },
): Promise<{ documents: PortalDocument[]; total: number }> {
  const rows = await tx.read(PAGE, [tx.accountId, customerId, test, day, limit, (page - 1) * limit]);
  return { documents: rows.map(documentFrom), total: Number(rows[0]?.total ?? 0) };
}

/** A customer's amounts owed, by currency. */
export const portalSums = async (tx: Tx, { customerId, test, day }: PortalQuery): Promise<PortalSum[]> =>
  (await tx.read(SUMS, [tx.accountId, customerId, test, day])).map(({ currency, owed, late, toRefund }) => ({
    currency,
    owed: Number(owed),
    late: Number(late),
    toRefund: Number(toRefund),
  }));

/** Whether a finalized document is in a customer's portal. `documentId` must be a UUID. */
export const isInPortal = async (
  tx: Tx,
  { customerId, test }: Pick<PortalQuery, 'customerId' | 'test'>,
  documentId: string,
): Promise<boolean> => (await tx.read(IS_OWN, [tx.accountId, customerId, test, documentId])).length > 0;

const documentFrom = (row: Row): PortalDocument => ({
  ...{ id: row.id, kind: row.kind, number: row.number, state: row.state, situation: row.situation, part: row.part },
  ...{ emittedAt: row.emitted_at, emittedOn: row.emitted_on, currency: row.currency },
  ...{ total: Number(row.total_cents), toPay: Number(row.to_pay), toRefund: Number(row.to_refund) },
  ...(row.title !== null && { title: row.title }),
  ...(row.due_on !== null && { dueOn: row.due_on }),
  ...(row.valid_until_on !== null && { validUntilOn: row.valid_until_on }),
});

import { claimKinds, creditKinds, type Kind, offerKinds, type State } from '../../domain/billing/document/kind.ts';
import { EXPIRING_DAYS, type Situation } from '../../domain/billing/document/situation.ts';
import type { RecurrenceState } from '../../domain/billing/recurrence/recurrence.ts';
import { endingCodes } from '../../domain/einvoicing/life-cycle.ts';
import type { Tx } from '../transaction.ts';
import { kindsInSql } from './document-kind-sql.ts';
import { likePatterns } from './search-text.ts';

/** The dates a list can be filtered by. */
export const rangeTypes = [
  'emittedAt',
  'dueAt',
  'finalizedAt',
  'createdAt',
  'paidAt',
  'expiredAt',
  'signedAt',
  'refusedAt',
  'refundAt',
] as const;
type RangeType = (typeof rangeTypes)[number];

/** The filter of a document list. Absent members do not filter; the mode is always given. */
export type Filter = {
  kinds?: readonly Kind[];
  states?: readonly State[];
  archived?: boolean;
  /** Live documents or test ones. */
  test: boolean;
  search?: string;
  /** Only documents with these IDs. */
  ids?: readonly string[];
  customerId?: string;
  organizationId?: string;
  projectId?: string;
  /**
   * Whether, on a civil day in the account's time zone, the due date has passed and an amount is
   * unpaid and the document is not canceled.
   */
  late?: { is: boolean; on: string };
  range?: { type: RangeType; from?: number; to?: number; fromDay?: string; toDay?: string };
  /** Whether an amount is unpaid on a finalized claim that is not canceled. */
  unpaid?: boolean;
  /** Whether money is owed to the customer. */
  toRefund?: boolean;
  /** Whether a signed offer still has something to bill. */
  toBill?: boolean;
  /** The situation of documents on a civil day in the account's time zone. */
  situation?: { are: readonly Situation[]; on: string };
  currency?: string;
  /** Cents of the document's currency including VAT; both ends are included. */
  amount?: { from?: number | undefined; to?: number | undefined };
  reminderActive?: boolean;
  onlinePayment?: boolean;
  /** Offers with an online signature request that is not canceled. */
  onlineSignature?: boolean;
  /** With a payment request to Urssaf. */
  paymentRequest?: boolean;
  /** Recurring invoices in one of these states. */
  recurring?: readonly RecurrenceState[];
  /** Invoices whose recurrence was paused by an error. */
  stopped?: true;
  /**
   * Offers signed online whose signed file has no time stamp and is in no time-stamped chain yet.
   */
  unstamped?: true;
  /** Documents that a platform did not accept or rejected, or that their buyer refused there. */
  failedAtPlatform?: true;
  /** Due at a platform since their finalization, and neither there nor on the way. */
  unsent?: true;
};

/** The SQL conditions of a filter and their values; the account is always first. */
export function narrowing(tx: Tx, filter: Filter): { conditions: string[]; values: unknown[] } {
  const conditions = ['d.account_id = $1'];
  const values: unknown[] = [tx.accountId];
  const where = (text: (place: string) => string, value: unknown): void => {
    values.push(value);
    conditions.push(text(`$${values.length}`));
  };
  where((p) => `d.test = ${p}`, filter.test);
  if (filter.kinds) where((p) => `d.kind = any(${p})`, filter.kinds);
  if (filter.states) where((p) => `d.state = any(${p})`, filter.states);
  if (filter.ids) where((p) => `d.id = any(${p}::uuid[])`, filter.ids);
  if (filter.archived !== undefined) conditions.push(`d.archived_at is ${filter.archived ? 'not ' : ''}null`);
  for (const pattern of likePatterns(filter.search ?? '')) where((p) => foundBy(p), pattern);
  // An organization's documents are addressed to its contacts, so either ID matches.
  for (const customerId of [filter.customerId, filter.organizationId])
    if (customerId) where((p) => ofCustomer(p), customerId);
  if (filter.projectId) where((p) => `d.project_id = ${p}`, filter.projectId);
  if (filter.late) where((p) => (filter.late?.is ? late(p) : `not coalesce(${late(p)}, false)`), filter.late.on);
  if (filter.unpaid !== undefined) conditions.push(filter.unpaid ? UNPAID : `not coalesce(${UNPAID}, false)`);
  if (filter.toRefund !== undefined)
    conditions.push(filter.toRefund ? IS_TO_REFUND : `not coalesce(${IS_TO_REFUND}, false)`);
  if (filter.toBill !== undefined) conditions.push(filter.toBill ? TO_BILL : `not coalesce(${TO_BILL}, false)`);
  if (filter.situation) narrowToSituation(filter.situation, where);
  if (filter.currency) where((p) => `d.currency = ${p}`, filter.currency);
  if (filter.amount?.from !== undefined) where((p) => `d.total_cents >= ${p}`, filter.amount.from);
  if (filter.amount?.to !== undefined) where((p) => `d.total_cents <= ${p}`, filter.amount.to);
  if (filter.reminderActive) conditions.push(REMINDED_OF);
  if (filter.onlinePayment) conditions.push(PAID_ONLINE);
  if (filter.onlineSignature) conditions.push(SIGNED_ONLINE);
  if (filter.paymentRequest) conditions.push(`(d.content::json #> '{content,paymentRequest}') is not null`);
  if (filter.recurring) where((p) => recurs(p), filter.recurring);
  if (filter.stopped) conditions.push(STOPPED);
  if (filter.unstamped) conditions.push(UNSTAMPED);
  if (filter.failedAtPlatform) where((p) => failedAtPlatform(p), endingCodes);
  if (filter.unsent) conditions.push(UNSENT);
  if (filter.range) narrowToRange(filter.range, where);
  return { conditions, values };
}

// A draft shows its customer's current name, so the search matches it in addition to the name
// stored with the draft. The functions find candidates with an index, which row-level security
// would prevent.
const foundBy = (place: string): string => `d.id in (
  select billing.documents_found(${place})
  union all
  select x.id from billing.document x
  where x.account_id = $1 and x.number is null and x.customer_id in (
    select c.id from billing.customer c
    left join billing.customer o on o.account_id = $1 and o.id = c.organization_id
    where c.account_id = $1 and (
      c.id in (select billing.customers_found(${place})) and c.sort_name like ${place}
      or c.organization_id in (select billing.customers_found(${place})) and o.sort_name like ${place})))`;

const ofCustomer = (place: string): string => `d.customer_id in (
  select c.id from billing.customer c where c.account_id = $1 and (c.id = ${place} or c.organization_id = ${place}))`;

/** The unpaid amount of a claim, in cents of its currency. */
export const REST_TO_PAY = 'd.total_cents - d.deducted_cents - d.credited_cents - d.paid_cents';
const UNPAID = `d.state = 'finalized' and d.canceled_at is null and d.kind in ${kindsInSql(claimKinds)} and ${REST_TO_PAY} > 0`;

const OVERPAID = 'd.paid_cents > d.total_cents - d.deducted_cents - d.credited_cents';
/** The sum of a claim's refunded credit notes (`refundedCredit`). The account is $1. */
export const REFUNDED_CREDIT = `case when d.credited_cents > 0 then coalesce((
  select sum(n.total_cents) from billing.document n
  where n.account_id = $1 and n.parent_id = d.id and n.kind in ${kindsInSql(creditKinds)} and n.refund_at is not null
  ), 0)::bigint else 0 end`;
const FREE_CREDIT = `d.kind in ${kindsInSql(creditKinds)} and d.parent_id is null and d.refund_at is null and d.number is not null`;
/**
 * The amount owed to the customer, as `settlementOf` (claims) and `toRefundOf` (free credit notes)
 * compute it.
 */
export const TO_REFUND = `case
  when d.kind in ${kindsInSql(claimKinds)} and ${OVERPAID} then greatest(
    d.paid_cents - (d.total_cents - d.deducted_cents - d.credited_cents) - ${REFUNDED_CREDIT}, 0)
  when ${FREE_CREDIT} then d.total_cents else 0 end`;
// The credit note of a document counts with that document, not a second time on its own.
const IS_TO_REFUND = `((${OVERPAID} and ${TO_REFUND} > 0) or (${FREE_CREDIT}))`;
const late = (place: string): string => `d.due_on < ${place} and ${UNPAID}`;

/** The amount of an offer left to bill, in cents of its currency, including VAT. */
export const REST_TO_BILL = 'd.total_cents - d.billed_cents';
// After its final invoice an offer is fully billed, whatever the amount.
const TO_BILL = `d.state = 'signed' and d.kind in ${kindsInSql(offerKinds)} and ${REST_TO_BILL} > 0
  and (d.life::json #>> '{finalInvoice,number}') is null`;

const recurs = (place: string): string => `d.id in (
  select r.invoice_id from billing.recurrence r where r.account_id = $1 and r.state = any (${place}))`;

const UNSTAMPED = `d.id in (select u.document_id from billing.unstamped_signature u where u.account_id = $1)`;

/** Neither canceled nor credited whole. Of several attempts to hand it over, the last counts. */
const failedAtPlatform = (codes: string): string => `d.canceled_at is null and d.credited_cents < d.total_cents and (
  d.id in (select s.document_id from billing.platform_status s where s.account_id = $1 and s.code = any (${codes}))
  or d.id in (select f.document_id from billing.platform_flow f where f.account_id = $1 and f.state = 'refused' and not exists (
    select from billing.platform_flow g where g.account_id = $1 and g.document_id = f.document_id and g.state <> 'refused')))`;

/**
 * Neither canceled, credited whole nor archived. A customer without a SIREN who has the document by
 * mail has it in the form the law knows for them.
 */
const UNSENT = `d.canceled_at is null and d.archived_at is null and d.credited_cents < d.total_cents and d.id in (
  select u.document_id from billing.unsent_document u where u.account_id = $1
    and not (u.reason = 'customer_without_siren' and (d.life::json ->> 'lastSentAt') is not null)
    and not exists (select from billing.platform_flow f where f.account_id = $1 and f.document_id = u.document_id)
    and not exists (select from billing.job j where j.account_id = $1 and j.subject_id = u.document_id
      and j.lane = 'platform_outbox'))`;

const STOPPED = `d.id in (select r.invoice_id from billing.recurrence r where r.account_id = $1 and r.by_itself)`;

// The same rule as `isPaidOnline`: a choice after finalization overrides that of the draft.
const PAID_ONLINE = `d.kind in ${kindsInSql(claimKinds)}
  and coalesce(d.life::json ->> 'paidOnline', d.content::json #>> '{content,onlinePayment}') = 'true'`;

// The same rule as `reminderOf`.
const REMINDED_OF = `d.kind in ${kindsInSql(claimKinds)}
  and coalesce(d.life::json #>> '{reminder,active}', d.content::json #>> '{content,reminder,active}') = 'true'`;

// The same rule as the `withElectronicSignature` member of the JSON.
const SIGNED_ONLINE = `d.kind in ${kindsInSql(offerKinds)} and d.life::json #>> '{signature,status}' <> 'cancelled'`;

/** The sums of a filter's rows use the same conditions. */
export const restConditions = { unpaid: UNPAID, toBill: TO_BILL, toRefund: IS_TO_REFUND };

/** The situation of a document, like `situationOf`: the first match. */
export const situationAt = (place: string): string => `case
  when d.canceled_at is not null then 'canceled'
  when d.state <> 'finalized' then d.state
  when d.kind in ${kindsInSql(offerKinds)} then case
    when d.valid_until_on < ${place}::date then 'expired'
    when d.valid_until_on <= ${place}::date + ${String(EXPIRING_DAYS)} then 'expiring'
    when d.life::json ->> 'lastSentAt' is not null then 'waiting' else 'final' end
  when d.kind in ${kindsInSql(claimKinds)} and ${REST_TO_PAY} > 0 and d.due_on < ${place}::date then 'late'
  when d.kind in ${kindsInSql(claimKinds)} and ${REST_TO_PAY} > 0 and d.paid_cents > 0 then 'part'
  when d.kind in ${kindsInSql(claimKinds)} and d.credited_cents > 0 and ${REST_TO_PAY} <= 0 then 'credited'
  when d.refund_at is not null then 'refunded'
  when d.life::json ->> 'lastSentAt' is not null then 'sent' else 'final' end`;

/**
 * The states in which a situation can occur: PostgreSQL parses `life` only if the states leave it
 * open.
 */
const statesOf: Partial<Record<Situation, State>> = {
  ...{ draft: 'draft', paid: 'paid', signed: 'signed', refused: 'refused' },
  ...{ final: 'finalized', sent: 'finalized', part: 'finalized', late: 'finalized', waiting: 'finalized' },
  ...{ expiring: 'finalized', expired: 'finalized', credited: 'finalized', refunded: 'finalized' },
};

function narrowToSituation(
  { are, on }: NonNullable<Filter['situation']>,
  where: (text: (place: string) => string, value: unknown) => void,
): void {
  const states = are.map((each) => statesOf[each]);
  if (!states.includes(undefined)) where((p) => `d.state = any(${p})`, [...new Set(states)]);
  where((p) => `${situationAt(`'${on}'`)} = any(${p})`, are);
}

const columnOf: Record<RangeType, string> = {
  emittedAt: 'd.emitted_on',
  dueAt: 'd.due_on',
  expiredAt: 'd.valid_until_on',
  finalizedAt: 'd.finalized_at',
  createdAt: 'd.created_at',
  paidAt: 'd.paid_at',
  signedAt: 'd.signed_at',
  refusedAt: 'd.refused_at',
  refundAt: 'd.refund_at',
};

/** Days are compared as civil days, instants as instants. Both ends are included. */
function narrowToRange(
  { type, from, to, fromDay, toDay }: NonNullable<Filter['range']>,
  where: (text: (place: string) => string, value: unknown) => void,
): void {
  const column = columnOf[type];
  const [low, high] = column.endsWith('_on') ? [fromDay, toDay] : [from, to];
  if (low !== undefined) where((p) => `${column} >= ${p}`, low);
  if (high !== undefined) where((p) => `${column} <= ${p}`, high);
}

import { canonicalJson } from '../../audit/canonical-json.ts';
import { stateDigest } from '../../audit/chain/state-digest.ts';
import { sharesOf } from '../../domain/home/claim-history.ts';
import { collectedParts, type TurnoverPart } from '../../domain/home/turnover-part.ts';
import type { Payment } from '../../domain/payments/payment.ts';
import { civilDayOf } from '../../domain/time/civil-day.ts';
import { addDigest } from '../audit/pending-digests.ts';
import { likePatterns } from '../billing/search-text.ts';
import { type PaidClaim, paidClaims } from '../home/bill-facts.ts';
import { type ListCursor, narrowing, type PageRequest, readKeysetPage } from '../keyset-page.ts';
import { type Row, sql, type Tx, unprepared } from '../transaction.ts';

const INSERT = sql`
  insert into billing.payment (account_id, id, document_id, test, amount_cents, received_on, method, reverses_id, content,
    created_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`;
const OF_DOCUMENT = sql`
  select content from billing.payment where account_id = $1 and document_id = $2 order by created_at, id`;

/** Inserts an immutable payment, as the canonical text whose hash the audit chain records. */
export function insertPayment(tx: Tx, payment: Payment, test: boolean, zone: string): void {
  const text = canonicalJson(payment);
  const { id, documentId, amount, receivedAt, method, reversesId, createdAt } = payment;
  const receivedOn = civilDayOf(receivedAt, zone);
  const part = { documentId, amount, receivedOn, method, reversesId: reversesId ?? null, content: text, createdAt };
  addDigest(tx.standing, 'payment', id, () => stateDigest.payment(part));
  tx.write(INSERT, [
    tx.accountId,
    id,
    documentId,
    test,
    amount,
    receivedOn,
    method,
    reversesId ?? null,
    text,
    createdAt,
  ]);
}

/** The payments of a document and their counter-entries, oldest first. */
export const paymentsOf = async (tx: Tx, documentId: string): Promise<Payment[]> =>
  (await tx.read<{ content: string }>(OF_DOCUMENT, [tx.accountId, documentId])).map(
    ({ content }) => JSON.parse(content) as Payment,
  );

/** Filters payments; days are the civil days of receipt, both included. */
export type PaymentFilter = {
  /** Payments of live documents or test ones. */
  readonly test: boolean;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly methods?: readonly string[] | undefined;
  readonly customerId?: string | undefined;
  readonly currency?: string | undefined;
  readonly search?: string | undefined;
};

/** A payment with its document and its accounting parts. */
export type ListedPayment = { readonly row: Row; readonly parts: readonly TurnoverPart[] };
export type PaymentCursor = ListCursor<'receivedAt'>;

const DETAILS = `m.id, m.test, m.content, m.received_on, m.document_id, d.number, d.kind, d.currency,
  coalesce(d.content::json #>> '{sealed,customer,organization,name}', d.content::json #>> '{sealed,customer,name}') as customer_name`;
const FROM = 'billing.payment m join billing.document d on d.account_id = $1 and d.id = m.document_id';

const OF_PAGE = sql`select ${DETAILS} from ${FROM} where m.account_id = $1 and m.id = any ($2::uuid[])`;

/** One page of payments and counter-entries by date of receipt, with the total. */
export async function listPaymentsOfAccount(
  tx: Tx,
  filter: PaymentFilter,
  pageRequest: PageRequest<'receivedAt'>,
): Promise<{ payments: ListedPayment[]; total: number; next?: PaymentCursor }> {
  const narrowed = narrowedBy(tx, filter);
  const place = pageRequest.place && { ...pageRequest.place, after: pageRequest.place.after };
  const page = await readKeysetPage(
    tx,
    { ...pageRequest, ...(place && { place }) },
    { columns: 'm.id', from: FROM, alias: 'm', key: 'm.received_on', narrowed },
  );
  // Texts are read for the page only; before sorting they would be read for every payment.
  const details = await tx.read(OF_PAGE, [tx.accountId, page.rows.map(({ id }) => id)]);
  const byId = new Map(details.map((row) => [row.id as string, row]));
  const rows = page.rows.flatMap(({ id }) => byId.get(id) ?? []);
  return { payments: await withParts(tx, rows), total: page.total, ...(page.next && { next: page.next }) };
}

/** The next payments of a filter in the order of their IDs, for an export. */
export async function paymentsAfter(
  tx: Tx,
  filter: PaymentFilter,
  { after, limit }: { after: string; limit: number },
): Promise<ListedPayment[]> {
  const { conditions, values } = narrowedBy(tx, filter);
  const statement = unprepared(sql`select ${DETAILS} from ${FROM}
    where ${conditions.join(' and ')} and m.id > $${String(values.length + 1)} order by m.id limit $${String(values.length + 2)}`);
  return withParts(tx, await tx.read(statement, [...values, after, limit]));
}

/** Payments whose documents are read per batch. */
const PAYMENTS_AT_ONCE = 1_000;

/** The sums of a filter's payments, in batches: count, amount and accounting parts. */
export async function paymentSums(
  tx: Tx,
  filter: PaymentFilter,
): Promise<{ currencies: Row[]; parts: TurnoverPart[] }> {
  const { conditions, values } = narrowedBy(tx, filter);
  const where = conditions.join(' and ');
  const currencies = await tx.read(
    unprepared(sql`select d.currency, count(*) as count, sum(m.amount_cents)::bigint as amount
      from ${FROM} where ${where} group by d.currency order by d.currency`),
    values,
  );
  const statement = unprepared(sql`select m.id, m.document_id, m.received_on from ${FROM}
    where ${where} and m.id > $${String(values.length + 1)} order by m.id limit ${String(PAYMENTS_AT_ONCE)}`);
  const parts: TurnoverPart[] = [];
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const rows = await tx.read(statement, [...values, after]);
    parts.push(...(await withParts(tx, rows)).flatMap((payment) => payment.parts));
    if (rows.length < PAYMENTS_AT_ONCE) return { currencies, parts };
    after = (rows.at(-1) as Row).id;
  }
}

async function withParts(tx: Tx, rows: readonly Row[]): Promise<ListedPayment[]> {
  const ids = [...new Set(rows.map(({ document_id }) => document_id as string))];
  const claims = new Map((await paidClaims(tx, ids)).map((claim) => [claim.id, sharedOf(claim)]));
  return rows.map((row) => {
    const known = claims.get(row.document_id);
    const share = known?.shares.get(row.id);
    return { row, parts: known && share ? collectedParts(known.claim.facts, share, row.received_on) : [] };
  });
}

const sharedOf = (claim: PaidClaim) => ({ claim, shares: sharesOf(claim.history) });

function narrowedBy(tx: Tx, filter: PaymentFilter) {
  const narrowed = narrowing(tx);
  const { given, where } = narrowed;
  const { test, from, to, methods, customerId, currency, search = '' } = filter;
  where('m.account_id = $1');
  where(`m.test = ${given(test)}`);
  if (from !== undefined) where(`m.received_on >= ${given(from)}::date`);
  if (to !== undefined) where(`m.received_on <= ${given(to)}::date`);
  if (methods) where(`m.method = any(${given(methods)})`);
  if (currency) where(`d.currency = ${given(currency)}`);
  if (customerId) {
    const id = given(customerId);
    where(`d.customer_id in (
      select c.id from billing.customer c where c.account_id = $1 and (c.id = ${id} or c.organization_id = ${id}))`);
  }
  for (const pattern of likePatterns(search)) where(`d.id in (select billing.documents_found(${given(pattern)}))`);
  return narrowed;
}

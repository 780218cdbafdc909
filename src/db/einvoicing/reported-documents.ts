import { billKinds, creditKinds } from '../../domain/billing/document/kind.ts';
import type { ReceivedPayment } from '../../domain/einvoicing/e-reporting/receipts.ts';
import type { ReportedBill } from '../../domain/einvoicing/e-reporting/sales.ts';
import { endingCodes } from '../../domain/einvoicing/life-cycle.ts';
import { sharesOf } from '../../domain/home/claim-history.ts';
import { collectedParts, invoicedParts } from '../../domain/home/turnover-part.ts';
import type { CurrencyCode } from '../../domain/money/currency.ts';
import { addDays, type CivilDay, startOfDay } from '../../domain/time/civil-day.ts';
import { kindsInSql } from '../billing/document-kind-sql.ts';
import { type IssuedBill, issuedBills, paidClaims } from '../home/bill-facts.ts';
import { refundsOfNotes } from '../home/turnover-by-day.ts';
import { type Row, sql, type Tx } from '../transaction.ts';

/** Documents or payments read per batch: keeps memory and each statement small. */
const READ_AT_ONCE = 1_000;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** A platform has a document from its deposit on, until it rejects it. */
const AT_PLATFORM = `exists (select from billing.platform_flow f where f.account_id = $1 and f.document_id = d.id
    and f.state <> 'refused' and not exists (select from billing.platform_status s where s.account_id = $1
      and s.document_id = d.id and s.code in (${endingCodes.join(', ')})))`;
const BILLS = sql`
  select d.id, d.emitted_on, ${AT_PLATFORM} as is_at_platform from billing.document d
  where d.account_id = $1 and d.test = $2 and d.kind in ${kindsInSql(billKinds)} and d.number is not null
    and d.emitted_on between $3 and $4 and (d.emitted_on, d.id) > ($5::date, $6::uuid)
  order by d.emitted_on, d.id limit ${String(READ_AT_ONCE)}`;

/** What a reader needs besides the parts: the currency their rate converts to. */
export type WithBase<T> = T & { readonly base: CurrencyCode };

/** A span of days of one mode, both days included. */
type Span = { readonly test: boolean; readonly from: CivilDay; readonly to: CivilDay };

/** The finalized invoices, advances and credit notes of a span of days, batch by batch. */
export async function* billsIssued(tx: Tx, { test, from, to }: Span): AsyncGenerator<WithBase<ReportedBill>[]> {
  for (let after: [CivilDay, string] = [from, FIRST_ID]; ; ) {
    const rows = await tx.read(BILLS, [tx.accountId, test, from, to, ...after]);
    const bills = new Map(
      (
        await issuedBills(
          tx,
          rows.map(({ id }) => id),
        )
      ).map((bill) => [bill.id, bill]),
    );
    yield rows.flatMap((row) => {
      const bill = bills.get(row.id);
      return bill ? [{ ...statedBy(bill, row.is_at_platform), ...issuedParts(bill) }] : [];
    });
    const last = rows.at(-1);
    if (!last || rows.length < READ_AT_ONCE) return;
    after = [last.emitted_on, last.id];
  }
}

const issuedParts = ({ id, on, facts }: IssuedBill) => ({
  ...{ id, on, onDebits: facts.onDebits, parts: invoicedParts(facts, on) },
});

type Stated = Pick<
  WithBase<ReportedBill>,
  'number' | 'customer' | 'mention' | 'base' | 'isReportedBefore' | 'isAtPlatform'
>;

const statedBy = (
  { number, customer, mention, base, isReportedBefore }: IssuedBill,
  isAtPlatform: boolean,
): Stated => ({
  ...{ number, mention, base },
  ...(customer && { customer }),
  ...(isReportedBefore && { isReportedBefore }),
  ...(isAtPlatform && { isAtPlatform }),
});

const PAYMENTS = sql`
  select m.id, m.document_id, m.received_on::text as on from billing.payment m
  where m.account_id = $1 and m.test = $2 and m.received_on between $3 and $4 and m.id > $5
  order by m.id limit ${String(READ_AT_ONCE)}`;
const AT_PLATFORMS = sql`
  select d.id from billing.document d where d.account_id = $1 and d.id = any ($2::uuid[]) and ${AT_PLATFORM}`;
const REFUNDS = sql`
  select d.id, d.parent_id, d.refund_at from billing.document d
  where d.account_id = $1 and d.test = $2 and d.kind in ${kindsInSql(creditKinds)} and d.number is not null
    and d.refund_at between $3 and $4 and d.id > $5
  order by d.id limit ${String(READ_AT_ONCE)}`;

/** The payments and counter-entries of a span of days, then the refunds, batch by batch. */
export async function* moneyReceived(
  tx: Tx,
  span: Span & { readonly zone: string },
): AsyncGenerator<WithBase<ReceivedPayment>[]> {
  const { test, from, to, zone } = span;
  for (let after = FIRST_ID; ; ) {
    const rows = await tx.read(PAYMENTS, [tx.accountId, test, from, to, after]);
    yield await paymentsFrom(tx, rows);
    if (rows.length < READ_AT_ONCE) break;
    after = (rows.at(-1) as Row).id;
  }
  const instants = [startOfDay(from, zone), startOfDay(addDays(to, 1), zone) - 1];
  for (let after = FIRST_ID; ; ) {
    const rows = await tx.read(REFUNDS, [tx.accountId, test, ...instants, after]);
    yield await refundsFrom(tx, rows, zone);
    if (rows.length < READ_AT_ONCE) return;
    after = (rows.at(-1) as Row).id;
  }
}

const PAYMENTS_OF = sql`
  select m.id, m.document_id, m.received_on::text as on from billing.payment m
  where m.account_id = $1 and m.test = $2 and m.document_id = $3 order by m.id`;
const REFUNDS_OF = sql`
  select d.id, d.parent_id, d.refund_at from billing.document d
  where d.account_id = $1 and d.test = $2 and d.kind in ${kindsInSql(creditKinds)} and d.number is not null
    and d.refund_at is not null and (d.parent_id = $3 or d.id = $3 and d.parent_id is null)
  order by d.id`;

/** The payments, counter-entries and refunds of one document. */
export async function moneyReceivedFor(
  tx: Tx,
  { documentId, test, zone }: { documentId: string; test: boolean; zone: string },
): Promise<WithBase<ReceivedPayment>[]> {
  const values = [tx.accountId, test, documentId];
  const [payments, refunds] = await Promise.all([tx.read(PAYMENTS_OF, values), tx.read(REFUNDS_OF, values)]);
  return [...(await paymentsFrom(tx, payments)), ...(await refundsFrom(tx, refunds, zone))];
}

async function paymentsFrom(tx: Tx, rows: readonly Row[]): Promise<WithBase<ReceivedPayment>[]> {
  const ids = [...new Set(rows.map(({ document_id }) => document_id as string))];
  const [claims, atPlatform] = await Promise.all([paidClaims(tx, ids), idsAtPlatform(tx, ids)]);
  const shares = new Map(claims.map((claim) => [claim.id, { claim, of: sharesOf(claim.history) }]));
  return rows.flatMap((row) => {
    const known = shares.get(row.document_id);
    const share = known?.of.get(row.id);
    if (!known || !share) return [];
    const { claim } = known;
    const parts = collectedParts(claim.facts, share, row.on);
    return [{ ...paidDocument(claim, atPlatform), id: row.id, on: row.on, parts }];
  });
}

/** A refund belongs to the document its credit note corrects, or to a free credit note itself. */
async function refundsFrom(tx: Tx, rows: readonly Row[], zone: string): Promise<WithBase<ReceivedPayment>[]> {
  const corrected = new Map(rows.map(({ id, parent_id }) => [id as string, (parent_id ?? id) as string]));
  const ids = [...new Set(corrected.values())];
  const [refunds, bills, atPlatform] = await Promise.all([
    refundsOfNotes(tx, rows, zone),
    issuedBills(tx, ids),
    idsAtPlatform(tx, ids),
  ]);
  const documents = new Map(bills.map((bill) => [bill.id, paidDocument(bill, atPlatform)]));
  return refunds.flatMap(({ id, on, parts }) => {
    const document = documents.get(corrected.get(id) ?? '');
    return document ? [{ ...document, id, on, parts }] : [];
  });
}

const paidDocument = (bill: IssuedBill, atPlatform: ReadonlySet<string>) => ({
  ...statedBy(bill, atPlatform.has(bill.id)),
  documentId: bill.id,
  issuedOn: bill.on,
});

const idsAtPlatform = async (tx: Tx, ids: readonly string[]): Promise<ReadonlySet<string>> =>
  ids.length === 0
    ? new Set()
    : new Set((await tx.read<{ id: string }>(AT_PLATFORMS, [tx.accountId, ids])).map(({ id }) => id));

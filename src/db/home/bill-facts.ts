import { type BillKind, creditKinds, shareKinds } from '../../domain/billing/document/kind.ts';
import { productTypes } from '../../domain/billing/document/lines/line.ts';
import { convertedBreakdown } from '../../domain/billing/document/totals/converted-figures.ts';
import { isGoods } from '../../domain/billing/document/turnover/turnover.ts';
import type { ClaimHistory, MoneyMovement } from '../../domain/home/claim-history.ts';
import type { BillFacts } from '../../domain/home/turnover-part.ts';
import { type Cents, cents } from '../../domain/money/cents.ts';
import { type CurrencyCode, stepOf } from '../../domain/money/currency.ts';
import type { Exchange } from '../../domain/money/exchange.ts';
import { type Breakdown, minus, plus } from '../../domain/vat/breakdown.ts';
import { kindsInSql } from '../billing/document-kind-sql.ts';
import { type Row, sql, type Tx } from '../transaction.ts';

/** A bill with its issue date. */
export type IssuedBill = { readonly id: string; readonly on: string; readonly facts: BillFacts };

/** A claim with all its payments; `days` has the date each was received, by its ID. */
export type PaidClaim = {
  readonly id: string;
  readonly facts: BillFacts;
  readonly history: ClaimHistory;
  readonly days: ReadonlyMap<string, string>;
  /** Refunds of its credit notes, by the ID of the note, in Unix seconds. */
  readonly refunds: ReadonlyMap<string, number>;
};

const OF_SHARE = kindsInSql(shareKinds);
const CREDITS = kindsInSql(creditKinds);
const goodsTypes = productTypes.filter((type) => isGoods({ type, deliveryOfGoods: false }));

// The sold lines: those of the bill, or of the estimate behind an advance or behind its credit
// note. Lines are parsed only if their text can mention goods. Each JSON access parses the text
// from the start, so each text is expanded once.
const FACTS = `d.id, d.kind, d.currency, d.emitted_on, entered.currency ->> 'rate' as rate, entered.currency ->> 'base' as base,
  (frozen.emitter ->> 'vatOnDebits') = 'true' as on_debits,
  d.kind in ${OF_SHARE} or coalesce(p.kind in ${OF_SHARE}, false) as of_advance,
  (said.totals -> 'breakdown')::text as breakdown, entered.deductions::text as deductions,
  case when strpos(sold.text, '"sale_of_') > 0 or strpos(sold.text, '"deliveryOfGoods":true') > 0 then (
    select json_agg(json_build_array(by_key.key, by_key.goods, by_key.net)) from (
      select case when line ->> 'type' = 'disbursement' then 'disbursement' else line ->> 'vatCode' end as key,
        coalesce(sum((amounts ->> 'netAfterDocumentDiscount')::bigint) filter (
          where line ->> 'type' in (${goodsTypes.map((type) => `'${type}'`).join(', ')})
            or line ->> 'deliveryOfGoods' = 'true'), 0)::bigint as goods,
        sum((amounts ->> 'netAfterDocumentDiscount')::bigint)::bigint as net
      from rows from (json_array_elements(sold.text::json #> '{content,lines}'),
        json_array_elements(sold.text::json #> '{totals,lines}')) as together (line, amounts)
      group by 1) by_key)::text end as lines`;
const FROM = `billing.document d
  cross join lateral json_to_record(d.content::json) as said (content json, totals json, sealed json)
  cross join lateral json_to_record(said.content) as entered (currency json, deductions json, legals json)
  left join lateral json_to_record(said.sealed) as frozen (emitter json, customer json) on true
  left join billing.document p on p.account_id = $1 and p.id = d.parent_id and (d.kind in ${OF_SHARE} or d.kind in ${CREDITS})
  left join billing.document e on e.account_id = $1 and e.id = p.parent_id and p.kind in ${OF_SHARE}
  cross join lateral (select case when d.kind in ${OF_SHARE} then p.content when p.kind in ${OF_SHARE} then e.content
    else d.content end as text) sold`;

/** What a statement that reads bills selects, from which relation, and how its rows are read. */
export const billFacts = { columns: FACTS, from: FROM, read: factsFrom };

const BILLS = sql`select ${FACTS} from ${FROM} where d.account_id = $1 and d.id = any ($2::uuid[])`;
const CLAIM = `${FACTS}, (
    select json_agg(json_build_array(m.id, m.amount_cents, m.received_on, m.created_at, m.reverses_id)
      order by m.created_at, m.id)
    from billing.payment m where m.account_id = $1 and m.document_id = d.id)::text as payments,
    case when d.credited_cents <> 0 then (
      select json_agg(json_build_array(c.id, c.finalized_at, c.refund_at, c.content::json #> '{totals,breakdown}')
        order by c.finalized_at, c.id)
      from billing.document c
      where c.account_id = $1 and c.parent_id = d.id and c.kind in ${CREDITS} and c.number is not null
    )::text end as credits`;
const CLAIMS = sql`select ${CLAIM} from ${FROM} where d.account_id = $1 and d.id = any ($2::uuid[])`;

/** What a statement that reads claims with their payments selects, and how its rows are read. */
export const claimFacts = { columns: CLAIM, from: FROM, read: claimFrom };

/** Reads facts of finalized bills by ID: at most a few thousand per call. */
export const issuedBills = async (tx: Tx, ids: readonly string[]): Promise<IssuedBill[]> =>
  ids.length === 0
    ? []
    : (await tx.read(BILLS, [tx.accountId, ids])).map((row) => ({
        id: row.id,
        on: row.emitted_on,
        facts: factsFrom(row),
      }));

/** Reads claims with all their payments by ID: at most a few thousand per call. */
export const paidClaims = async (tx: Tx, ids: readonly string[]): Promise<PaidClaim[]> =>
  ids.length === 0 ? [] : (await tx.read(CLAIMS, [tx.accountId, ids])).map(claimFrom);

function factsFrom(row: Row): BillFacts {
  const lines = (JSON.parse(row.lines ?? 'null') ?? []) as [string, number, number][];
  const deductions = (JSON.parse(row.deductions ?? 'null') ?? []) as { breakdown: Breakdown }[];
  const deducted = deductions.reduce<Breakdown>((all, { breakdown }) => plus(all, breakdown), {});
  const breakdown = JSON.parse(row.breakdown) as Breakdown;
  const due = minus(breakdown, deducted);
  const exchange = row.base && row.base !== row.currency ? exchangeAt(Number(row.rate), row.base) : undefined;
  return {
    kind: row.kind as BillKind,
    isOfAdvance: row.of_advance === true,
    onDebits: row.on_debits === true,
    currency: row.currency,
    rate: Number(row.rate),
    step: stepOf(row.currency as CurrencyCode),
    due,
    ...(exchange && { exchange }),
    accountDue: exchange ? accountDue(breakdown, deductions, exchange) : due,
    ...(deductions.length > 0 && { deducted: { own: deducted, account: accountDeducted(deductions, exchange) } }),
    lines: Object.fromEntries(lines.map(([key, goods, all]) => [key, { goods, all }])),
  };
}

const exchangeAt = (rate: number, base: CurrencyCode): Exchange => ({ rate, step: stepOf(base) });

/** Each advance was converted when it was billed, so it is deducted at that value. */
const accountDue = (whole: Breakdown, deductions: readonly { breakdown: Breakdown }[], exchange: Exchange): Breakdown =>
  deductions.reduce(
    (rest, { breakdown }) => minus(rest, convertedBreakdown(breakdown, exchange)),
    convertedBreakdown(whole, exchange),
  );

const accountDeducted = (deductions: readonly { breakdown: Breakdown }[], exchange: Exchange | undefined): Breakdown =>
  deductions.reduce<Breakdown>(
    (all, { breakdown }) => plus(all, exchange ? convertedBreakdown(breakdown, exchange) : breakdown),
    {},
  );

type PaymentRow = [id: string, amount: number, on: string, at: number, reverses: string | null];
type CreditRow = [id: string, at: number, refundAt: number | null, breakdown: Breakdown];

function claimFrom(row: Row): PaidClaim {
  const facts = factsFrom(row);
  const payments = (JSON.parse(row.payments ?? 'null') ?? []) as PaymentRow[];
  const credits = (JSON.parse(row.credits ?? 'null') ?? []) as CreditRow[];
  const credited = credits.map(([id, at, , breakdown]) => ({
    at,
    moved: { what: 'credited', id, breakdown } as const,
  }));
  const paid = payments.map(([id, amount, , at, reversesId]) => ({
    at,
    moved: paymentMoved(id, cents(amount), reversesId),
  }));
  const refunds = credits
    .flatMap(([id, , refundAt]) => (refundAt === null ? [] : [{ id, refundAt }]))
    .toSorted((a, b) => a.refundAt - b.refundAt);
  // A refund returns the amount overpaid after all other movements, so refunds come last, whatever
  // their dates.
  const moved: MoneyMovement[] = [
    ...[...credited, ...paid].toSorted((a, b) => a.at - b.at).map((each) => each.moved),
    ...refunds.map(({ id }) => ({ what: 'refunded', id: refundOf(id), creditNoteId: id }) as const),
  ];
  return {
    id: row.id,
    facts,
    history: { due: facts.due, step: facts.step, moved },
    days: new Map(payments.map(([id, , on]) => [id, on])),
    refunds: new Map(refunds.map(({ id, refundAt }) => [id, refundAt])),
  };
}

const paymentMoved = (id: string, amount: Cents, reversesId: string | null): MoneyMovement =>
  reversesId === null ? { what: 'paid', id, amount } : { what: 'reversed', id, reversesId };

/** The key of a refund among movements; the ID of the credit note is the key of the credit note. */
export const refundOf = (creditNoteId: string): string => `refund ${creditNoteId}`;

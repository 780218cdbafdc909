import type { Deduction } from '../../domain/billing/document/document.ts';
import type { BillKind } from '../../domain/billing/document/kind.ts';
import { convertedBreakdown } from '../../domain/billing/document/totals/converted-figures.ts';
import type { ServiceMix } from '../../domain/books/receipts-book.ts';
import type { Party } from '../../domain/customers/party.ts';
import type { ClaimHistory, MoneyMovement } from '../../domain/home/claim-history.ts';
import { goodsByKey, serviceMixOf } from '../../domain/home/sold-lines.ts';
import type { BillFacts } from '../../domain/home/turnover-part.ts';
import { type Cents, cents } from '../../domain/money/cents.ts';
import { type CurrencyCode, stepOf } from '../../domain/money/currency.ts';
import type { Exchange } from '../../domain/money/exchange.ts';
import type { CivilDay } from '../../domain/time/civil-day.ts';
import { type Breakdown, minus, plus } from '../../domain/vat/breakdown.ts';
import type { VatMention } from '../../domain/vat/mention-text.ts';
import type { Tx } from '../transaction.ts';
import { type BillContent, readBills } from './bill-contents.ts';

/**
 * A finalized or past invoice, advance or credit note: what it states, and how its amounts are
 * split.
 */
export type IssuedBill = {
  readonly id: string;
  readonly number: string;
  /** Issued by another program and taken over. */
  readonly isPast: boolean;
  /** Its place in its series. */
  readonly series: { readonly prefix: string; readonly year: number; readonly counter: number };
  /** The day of issue. */
  readonly on: CivilDay;
  /** Unix seconds. */
  readonly finalizedAt: number;
  readonly customer?: Party;
  readonly currency: string;
  /** The currency to which its rate converts. */
  readonly base: CurrencyCode;
  readonly mention: VatMention;
  /** Its sale was declared with the takings of its day, before it was invoiced. */
  readonly isReportedBefore: boolean;
  readonly facts: BillFacts;
  readonly mix: ServiceMix;
};

/** A claim with all its payments; `days` has the date each was received, by its ID. */
export type PaidClaim = IssuedBill & {
  readonly history: ClaimHistory;
  readonly days: ReadonlyMap<string, string>;
  /** Refunds of its credit notes, by the ID of the note, in Unix seconds. */
  readonly refunds: ReadonlyMap<string, number>;
};

/** The organization of a customer, or the person. */
export const buyerOf = (customer: Party): Party => customer.organization ?? customer;

/** Reads finalized bills by ID, in the order of IDs: at most a few thousand per call. */
export const issuedBills = (tx: Tx, ids: readonly string[]): Promise<IssuedBill[]> =>
  readBills(tx, { ids, withPayments: false }, billFrom);

/** Reads claims with all their payments by ID, in the order of IDs: at most a few thousand. */
export const paidClaims = (tx: Tx, ids: readonly string[]): Promise<PaidClaim[]> =>
  readBills(tx, { ids, withPayments: true }, claimFrom);

function billFrom(bill: BillContent): IssuedBill {
  const { row, content, sealed, sold } = bill;
  const { rcsNumber, rneNumber } = sealed?.emitter ?? {};
  return {
    ...{ id: row.id, number: row.number, on: row.emitted_on, finalizedAt: row.finalized_at },
    isPast: row.is_past,
    series: { prefix: row.prefix, year: row.year, counter: row.counter },
    ...(sealed?.customer && { customer: sealed.customer }),
    ...{ currency: row.currency, base: content.currency.base ?? row.currency },
    mention: content.legals.vatMention ?? 'not_subject',
    isReportedBefore: content.framework === 'already_reported',
    facts: factsFrom(bill),
    mix: serviceMixOf(sold, Boolean(rcsNumber || rneNumber)),
  };
}

function factsFrom({ row, content, totals, sealed, sold }: BillContent): BillFacts {
  const { rate, base } = content.currency;
  const deductions = content.deductions ?? [];
  const deducted = deductions.reduce<Breakdown>((all, { breakdown }) => plus(all, breakdown), {});
  const due = minus(totals.breakdown, deducted);
  const exchange = base && base !== row.currency ? exchangeAt(rate, base) : undefined;
  return {
    kind: row.kind as BillKind,
    isOfAdvance: row.of_advance === true,
    onDebits: sealed?.emitter.vatOnDebits === true,
    currency: row.currency,
    rate,
    step: stepOf(row.currency as CurrencyCode),
    due,
    ...(exchange && { exchange }),
    accountDue: exchange ? accountDue(totals.breakdown, deductions, exchange) : due,
    ...(deductions.length > 0 && { deducted: { own: deducted, account: accountDeducted(deductions, exchange) } }),
    lines: goodsByKey(sold),
  };
}

const exchangeAt = (rate: number, base: CurrencyCode): Exchange => ({ rate, step: stepOf(base) });

/** Each advance was converted when it was billed, so it is deducted at that value. */
const accountDue = (whole: Breakdown, deductions: readonly Deduction[], exchange: Exchange): Breakdown =>
  deductions.reduce(
    (rest, { breakdown }) => minus(rest, convertedBreakdown(breakdown, exchange)),
    convertedBreakdown(whole, exchange),
  );

const accountDeducted = (deductions: readonly Deduction[], exchange: Exchange | undefined): Breakdown =>
  deductions.reduce<Breakdown>(
    (all, { breakdown }) => plus(all, exchange ? convertedBreakdown(breakdown, exchange) : breakdown),
    {},
  );

type PaymentRow = [id: string, amount: number, on: string, at: number, reverses: string | null];
type CreditRow = [id: string, at: number, refundAt: number | null, breakdown: Breakdown];

function claimFrom(content: BillContent): PaidClaim {
  const bill = billFrom(content);
  const { row } = content;
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
    ...bill,
    history: { due: bill.facts.due, step: bill.facts.step, moved },
    days: new Map(payments.map(([id, , on]) => [id, on])),
    refunds: new Map(refunds.map(({ id, refundAt }) => [id, refundAt])),
  };
}

const paymentMoved = (id: string, amount: Cents, reversesId: string | null): MoneyMovement =>
  reversesId === null ? { what: 'paid', id, amount } : { what: 'reversed', id, reversesId };

/** The key of a refund among movements; the ID of the credit note is the key of the credit note. */
export const refundOf = (creditNoteId: string): string => `refund ${creditNoteId}`;

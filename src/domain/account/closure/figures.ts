import { type BillKind, kindRow } from '../../billing/document/kind.ts';
import { type PaymentMethod, paymentMethods } from '../../billing/document/terms/payment-terms.ts';
import { type Cents, cents } from '../../money/cents.ts';
import { type Breakdown, minus, plus, totalOf, withoutDisbursement } from '../../vat/breakdown.ts';

/**
 * One entry of the books, as the audit chain recorded it. The amounts of an invoice exclude the
 * advances it deducts, because those were counted when they were billed.
 */
export type Booked =
  | {
      readonly what: 'bill';
      readonly kind: BillKind;
      readonly currency: string;
      readonly breakdown: Breakdown;
    }
  | {
      readonly what: 'payment';
      readonly currency: string;
      readonly method: PaymentMethod;
      /** Cents; negative for a counter-entry, which reverses a payment. */
      readonly amount: Cents;
    };

/** Bills of one sort: their number, and their totals in cents, disbursements included. */
type Billed = { readonly count: number; readonly net: Cents; readonly vat: Cents; readonly total: Cents };
/** Payments by one method: their number, and their total in cents. */
type Received = { readonly count: number; readonly amount: Cents };
type ByMethod = { readonly [Method in PaymentMethod]?: Received };

/** What was billed and received in one currency. */
type CurrencyFigures = {
  readonly invoices: Billed;
  readonly advances: Billed;
  /** Credited amounts, as positive numbers. */
  readonly creditNotes: Billed;
  /**
   * Invoices and advances minus credit notes, per VAT code; disbursements are listed beside them.
   */
  readonly vat: Breakdown;
  readonly payments: ByMethod;
  /** Counter-entries, as positive amounts. */
  readonly reversals: ByMethod;
};

/** The figures per currency code: amounts of different currencies are never added up. */
export type Figures = { readonly [currency: string]: CurrencyFigures };

/** Running totals in cents of one currency. */
type RunningTotal = {
  /** Turnover: invoices and advances minus credit notes, no disbursements (CGI art. 267 II 2°). */
  readonly net: Cents;
  readonly vat: Cents;
  readonly total: Cents;
  readonly disbursements: Cents;
  /** Payments minus their counter-entries. */
  readonly received: Cents;
  /** Totals of the invoices and advances, and of the credit notes, with disbursements. */
  readonly invoiced: Cents;
  readonly credited: Cents;
};
export type RunningTotals = { readonly [currency: string]: RunningTotal };

/**
 * Adds up the entries. Currencies are sorted by code, so that the same books give the same text.
 */
export function figuresOf(booked: Iterable<Booked>): Figures {
  const figures = new Map<string, CurrencyFigures>();
  for (const entry of booked) {
    figures.set(entry.currency, withEntry(figures.get(entry.currency) ?? nothing, entry));
  }
  return inOrder(figures);
}

/** Adds the figures of two periods. */
export function plusFigures(a: Figures, b: Figures): Figures {
  const together = new Map(Object.entries(a));
  for (const [currency, more] of Object.entries(b)) {
    const known = together.get(currency);
    together.set(currency, known ? addedUp(known, more) : more);
  }
  return inOrder(together);
}

/** What the figures of a period add to the running totals. */
export function runningTotalsOf(figures: Figures): RunningTotals {
  return Object.fromEntries(Object.entries(figures).map(([currency, of]) => [currency, runningTotalOf(of)]));
}

export function plusTotals(a: RunningTotals, b: RunningTotals): RunningTotals {
  const currencies = [...new Set([...Object.keys(a), ...Object.keys(b)])].sort();
  return Object.fromEntries(currencies.map((code) => [code, addedUpTotals(a[code] ?? noTotal, b[code] ?? noTotal)]));
}

const addedUpTotals = (a: RunningTotal, b: RunningTotal): RunningTotal => ({
  net: cents(a.net + b.net),
  vat: cents(a.vat + b.vat),
  total: cents(a.total + b.total),
  disbursements: cents(a.disbursements + b.disbursements),
  received: cents(a.received + b.received),
  invoiced: cents(a.invoiced + b.invoiced),
  credited: cents(a.credited + b.credited),
});

const zero = cents(0);
const noTotal: RunningTotal = {
  net: zero,
  vat: zero,
  total: zero,
  disbursements: zero,
  received: zero,
  invoiced: zero,
  credited: zero,
};

function runningTotalOf({ invoices, advances, creditNotes, vat, payments, reversals }: CurrencyFigures): RunningTotal {
  const turnover = totalOf(withoutDisbursement(vat));
  const all = totalOf(vat);
  const total = cents(turnover.net + turnover.vat);
  return {
    net: turnover.net,
    vat: turnover.vat,
    total,
    disbursements: cents(all.net + all.vat - total),
    received: cents(sumOf(payments) - sumOf(reversals)),
    invoiced: cents(invoices.total + advances.total),
    credited: creditNotes.total,
  };
}

const noBills: Billed = { count: 0, net: zero, vat: zero, total: zero };
const nothing: CurrencyFigures = {
  invoices: noBills,
  advances: noBills,
  creditNotes: noBills,
  vat: {},
  payments: {},
  reversals: {},
};

const memberOf = {
  invoice: 'invoices',
  advance: 'advances',
  credit_note: 'creditNotes',
} as const satisfies Readonly<Record<BillKind, keyof CurrencyFigures>>;

function withEntry(figures: CurrencyFigures, entry: Booked): CurrencyFigures {
  if (entry.what === 'payment') {
    const side = entry.amount < 0 ? 'reversals' : 'payments';
    const one = { [entry.method]: { count: 1, amount: cents(Math.abs(entry.amount)) } };
    return { ...figures, [side]: addedUpByMethod(figures[side], one) };
  }
  const { net, vat } = totalOf(entry.breakdown);
  const one = { count: 1, net, vat, total: cents(net + vat) };
  const member = memberOf[entry.kind];
  const combine = kindRow(entry.kind).turnover < 0 ? minus : plus;
  return {
    ...figures,
    [member]: addedUpBills(figures[member], one),
    vat: combine(figures.vat, entry.breakdown),
  };
}

const addedUp = (a: CurrencyFigures, b: CurrencyFigures): CurrencyFigures => ({
  invoices: addedUpBills(a.invoices, b.invoices),
  advances: addedUpBills(a.advances, b.advances),
  creditNotes: addedUpBills(a.creditNotes, b.creditNotes),
  vat: plus(a.vat, b.vat),
  payments: addedUpByMethod(a.payments, b.payments),
  reversals: addedUpByMethod(a.reversals, b.reversals),
});

const addedUpBills = (a: Billed, b: Billed): Billed => ({
  count: a.count + b.count,
  net: cents(a.net + b.net),
  vat: cents(a.vat + b.vat),
  total: cents(a.total + b.total),
});

function addedUpByMethod(a: ByMethod, b: ByMethod): ByMethod {
  const all: { -readonly [Method in PaymentMethod]?: Received } = {};
  for (const method of paymentMethods) {
    const [left, right] = [a[method], b[method]];
    if (!left && !right) continue;
    const count = (left?.count ?? 0) + (right?.count ?? 0);
    all[method] = { count, amount: cents((left?.amount ?? 0) + (right?.amount ?? 0)) };
  }
  return all;
}

const sumOf = (byMethod: ByMethod): number => Object.values(byMethod).reduce((sum, { amount }) => sum + amount, 0);

const inOrder = (figures: ReadonlyMap<string, CurrencyFigures>): Figures =>
  Object.fromEntries([...figures].toSorted(([a], [b]) => (a < b ? -1 : 1)));

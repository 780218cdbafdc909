import type { Quantities } from './stock-model.ts';

// A model of a business's documents, written from docs/rules alone: states, remaining amounts,
// numbers. It does no rounding: the oracle gives it the totals of lines, and how a finalized share
// is split over VAT keys is read from the stored document.

export type Kind = 'estimate' | 'purchase_order' | 'invoice' | 'advance' | 'credit_note';

/** Cents per key: a VAT code, or the disbursements. */
export type Amounts = ReadonlyMap<string, { net: number; vat: number }>;

/** `percentage` if the request named a percentage. */
export type Asked = { amount: number; withDisbursements: boolean; percentage?: number };

export type Doc = {
  id: string;
  kind: Kind;
  parent?: Doc;
  children: Doc[];
  state: 'draft' | 'finalized' | 'signed' | 'refused' | 'paid';
  number?: string;
  /** Day of issue of a finalized document. */
  day?: string;
  /** The date of issue set for a draft, if any. */
  datedAt?: number;
  lines: number;
  amounts: Amounts;
  /** The quantities of each product in its lines. */
  quantities: Quantities;
  /** The quantities its finalization took from or returned to stock. */
  moved?: Quantities;
  /** The amount a draft advance requests, tax included, and how it was requested. */
  asked?: Asked;
  isFinal: boolean;
  /** The lines of a final invoice were rewritten, so its total may differ from its estimate's. */
  isRewritten?: boolean;
  /**
   * Nothing is left of a final invoice while its estimate has something left to bill: another final
   * invoice is allowed.
   */
  isSpent?: boolean;
  /** The advances a final invoice deducted when it was finalized. */
  deducted: Amounts;
  paid: number;
  canceled: boolean;
  refunded: boolean;
  archived: boolean;
  hasReferences: boolean;
  /** For a credit note that was not edited: the amount left when it was created. */
  takes?: Amounts;
  /** The frozen text as first stored. */
  sealedText?: string;
};

/** The state of a series: its last number per year, and the last day over all years. */
export type Series = { last: Map<number, number>; lastDay?: string };

export type Model = {
  test: boolean;
  now: number;
  docs: Doc[];
  series: Map<string, Series>;
  /** By ID of the stockable products, in ten-thousandths. */
  stock: Map<string, number>;
};

export const isEstimate = ({ kind }: Doc): boolean => kind === 'estimate' || kind === 'purchase_order';
export const isSealed = ({ state }: Doc): boolean => state !== 'draft';

export const none: Amounts = new Map();
export const plus = (...all: Amounts[]): Amounts => combined(all, 1);
export const minus = (from: Amounts, ...all: Amounts[]): Amounts => combined([from, combined(all, -1)], 1);

function combined(all: readonly Amounts[], sign: 1 | -1): Amounts {
  const result = new Map<string, { net: number; vat: number }>();
  for (const amounts of all) {
    for (const [key, { net, vat }] of amounts) {
      const before = result.get(key) ?? { net: 0, vat: 0 };
      result.set(key, { net: before.net + sign * net, vat: before.vat + sign * vat });
    }
  }
  return result;
}

/** Tax included, over all keys, or without the disbursements. */
export const sum = (amounts: Amounts, given: { withDisbursements: boolean } = { withDisbursements: true }): number =>
  [...amounts]
    .filter(([key]) => given.withDisbursements || key !== 'disbursement')
    .reduce((all, [, { net, vat }]) => all + net + vat, 0);

export const isNothing = (amounts: Amounts): boolean =>
  [...amounts.values()].every(({ net, vat }) => net === 0 && vat === 0);

/** Whether every key of a part lies between zero and the whole. */
export const isWithin = (part: Amounts, whole: Amounts): boolean =>
  [...part].every(([key, { net, vat }]) => {
    const there = whole.get(key) ?? { net: 0, vat: 0 };
    return isBetween(net, there.net) && isBetween(vat, there.vat);
  });
const isBetween = (value: number, limit: number): boolean =>
  limit >= 0 ? value >= 0 && value <= limit : value <= 0 && value >= limit;

/** The finalized credit notes of a document. */
const credited = (doc: Doc): Amounts =>
  plus(
    ...doc.children.filter((child) => child.kind === 'credit_note' && isSealed(child)).map(({ amounts }) => amounts),
  );

/**
 * The deductions of a final invoice today: its estimate's finalized advances, each net of its
 * credit notes.
 */
export const deductionsToday = (invoice: Doc): Amounts =>
  invoice.isFinal && invoice.parent ? plus(...sealedAdvances(invoice.parent).map(left)) : none;

const sealedAdvances = (estimate: Doc): Doc[] =>
  estimate.children.filter((child) => child.kind === 'advance' && isSealed(child));

const deductionsIn = (doc: Doc): Amounts => (isSealed(doc) ? doc.deducted : deductionsToday(doc));

/** The amount of an invoice or an advance that can still be credited, whatever was paid. */
export const left = (doc: Doc): Amounts => minus(doc.amounts, deductionsIn(doc), credited(doc));

/** The amount still to be paid. */
export const due = (doc: Doc): number => Math.max(sum(left(doc)) - doc.paid, 0);

/**
 * The billed amount of an estimate: advances and final invoices, each net of deductions and credit
 * notes.
 */
export const billed = (estimate: Doc): Amounts =>
  plus(
    ...estimate.children.filter((child) => isSealed(child) && child.kind !== 'credit_note').map((bill) => left(bill)),
  );

export const toBill = (estimate: Doc): Amounts => minus(estimate.amounts, billed(estimate));

/** The current final invoice, a draft or finalized. */
export const finalInvoice = (estimate: Doc): Doc | undefined =>
  estimate.children.find((child) => child.kind === 'invoice' && !child.canceled && !child.isSpent);

/** The largest amount an advance may request. */
export function mostToAdvance(estimate: Doc, withDisbursements: boolean): number {
  const rest = toBill(estimate);
  return Math.max(Math.min(sum(rest, { withDisbursements }), sum(rest)), 0);
}

/**
 * Cents of a percentage of an amount. A percentage of zero or a negative amount is always refused,
 * so its rounding does not matter.
 */
export const percent = (amount: number, percentage: number): number => Math.round((amount * percentage) / 100);

/**
 * The amount of a percentage, given the other advances. The advance that completes 100 % takes what
 * is left, and so does one that exceeds what is left only by rounding.
 */
export function percentBeside(estimate: Doc, percentage: number, withDisbursements: boolean): Asked {
  const base = sum(estimate.amounts, { withDisbursements });
  const others = estimate.children.filter((child) => child.kind === 'advance' && !child.canceled);
  const drafted = others.filter((child) => !isSealed(child)).reduce((all, { asked }) => all + (asked?.amount ?? 0), 0);
  const there = Math.max(mostToAdvance(estimate, withDisbursements) - drafted, 0);
  const isPercent = ({ asked, ...doc }: Doc): boolean =>
    asked?.percentage !== undefined &&
    asked.withDisbursements === withDisbursements &&
    isNothing(credited({ ...doc, asked }));
  // In hundredths of a cent, so that percentages of cents are whole numbers.
  const taken = others.map((other) => {
    if (isPercent(other)) return base * (other.asked?.percentage ?? 0);
    return 100 * (isNothing(credited(other)) ? (other.asked?.amount ?? 0) : sum(left(other)));
  });
  const exact = base * percentage;
  const roundings = others.filter(isPercent).length + 1;
  const isNear = Math.abs(exact - 100 * there) <= 50 * roundings;
  const completes = taken.reduce((all, one) => all + one, exact) === 100 * base;
  const rounded = percent(base, percentage);
  return { amount: isNear && (completes || rounded > there) ? there : rounded, withDisbursements, percentage };
}

/**
 * The default amount of an advance: 30 % of the estimate; from the fourth on half of what is left.
 */
export function defaultAdvance(estimate: Doc): Asked {
  const earlier = estimate.children.filter((child) => child.kind === 'advance' && !child.canceled).length;
  const withDisbursements = false;
  return earlier < 3
    ? percentBeside(estimate, 30, withDisbursements)
    : { amount: percent(sum(toBill(estimate), { withDisbursements }), 50), withDisbursements };
}

export const prefixOf = (kind: Kind): string =>
  ({ estimate: 'D', purchase_order: 'BC', invoice: 'F', advance: 'F', credit_note: 'AV' })[kind];

export function seriesOf(model: Model, kind: Kind): Series {
  const prefix = prefixOf(kind);
  const series = model.series.get(prefix) ?? { last: new Map<number, number>() };
  model.series.set(prefix, series);
  return series;
}

/** The next number of a series on a given day. */
export function nextNumber(model: Model, kind: Kind, day: string): string {
  const year = Number(day.slice(0, 4));
  const counter = (seriesOf(model, kind).last.get(year) ?? 0) + 1;
  return `${model.test ? 'TEST-' : ''}${prefixOf(kind)}-${year}-${String(counter).padStart(4, '0')}`;
}

const inParis = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Paris' });
/** The day in Paris, from the platform's calendar and not from our code. */
export const dayOf = (at: number): string => inParis.format(new Date(at * 1000));

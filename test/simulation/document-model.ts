import type { Quantities } from './stock-model.ts';

// What a business remembers of its documents, written from docs/rules alone: states, what remains,
// numbers. It knows no rounding: what lines come to is told it (by the oracle), and how a sealed
// share falls over the keys is looked up.

export type Kind = 'estimate' | 'purchase_order' | 'invoice' | 'advance' | 'credit_note';

/** Cents per key: a VAT code, or the disbursements. */
export type Amounts = ReadonlyMap<string, { net: number; vat: number }>;

/** `percentage` where it was a percentage. */
export type Asked = { amount: number; withDisbursements: boolean; percentage?: number };

export type Doc = {
  id: string;
  kind: Kind;
  parent?: Doc;
  children: Doc[];
  state: 'draft' | 'finalized' | 'signed' | 'refused' | 'paid';
  number?: string;
  /** Civil day of issue, once it is finalized. */
  day?: string;
  /** When a draft is dated, where somebody dated it. */
  datedAt?: number;
  lines: number;
  amounts: Amounts;
  /** What its lines say of products. */
  quantities: Quantities;
  /** What its finalization moved of their stock. */
  moved?: Quantities;
  /** What a draft advance asks for, tax included, and of what. */
  asked?: Asked;
  isFinal: boolean;
  /** A final invoice whose lines were rewritten may bill another sum than its estimate's. */
  isRewritten?: boolean;
  /**
   * Nothing was left of a final invoice while its estimate had something to bill: another may be
   * made.
   */
  isSpent?: boolean;
  /** Advances that a final invoice took off when it was finalized. */
  deducted: Amounts;
  paid: number;
  canceled: boolean;
  refunded: boolean;
  archived: boolean;
  hasReferences: boolean;
  /** Of a credit note that nobody edited: what was left when it was made. */
  takes?: Amounts;
  /** The frozen text, as it was on the day. */
  sealedText?: string;
};

/** Where a series stands: its last number per year, and the last day whatever the year. */
export type Series = { last: Map<number, number>; lastDay?: string };

export type Model = {
  test: boolean;
  now: number;
  docs: Doc[];
  series: Map<string, Series>;
  /** Of stockable products, by their ids, in ten-thousandths. */
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

/** Tax included, over all keys, or leaving out the disbursements. */
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

/** Credit notes against a document that are finalized. */
const credited = (doc: Doc): Amounts =>
  plus(
    ...doc.children.filter((child) => child.kind === 'credit_note' && isSealed(child)).map(({ amounts }) => amounts),
  );

/**
 * What a final invoice takes off today: its estimate's finalized advances, each net of its own
 * credit notes.
 */
export const deductionsToday = (invoice: Doc): Amounts =>
  invoice.isFinal && invoice.parent ? plus(...sealedAdvances(invoice.parent).map(left)) : none;

const sealedAdvances = (estimate: Doc): Doc[] =>
  estimate.children.filter((child) => child.kind === 'advance' && isSealed(child));

const deductionsIn = (doc: Doc): Amounts => (isSealed(doc) ? doc.deducted : deductionsToday(doc));

/** What is left of an invoice or an advance, to credit: payments do not count. */
export const left = (doc: Doc): Amounts => minus(doc.amounts, deductionsIn(doc), credited(doc));

/** What is still to be paid. */
export const due = (doc: Doc): number => Math.max(sum(left(doc)) - doc.paid, 0);

/**
 * What an estimate has billed: advances and final invoices, each net of what was taken off and
 * back.
 */
export const billed = (estimate: Doc): Amounts =>
  plus(
    ...estimate.children.filter((child) => isSealed(child) && child.kind !== 'credit_note').map((bill) => left(bill)),
  );

export const toBill = (estimate: Doc): Amounts => minus(estimate.amounts, billed(estimate));

/** The final invoice that stands, draft or not. */
export const finalInvoice = (estimate: Doc): Doc | undefined =>
  estimate.children.find((child) => child.kind === 'invoice' && !child.canceled && !child.isSpent);

/** The most an advance may ask for. */
export function mostToAdvance(estimate: Doc, withDisbursements: boolean): number {
  const rest = toBill(estimate);
  return Math.max(Math.min(sum(rest, { withDisbursements }), sum(rest)), 0);
}

/**
 * Cents of a percentage of an amount; no share of what is nothing or negative is ever granted, so
 * those need no rounding.
 */
export const percent = (amount: number, percentage: number): number => Math.round((amount * percentage) / 100);

/**
 * What a percentage comes to beside the other advances: the one that completes the whole, and the
 * one that only roundings bring past what is left, take what is left.
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
  // In hundredths of a cent, which percentages of cents are whole numbers of.
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

/** What an advance asks for by itself: 30 % of all, from the fourth on half of what is left. */
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

/** The number the next document of a series gets, on a day. */
export function nextNumber(model: Model, kind: Kind, day: string): string {
  const year = Number(day.slice(0, 4));
  const counter = (seriesOf(model, kind).last.get(year) ?? 0) + 1;
  return `${model.test ? 'TEST-' : ''}${prefixOf(kind)}-${year}-${String(counter).padStart(4, '0')}`;
}

const inParis = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Paris' });
/** The civil day in Paris, by the platform's calendar rather than ours. */
export const dayOf = (at: number): string => inParis.format(new Date(at * 1000));

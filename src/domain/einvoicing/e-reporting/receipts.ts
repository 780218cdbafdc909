import type { Party } from '../../customers/party.ts';
import type { TurnoverPart } from '../../home/turnover-part.ts';
import { type Cents, cents } from '../../money/cents.ts';
import type { CivilDay } from '../../time/civil-day.ts';
import { rateOfKey } from '../../vat/breakdown.ts';
import type { VatMention } from '../../vat/mention-text.ts';
import { groupOf, isReceiptReported } from './classification.ts';
import type { CounterSale } from './counter-sale.ts';
import { nameOf, type ToEuros } from './sales.ts';

/** A payment, its counter-entry or a refund; the last two have negative parts. */
export type ReceivedPayment = {
  readonly id: string;
  readonly on: CivilDay;
  readonly documentId: string;
  readonly number: string;
  readonly issuedOn: CivilDay;
  readonly customer?: Party;
  readonly mention: VatMention;
  /** Its sale, and so its receipt, was reported before the invoice. */
  readonly isReportedBefore?: boolean;
  /** A platform has its document, and reports its receipts from statuses 212. */
  readonly isAtPlatform?: boolean;
  readonly parts: readonly TurnoverPart[];
};

/** Cents of euros, tax included, by rate in basis points. */
export type AmountOfRate = { readonly rate: number; readonly amount: Cents };

/** The reported part of a payment, or of the takings of a day. */
export type ReceiptEntry = {
  readonly from: 'payment' | 'counter_sale';
  readonly id: string;
  readonly on: CivilDay;
  /** The international invoice it pays; absent for a customer that is no VAT payer. */
  readonly invoice?: PaidInvoice;
  /** The document it pays; absent for takings. */
  readonly document?: { readonly id: string; readonly number: string; readonly customerName?: string };
  readonly rates: readonly AmountOfRate[];
};

type PaidInvoice = { readonly number: string; readonly issuedOn: CivilDay };

/**
 * The reported part of a payment; undefined if nothing of it is reported: the customer gets
 * e-invoices, whose receipts are a status, its platform reports them, or its VAT does not fall due
 * on payment.
 */
export function reportedReceipt(
  payment: ReceivedPayment,
  toEuros: ToEuros,
): { readonly entry: ReceiptEntry; readonly lacksRate: boolean } | undefined {
  const group = groupOf(payment.customer);
  if (group === 'e_invoiced' || payment.isReportedBefore || payment.isAtPlatform) return undefined;
  const taxed = { mention: payment.mention, day: payment.issuedOn };
  const parts = payment.parts.filter((part) => isReceiptReported(part, taxed));
  if (parts.length === 0) return undefined;
  const amounts = parts.map((part) => ({ rate: rateOfKey(part.key), euros: toEuros(part) }));
  const rates = byRate(amounts.map(({ rate, euros }) => ({ rate, amount: cents(euros ? euros.net + euros.vat : 0) })));
  const { id, on, documentId, number, issuedOn } = payment;
  const name = nameOf(payment.customer);
  const entry: ReceiptEntry = {
    ...{ from: 'payment', id, on, rates },
    ...(group === 'international' && { invoice: { number, issuedOn } }),
    document: { id: documentId, number, ...(name && { customerName: name }) },
  };
  return { entry, lacksRate: amounts.some(({ euros }) => euros === undefined) };
}

/**
 * The takings of a day for services, which are paid at once; undefined for others, and under the
 * option for debits.
 */
export const receiptOfTakings = (
  { id, on, sold, rate, amount }: CounterSale,
  { onDebits }: { readonly onDebits: boolean },
): ReceiptEntry | undefined =>
  sold === 'services' && !onDebits ? { from: 'counter_sale', id, on, rates: [{ rate, amount }] } : undefined;

/**
 * A line of the report: the receipts of a day, or of a day for one international invoice. `amount`
 * is what was received, `reported` what the report states.
 */
export type ReceiptFigure = {
  readonly on: CivilDay;
  readonly invoice?: PaidInvoice;
  readonly count: number;
  readonly rates: readonly (AmountOfRate & { readonly reported: Cents })[];
};

type Sum = { readonly on: CivilDay; readonly invoice?: PaidInvoice; count: number; rates: readonly AmountOfRate[] };
/** Sums of receipts that grow while payments are read. */
export type ReceiptSums = Map<string, Sum>;

/** Adds a receipt to the sums of a report. */
export function addReceipt(sums: ReceiptSums, { on, invoice, rates }: ReceiptEntry): void {
  const name = nameOfReceipts({ on, invoice });
  const known = sums.get(name) ?? { on, ...(invoice && { invoice }), count: 0, rates: [] };
  sums.set(name, { ...known, count: known.count + 1, rates: byRate([...known.rates, ...rates]) });
}

/** The name of a sum: its day, and the invoice. */
const nameOfReceipts = ({ on, invoice }: { on: CivilDay; invoice?: PaidInvoice | undefined }): string =>
  `${invoice ? `${invoice.issuedOn} ${invoice.number} ` : ''}${on}`;

/**
 * The receipts of a report in order, and what it cannot state. The format has no negative receipts
 * (rule G1.16): a day on which more was given back than received is set off against the other days
 * of the same rate, and of the same invoice. `unreported` is what remains, negative.
 */
export function receiptFigures(sums: ReceiptSums): { figures: ReceiptFigure[]; unreported: AmountOfRate[] } {
  const ordered = [...sums.values()].toSorted((a, b) => (nameOfReceipts(a) < nameOfReceipts(b) ? -1 : 1));
  const figures = ordered.map((sum) => ({
    ...sum,
    rates: sum.rates.map((each) => ({ ...each, reported: each.amount as number })),
  }));
  const series = Map.groupBy(
    figures.flatMap(({ invoice, rates }) => rates.map((rate) => ({ rate, invoice }))),
    ({ rate, invoice }) => `${rate.rate} ${invoice ? `${invoice.issuedOn} ${invoice.number}` : ''}`,
  );
  const left = [...series.values()].map((days) => ({
    rate: days[0]?.rate.rate ?? 0,
    amount: setOff(days.map(({ rate }) => rate)),
  }));
  return {
    figures: figures.map((figure) => ({
      ...figure,
      rates: figure.rates.map((each) => ({ ...each, reported: cents(each.reported) })),
    })),
    unreported: byRate(left).filter(({ amount }) => amount !== 0),
  };
}

/** Sets negative days off against later days, then against earlier ones. Returns what is left. */
function setOff(days: { reported: number }[]): Cents {
  let owed = 0;
  const settle = (day: { reported: number }): void => {
    const rest = day.reported + owed;
    owed = Math.min(0, rest);
    day.reported = Math.max(0, rest);
  };
  for (const day of days) settle(day);
  for (const day of days.toReversed()) settle(day);
  return cents(owed);
}

/** Adds up amounts of the same rate, the highest rate first. */
function byRate(amounts: readonly AmountOfRate[]): AmountOfRate[] {
  const sums = new Map<number, number>();
  for (const { rate, amount } of amounts) sums.set(rate, (sums.get(rate) ?? 0) + amount);
  return [...sums].toSorted(([a], [b]) => b - a).map(([rate, amount]) => ({ rate, amount: cents(amount) }));
}

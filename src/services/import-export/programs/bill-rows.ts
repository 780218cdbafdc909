import type { OutgoingBill, OutgoingPayment } from '../../../db/billing/outgoing-documents.ts';
import { keyOf } from '../../../domain/billing/document/lines/line.ts';
import { allocateBySign, type Totals } from '../../../domain/billing/document/totals/totals.ts';
import { WHOLE } from '../../../domain/billing/document/totals/vat-key-figures.ts';
import type { Cents } from '../../../domain/money/cents.ts';
import { toNumber } from '../../../domain/money/ten-thousandths.ts';
import { amountOf, keysOf, rateOfKey, type ShareKey } from '../../../domain/vat/breakdown.ts';

/** Cents of a bill by VAT: a line, or a credit. */
type Amounts = { readonly key: ShareKey; readonly net: number; readonly vat: number };

/** A line of a bill after all discounts. The lines add up to the bill by VAT rate, to the cent. */
export type BillLine = Amounts & {
  readonly bill: OutgoingBill;
  /** Counts from 1. */
  readonly place: number;
  readonly label: string;
  readonly description: string | undefined;
  readonly quantity: number;
  readonly isGoods: boolean;
};

/** 1 for a claim, −1 for a credit note. */
export const signOf = ({ kind }: Pick<OutgoingBill, 'kind'>): number => (kind === 'credit_note' ? -1 : 1);

const STEP = 1;

/** The lines of a bill; those of an advance are its parts by VAT rate. Never signed. */
export function linesOfBill(bill: OutgoingBill): BillLine[] {
  const { content, totals } = bill;
  if (!('lines' in content)) {
    return keysOf(totals.breakdown).map((key, index) => ({
      ...{ bill, key, place: index + 1, quantity: 1, isGoods: false, description: undefined },
      ...amountOf(totals.breakdown, key),
      label: content.designation,
    }));
  }
  const vats = vatsOfLines(content.lines.map(keyOf), totals);
  return content.lines.map((line, index) => ({
    ...{ bill, key: keyOf(line), place: index + 1, quantity: toNumber(line.quantity) },
    net: totals.lines[index]?.netAfterDocumentDiscount ?? 0,
    vat: vats[index] ?? 0,
    label: line.designation,
    description: line.description,
    isGoods: line.deliveryOfGoods || line.type === 'sale_of_goods' || line.type === 'sale_of_manufactured_goods',
  }));
}

/** The VAT of each key, allocated to its lines by their nets after the document discount. */
function vatsOfLines(keys: readonly ShareKey[], { breakdown, lines }: Totals): number[] {
  const vats: number[] = keys.map(() => 0);
  for (const key of new Set(keys)) {
    const places = keys.flatMap((each, place) => (each === key ? [place] : []));
    const nets = places.map((place) => lines[place]?.netAfterDocumentDiscount ?? (0 as Cents));
    const ratio = { part: rateOfKey(key), whole: WHOLE, step: STEP } as const;
    const shares = allocateBySign(amountOf(breakdown, key).vat, nets, ratio);
    places.forEach((place, index) => {
      vats[place] = shares[index] ?? 0;
    });
  }
  return vats;
}

/** An amount of one bill that settles another: an advance deducted, or a credit note. */
export type BillCredit = Amounts & {
  readonly bill: OutgoingBill;
  /** The number of the advance or the credit note. */
  readonly source: string;
  /** The number of the bill it settles. */
  readonly target: string;
};

/**
 * The credits that a bill gives or takes, by VAT rate: the advances that a final invoice deducts,
 * or the credit note on its bill. One that was refunded settles nothing.
 */
export function creditsOfBill(bill: OutgoingBill): BillCredit[] {
  const { content, totals, number, parent } = bill;
  if (bill.kind === 'credit_note')
    return parent === null || bill.refundedOn !== null
      ? []
      : keysOf(totals.breakdown).map((key) => credit(bill, key, { source: number, target: parent }, totals.breakdown));
  if (!('deductions' in content)) return [];
  return content.deductions.flatMap(({ number: source, breakdown }) =>
    keysOf(breakdown).map((key) => credit(bill, key, { source, target: number }, breakdown)),
  );
}

const credit = (
  bill: OutgoingBill,
  key: ShareKey,
  ends: Pick<BillCredit, 'source' | 'target'>,
  breakdown: Totals['breakdown'],
): BillCredit => ({ bill, key, ...ends, ...amountOf(breakdown, key) });

/** A payment of a bill, or the refund of a credit note, which is negative. */
export type BillPayment = OutgoingPayment & { readonly bill: OutgoingBill };

export function paymentsOfBill(bill: OutgoingBill): BillPayment[] {
  if (bill.kind !== 'credit_note') return bill.payments.map((payment) => ({ ...payment, bill }));
  if (bill.refundedOn === null) return [];
  return [{ id: bill.id, on: bill.refundedOn, amount: -bill.total, method: 'transfer', bill }];
}

/** Whether nothing is left to pay, to settle or to refund. */
export const isSettled = ({ kind, rest, parent, refundedOn }: OutgoingBill): boolean =>
  kind === 'credit_note' ? parent !== null || refundedOn !== null : rest <= 0;

import type { ForeignPayment } from '../domain/billing/past/foreign-document.ts';
import { cents } from '../domain/money/cents.ts';
import { slices } from '../limits/time-slices.ts';
import type { PaymentEntry, Sale } from './booked-sale.ts';

/**
 * The payments of each invoice: by the letter that the books give to both, else by the number of
 * the document, else by its number in the label. A payment of several invoices is shared in the
 * order of their days; credit notes with the same letter are deducted first.
 */
export async function paidBy(
  sales: readonly Sale[],
  payments: readonly PaymentEntry[],
): Promise<ReadonlyMap<Sale, readonly ForeignPayment[]>> {
  const byLetter = index(sales, (sale) => [...sale.letters].map((letter) => `${sale.account}|${letter}`));
  const byNumber = index(sales, ({ document }) => [document.number]);
  const open = new Map(sales.map((sale) => [sale, Math.max(0, sale.total)]));
  for (const group of byLetter.values()) deductCreditNotes(group, open);
  const found = new Map<Sale, ForeignPayment[]>();
  const turn = slices();
  for (const payment of payments.filter(({ amount }) => amount > 0).toSorted((a, b) => (a.on < b.on ? -1 : 1))) {
    const lettered = payment.letter === undefined ? [] : (byLetter.get(`${payment.account}|${payment.letter}`) ?? []);
    const named = [payment.piece, ...wordsOf(payment.label)].flatMap((word) => byNumber.get(word ?? '') ?? []);
    const invoices = (lettered.length > 0 ? lettered : named).filter(({ total }) => total > 0);
    for (const { sale, amount } of share(payment.amount, invoices, open)) {
      const before = found.get(sale) ?? [];
      found.set(sale, [...before, { on: payment.on, amount: cents(amount) }]);
    }
    await turn();
  }
  return found;
}

function index(sales: readonly Sale[], keysOf: (sale: Sale) => readonly string[]): Map<string, Sale[]> {
  const found = new Map<string, Sale[]>();
  for (const sale of sales) for (const key of keysOf(sale)) found.set(key, [...(found.get(key) ?? []), sale]);
  return found;
}

/** Words of a label that may be a number. */
const wordsOf = (label = ''): readonly string[] => label.split(/[\s,;:()]+/).filter((word) => /\d/.test(word));

function deductCreditNotes(group: readonly Sale[], open: Map<Sale, number>): void {
  let credit = group.reduce((all, { total }) => all + Math.max(0, 0 - total), 0);
  for (const sale of group.toReversed()) {
    const deducted = Math.min(credit, open.get(sale) ?? 0);
    open.set(sale, (open.get(sale) ?? 0) - deducted);
    credit -= deducted;
  }
}

/** Shares a payment among invoices; what is left goes to the last, as an overpayment. */
function share(
  paid: number,
  invoices: readonly Sale[],
  open: Map<Sale, number>,
): readonly { readonly sale: Sale; readonly amount: number }[] {
  const ordered = [...new Set(invoices)].toSorted((a, b) => (a.document.issuedOn < b.document.issuedOn ? -1 : 1));
  let rest = paid;
  return ordered.flatMap((sale, place) => {
    const amount = place === ordered.length - 1 ? rest : Math.min(rest, open.get(sale) ?? 0);
    open.set(sale, Math.max(0, (open.get(sale) ?? 0) - amount));
    rest -= amount;
    return amount > 0 ? [{ sale, amount }] : [];
  });
}

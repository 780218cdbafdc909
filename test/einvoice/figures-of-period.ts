import {
  addReceipt,
  type ReceiptSums,
  receiptFigures,
  receiptOfTakings,
  reportedReceipt,
} from '../../src/domain/einvoicing/e-reporting/receipts.ts';
import {
  addSale,
  reportedSale,
  reportedTakings,
  type SaleFigure,
  saleFigures,
} from '../../src/domain/einvoicing/e-reporting/sales.ts';
import { toEurosAt } from '../../src/domain/einvoicing/e-reporting/to-euros.ts';
import { collectedParts, invoicedParts } from '../../src/domain/home/turnover-part.ts';
import type { RandomPeriod } from './random-periods.ts';

const euros = toEurosAt([], 'EUR');

/** The figures of a random period by the rules of the domain. */
export function figuresOf({ bills, takings }: RandomPeriod) {
  const sums = new Map<string, SaleFigure>();
  const receipts: ReceiptSums = new Map();
  const reported = bills.map((bill) =>
    reportedSale({ ...bill, onDebits: bill.facts.onDebits, parts: invoicedParts(bill.facts, bill.on) }, euros),
  );
  for (const entry of reported.flatMap(({ entries }) => entries)) addSale(sums, entry);
  for (const bill of bills)
    for (const { id, on, share } of bill.payments) {
      const parts = collectedParts(bill.facts, share, on);
      const receipt = reportedReceipt({ ...bill, id, on, documentId: bill.id, issuedOn: bill.on, parts }, euros);
      if (receipt) addReceipt(receipts, receipt.entry);
    }
  for (const sale of takings) {
    addSale(sums, reportedTakings(sale, { onDebits: false }));
    const entry = receiptOfTakings(sale, { onDebits: false });
    if (entry) addReceipt(receipts, entry);
  }
  return { sales: saleFigures(sums), reported, ...receiptFigures(receipts) };
}

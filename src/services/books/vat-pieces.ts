import { countPurchases, type KeptPurchase, type PurchasePlace, purchasesAfter } from '../../db/books/purchases.ts';
import { type BillPlace, beforeBillsOf, countVatBills, vatBillsAfter } from '../../db/books/vat-documents.ts';
import { buyerOf, type IssuedBill, issuedBills } from '../../db/home/bill-facts.ts';
import type { Tx } from '../../db/transaction.ts';
import type { AccountSettings } from '../../domain/account/settings.ts';
import type { PaidPart } from '../../domain/books/receipts-book.ts';
import { purchaseEntries } from '../../domain/books/vat-return/purchase-entries.ts';
import { type SaleFacts, saleEntries, takingsEntries } from '../../domain/books/vat-return/sale-entries.ts';
import type { VatPiece } from '../../domain/books/vat-return/vat-entry.ts';
import { declaresVat } from '../../domain/books/vat-return/vat-periods.ts';
import { toEurosAt } from '../../domain/einvoicing/e-reporting/to-euros.ts';
import { invoicedParts } from '../../domain/home/turnover-part.ts';
import { cents } from '../../domain/money/cents.ts';
import type { CivilDay } from '../../domain/time/civil-day.ts';
import {
  type Book,
  type BookCursor,
  beginOfBook,
  lengthOf,
  linesAfter,
  type NumberedLine,
  openBook,
} from './read-receipts.ts';

/** Documents, movements or purchases read per batch: bounds the memory. */
const PIECES_BATCH = 1_000;

/** Where to continue: after a document, a line of the receipts book, or a purchase. */
export type VatPlace =
  | ({ readonly source: 'documents' } & BillPlace)
  | ({ readonly source: 'receipts' } & BookCursor)
  | { readonly source: 'purchases'; readonly place?: PurchasePlace | undefined };

/** A piece, and the place after it. */
export type PlacedPiece = VatPiece & { readonly place: VatPlace };

export type VatSource = {
  readonly from: CivilDay;
  readonly to: CivilDay;
  readonly book: Book;
  /** Whether sales are declared and VAT is deducted; otherwise only VAT owed for suppliers. */
  readonly isWhole: boolean;
};

/** Opens what adds to the VAT of a span of days. */
export async function openVat(
  tx: Tx,
  settings: AccountSettings,
  { from, to }: { readonly from: CivilDay; readonly to: CivilDay },
): Promise<VatSource> {
  return { from, to, book: await openBook(tx, settings, { from, to }), isWhole: declaresVat(settings) };
}

/** How many documents, movements and purchases a span has. */
export async function lengthOfVat(tx: Tx, { from, to, book, isWhole }: VatSource): Promise<number> {
  if (!isWhole) return countPurchases(tx, { from, to });
  const [bills, lines, purchases] = await Promise.all([
    countVatBills(tx, { test: tx.test, from, to }),
    lengthOf(tx, book),
    countPurchases(tx, { from, to }),
  ]);
  return bills + lines + purchases;
}

/** The place before everything in a span. */
export const beginOfVat = ({ from, isWhole }: VatSource): VatPlace =>
  isWhole ? { source: 'documents', ...beforeBillsOf(from) } : { source: 'purchases', place: undefined };

/**
 * All that a span has, batch by batch, after a place: documents by day of issue, then the receipts
 * book, then the register of purchases. A piece can be in no line.
 */
export async function* vatPieces(tx: Tx, source: VatSource): AsyncGenerator<PlacedPiece[]> {
  for (let place: VatPlace | undefined = beginOfVat(source); place; ) {
    const { pieces, next }: VatBatch = await vatBatch(tx, source, place);
    yield pieces;
    place = next;
  }
}

/** A batch, and the place to continue from; undefined at the end. */
export type VatBatch = { readonly pieces: PlacedPiece[]; readonly next: VatPlace | undefined };

/** The next batch after a place. */
export async function vatBatch(tx: Tx, source: VatSource, place: VatPlace): Promise<VatBatch> {
  const { from, to, book, isWhole } = source;
  if (!isWhole && place.source !== 'purchases') return { pieces: [], next: beginOfVat(source) };
  if (place.source === 'documents') {
    const bills = await vatBillsAfter(tx, { test: tx.test, from, to }, { place, limit: PIECES_BATCH });
    const pieces = bills.map((bill) => billPiece(bill, book));
    const next =
      bills.length < PIECES_BATCH ? { source: 'receipts' as const, ...(await beginOfBook(tx, book)) } : undefined;
    return { pieces, next: next ?? pieces.at(-1)?.place };
  }
  if (place.source === 'receipts') {
    const lines = await linesAfter(tx, book, place, PIECES_BATCH);
    const bills = await issuedBills(tx, [...new Set(lines.flatMap((line) => documentOf(line) ?? []))]);
    const documents = new Map(bills.map((bill) => [bill.id, bill]));
    const pieces = lines.map((line) => linePiece(line, documents));
    const next = lines.length < PIECES_BATCH ? { source: 'purchases' as const, place: undefined } : undefined;
    return { pieces, next: next ?? pieces.at(-1)?.place };
  }
  const purchases = await purchasesAfter(tx, { from, to }, { place: place.place, limit: PIECES_BATCH });
  const pieces = purchases.map((purchase) => purchasePiece(purchase, isWhole));
  return { pieces, next: purchases.length < PIECES_BATCH ? undefined : pieces.at(-1)?.place };
}

const saleFactsOf = ({ mention, on, isReportedBefore, facts }: IssuedBill): SaleFacts => ({
  ...{ mention, issuedOn: on, isOfAdvance: facts.isOfAdvance, isReportedBefore },
});

/** The document of a line, of this account or taken over. */
const documentOf = ({ documentId, pastDocumentId }: NumberedLine): string | undefined => documentId ?? pastDocumentId;

const vatNumberOf = ({ customer }: IssuedBill): string | undefined =>
  customer?.vatNumber ?? customer?.organization?.vatNumber;

function billPiece(bill: IssuedBill, { rates }: Book): PlacedPiece {
  const { id, number, customer, on, facts, base, isPast } = bill;
  const vatNumber = vatNumberOf(bill);
  const toEuros = toEurosAt(rates, base);
  const converted = invoicedParts(facts, on).map((part) => ({ part, euros: toEuros(part) }));
  const parts = converted.map(({ part: { key, sold, isDue }, euros }): PaidPart => {
    return { key, sold, isDue, net: euros?.net ?? cents(0), vat: euros?.vat ?? cents(0) };
  });
  return {
    ...{ id, event: 'issued', on, reference: number, ...(!isPast && { documentId: id }) },
    ...(customer && { name: buyerOf(customer).name }),
    ...(vatNumber !== undefined && { vatNumber }),
    ...saleEntries(parts, 'invoiced', saleFactsOf(bill)),
    ...(converted.some(({ euros }) => !euros) && { lacksRate: true as const }),
    place: { source: 'documents', on, id },
  };
}

function linePiece(line: NumberedLine, documents: ReadonlyMap<string, IssuedBill>): PlacedPiece {
  const { id, event, on, documentId, reference, customerName, lacksRate, n } = line;
  const document = documents.get(documentOf(line) ?? '');
  const vatNumber = document && vatNumberOf(document);
  const isTakings = event === 'takings' || event === 'takings_corrected';
  const found = document ? saleEntries(line.parts, 'collected', saleFactsOf(document)) : { entries: [], left: [] };
  return {
    ...{ id, event, on, left: found.left, entries: isTakings ? takingsEntries(line) : found.entries },
    ...(documentId !== undefined && { documentId }),
    ...(reference !== undefined && { reference }),
    ...(customerName !== undefined && { name: customerName }),
    ...(vatNumber !== undefined && { vatNumber }),
    ...(lacksRate && { lacksRate }),
    place: { source: 'receipts', ...line.place, n },
  };
}

const purchasePiece = (purchase: KeptPurchase, deducts: boolean): PlacedPiece => ({
  ...{ id: purchase.id, event: 'purchase' as const, on: purchase.bookedOn, name: purchase.supplierName },
  ...(purchase.reference !== undefined && { reference: purchase.reference }),
  ...{ entries: purchaseEntries(purchase, { deducts }), left: [] },
  place: { source: 'purchases', place: { on: purchase.bookedOn, n: purchase.number } },
});

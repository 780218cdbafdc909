import type { BookPlace, BookSpan, StoredReceipt } from '../../db/books/recorded-receipts.ts';
import { buyerOf, type PaidClaim, paidClaims } from '../../db/home/bill-facts.ts';
import { refundsOfNotes } from '../../db/home/turnover-by-day.ts';
import { referenceRates } from '../../db/reference-rates.ts';
import type { Tx } from '../../db/transaction.ts';
import type { AccountSettings } from '../../domain/account/settings.ts';
import type { PaymentMethod } from '../../domain/billing/document/terms/payment-terms.ts';
import { overpaidParts } from '../../domain/books/overpaid-parts.ts';
import { lineOfMoney, lineOfTakings, type ReceiptLine, type ServiceMix } from '../../domain/books/receipts-book.ts';
import type { CounterSold } from '../../domain/einvoicing/e-reporting/counter-sale.ts';
import { toEurosAt } from '../../domain/einvoicing/e-reporting/to-euros.ts';
import { sharesOf } from '../../domain/home/claim-history.ts';
import { collectedParts, type TurnoverPart } from '../../domain/home/turnover-part.ts';
import { cents } from '../../domain/money/cents.ts';
import { type CurrencyCode, currencyCodes } from '../../domain/money/currency.ts';
import { type ReferenceRate, rateDaysFor } from '../../domain/money/reference-rates.ts';
import { addDays, type CivilDay } from '../../domain/time/civil-day.ts';
import { minus } from '../../domain/vat/breakdown.ts';
import {
  beginOfDay,
  countMovements,
  isOpen,
  keptMovements,
  lateMovements,
  type Movement,
  movementsAfter,
  movementsOfDocuments,
  type Openness,
  opennessOf,
} from './book-movements.ts';

/** A line with its number in the book of its year, from 1, and its place for the next page. */
export type NumberedLine = ReceiptLine & {
  readonly n: number;
  readonly place: BookPlace;
  /** Frozen by a closing: neither the line nor its number changes. */
  readonly isClosed?: true;
};

/** Where a page of the book starts: after a line with this number. */
export type BookCursor = BookPlace & { readonly n: number };

/** Movements read per batch: bounds the memory of an export. */
export const BOOK_BATCH = 1_000;

/** The book of a span, with the data that all its pages share. */
export type Book = {
  readonly span: BookSpan;
  readonly kept: readonly Movement[];
  readonly services: ServiceMix['nature'];
  readonly rates: readonly ReferenceRate[];
  readonly openness: Openness;
};

/** Opens the book of a span of days. */
export async function openBook(
  tx: Tx,
  settings: AccountSettings,
  { from, to }: { readonly from: CivilDay; readonly to: CivilDay },
): Promise<Book> {
  const span: BookSpan = { test: tx.test, from, to, zone: settings.zone };
  const openness = await opennessOf(tx, { ...span, from: beginOfYear(from) });
  const first = openness.late.first !== undefined && openness.late.first < from ? openness.late.first : from;
  const [kept, rates] = await Promise.all([
    keptMovements(tx, { ...span, from: beginOfYear(from) }, openness),
    // Documents convert to the currency of the account; only one in another currency needs rates.
    settings.currency === 'EUR' ? [] : referenceRates(tx, { from: rateDaysFor(first).from, to, codes: currencyCodes }),
  ]);
  const { rcsNumber, rneNumber } = settings.emitter;
  return { span, kept, services: rcsNumber || rneNumber ? 'bic_services' : 'bnc', rates, openness };
}

/** How many lines a book has. */
export const lengthOf = (tx: Tx, { span, ...book }: Book): Promise<number> => countMovements(tx, span, book);

const beginOfYear = (day: CivilDay): CivilDay => `${day.slice(0, 4)}-01-01`;

/** The place before the first line of a book, with the number of the line before it. */
export async function beginOfBook(tx: Tx, { span, ...book }: Book): Promise<BookCursor> {
  const { from } = span;
  const first = beginOfYear(from);
  const earlier = first === from ? 0 : await countMovements(tx, { ...span, from: first, to: addDays(from, -1) }, book);
  return { ...beginOfDay(from), n: earlier };
}

/** The lines after a place, in the order of the book; fewer than `limit` at its end. */
export async function linesAfter(tx: Tx, book: Book, after: BookCursor, limit: number): Promise<NumberedLine[]> {
  const moved = await movementsAfter(tx, book.span, { ...book, after, limit });
  const lines = await linesOf(tx, book, moved);
  let [n, year] = [after.n, after.on.slice(0, 4)];
  return lines.map((line, index) => {
    const { on, at, id, closed } = moved[index] as Movement;
    n = on.slice(0, 4) === year ? n + 1 : 1;
    year = on.slice(0, 4);
    return { ...line, n, place: { on, at, id }, ...(closed && { isClosed: true }) };
  });
}

/** All lines of documents until the last day of a book, in no order and without numbers. */
export async function linesOfDocuments(
  tx: Tx,
  book: Book,
  ids: readonly string[],
): Promise<(ReceiptLine & Pick<NumberedLine, 'place'>)[]> {
  const moved = await movementsOfDocuments(tx, book.span, { ...book, ids });
  const lines = await linesOf(tx, book, moved);
  return lines.map((line, index) => {
    const { on, at, id } = moved[index] as Movement;
    return { ...line, place: { on, at, id } };
  });
}

/** The whole book of a span, batch by batch. */
export async function* linesOfBook(tx: Tx, book: Book): AsyncGenerator<NumberedLine[]> {
  let after = await beginOfBook(tx, book);
  for (;;) {
    const lines = await linesAfter(tx, book, after, BOOK_BATCH);
    yield lines;
    const last = lines.at(-1);
    if (!last || lines.length < BOOK_BATCH) return;
    after = { ...last.place, n: last.n };
  }
}

/** Late movements read per batch: bounds the memory. */
const LATE_BATCH = 1_000;

/**
 * The lines of a book that are not booked on the day of a payment, refund or sale: of money kept
 * for customers, of withdrawn refunds, and of late movements, which are booked on the first open
 * day.
 */
export async function apartLines(
  tx: Tx,
  book: Book,
): Promise<{ readonly kept: readonly ReceiptLine[]; readonly late: readonly ReceiptLine[] }> {
  const { from, to } = book.span;
  const within = book.kept.filter(({ on }) => on >= from && on <= to);
  const late: ReceiptLine[] = [];
  for await (const moved of lateMovements(tx, book.span, { openness: book.openness, limit: LATE_BATCH }))
    late.push(...(await linesOf(tx, book, moved)));
  return { kept: within.length === 0 ? [] : await linesOf(tx, book, within), late };
}

/** The lines of movements: frozen ones as they were, the others from their documents. */
async function linesOf(tx: Tx, book: Book, moved: readonly Movement[]): Promise<ReceiptLine[]> {
  // The day of receipt decides on rates and parts, also if it is booked later.
  const open = moved.filter(isOpen).map(({ on, receivedOn, ...each }) => ({ ...each, on: receivedOn ?? on }));
  const lines = new Map((await linesOfOpen(tx, book, open)).map((line) => [line.id, line]));
  return moved.map((each) => {
    const known = each.closed ?? each.made ?? lines.get(each.id);
    if (!known) throw new Error(`the receipt ${each.id} has no line`);
    const { on, receivedOn } = each;
    return each.closed ? known : { ...known, on, ...(receivedOn !== undefined && { receivedOn }) };
  });
}

async function linesOfOpen(tx: Tx, book: Book, moved: readonly StoredReceipt[]): Promise<ReceiptLine[]> {
  const ids = [...new Set(moved.flatMap((each) => documentOf(each) ?? []))];
  const documents = new Map((await paidClaims(tx, ids)).map((claim) => [claim.id, claim]));
  const parts = await partsOf(tx, moved, { documents, zone: book.span.zone });
  const converters = new Map<CurrencyCode, ReturnType<typeof toEurosAt>>();
  return moved.map((each) => {
    if (each.sold !== undefined) return takingsLine(each, book.services);
    const document = documents.get(documentOf(each) ?? '');
    if (!document) throw new Error(`the document of the receipt ${each.id} does not exist`);
    const convert = converters.get(document.base) ?? toEurosAt(book.rates, document.base);
    converters.set(document.base, convert);
    return moneyLine(each, document, parts.get(each.id) ?? [], convert);
  });
}

/** The document of a movement, of this account or taken over. */
const documentOf = ({ documentId, pastDocumentId }: Partial<StoredReceipt>): string | undefined =>
  documentId ?? pastDocumentId;

function recordedOf({
  id,
  event,
  on,
  correctsId,
  documentId,
  pastDocumentId,
  method,
  otherMethod,
  note,
}: StoredReceipt) {
  return {
    ...{ id, event, on },
    ...(correctsId !== undefined && { correctsId }),
    ...(documentId !== undefined && { documentId }),
    ...(pastDocumentId !== undefined && { pastDocumentId }),
    ...(method !== undefined && { method: method as PaymentMethod }),
    ...(otherMethod !== undefined && { otherMethod }),
    ...(note !== undefined && { note }),
  };
}

const takingsLine = (stored: StoredReceipt, services: ServiceMix['nature']): ReceiptLine =>
  lineOfTakings({
    ...recordedOf(stored),
    ...{ sold: stored.sold as CounterSold, rate: stored.rate ?? 0, amount: cents(stored.amount), services },
  });

function moneyLine(
  stored: StoredReceipt,
  { number, customer, currency, mix }: PaidClaim,
  parts: readonly TurnoverPart[],
  toEuros: ReturnType<typeof toEurosAt>,
): ReceiptLine {
  const buyer = customer && buyerOf(customer);
  const refunded = parts.reduce((all, { net, vat }) => all + net + vat, 0);
  const money = {
    ...recordedOf(stored),
    ...{ reference: number, currency, mix, parts },
    paid: cents(stored.event === 'refund' ? refunded : stored.amount),
    ...(buyer && { customerName: buyer.name, customerId: buyer.id }),
  };
  return lineOfMoney(money, toEuros);
}

/** The parts of each movement on a document by its id. */
async function partsOf(
  tx: Tx,
  moved: readonly StoredReceipt[],
  { documents, zone }: { documents: ReadonlyMap<string, PaidClaim>; zone: string },
): Promise<ReadonlyMap<string, TurnoverPart[]>> {
  const notes = moved.flatMap(({ documentId, event, parentId, refundAt }) =>
    event === 'refund' && documentId !== undefined
      ? [{ id: documentId, parent_id: parentId, refund_at: refundAt }]
      : [],
  );
  const refunds = notes.length === 0 ? [] : await refundsOfNotes(tx, notes, zone);
  const ofNote = new Map(refunds.map(({ id, parts: refunded }) => [id, refunded]));
  const parts = new Map(
    moved.flatMap(({ id, event, documentId }) =>
      event === 'refund' && documentId !== undefined ? [[id, ofNote.get(documentId) ?? []]] : [],
    ),
  );
  const shares = new Map<string, ReturnType<typeof sharesOf>>();
  for (const each of moved) {
    const { id, event, amount, on } = each;
    const claim = documents.get(documentOf(each) ?? '');
    if (!claim || parts.has(id)) continue;
    if (event !== 'payment' && event !== 'payment_reversed' && event !== 'refund') {
      parts.set(id, overpaidParts(claim.facts, cents(amount), on));
      continue;
    }
    const known = shares.get(claim.id) ?? sharesOf(claim.history);
    shares.set(claim.id, known);
    const share = known.get(id) ?? {};
    // What was paid of a past credit note went back to the customer.
    parts.set(id, collectedParts(claim.facts, event === 'refund' ? minus({}, share) : share, on));
  }
  return parts;
}

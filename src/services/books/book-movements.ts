import {
  closedOverpayments,
  closedReceiptsAfter,
  closedReceiptsOfDocuments,
  countClosedReceipts,
  lastClosing,
  withdrawnRefunds,
} from '../../db/books/closings.ts';
import { keptMoney } from '../../db/books/kept-money.ts';
import {
  type BookPlace,
  type BookSpan,
  countReceipts,
  isEarlier,
  lateReceipts,
  lateReceiptsAfter,
  receiptsAfter,
  receiptsOfDocuments,
  type StoredReceipt,
} from '../../db/books/recorded-receipts.ts';
import type { Tx } from '../../db/transaction.ts';
import { lineOfWithdrawnRefund, type ReceiptLine } from '../../domain/books/receipts-book.ts';
import { addDays, type CivilDay } from '../../domain/time/civil-day.ts';

/**
 * A movement at its place in the book. `on` is the day of booking: that of receipt, or the first
 * open day if that one is closed.
 */
export type Movement = BookPlace & {
  /** The day of receipt, if it is another one. */
  readonly receivedOn?: CivilDay;
  /** The line, if a closing has frozen it. */
  readonly closed?: ReceiptLine;
  /** The line, if it follows from another one. */
  readonly made?: ReceiptLine;
} & Partial<StoredReceipt>;

/** Whether the line of a movement is made from its document. */
export const isOpen = (moved: Movement): moved is Movement & StoredReceipt =>
  moved.closed === undefined && moved.made === undefined;

/** The last closed day, and the late movements: recorded after their day was closed. */
export type Openness = {
  readonly closedThrough?: CivilDay;
  readonly late: { readonly count: number; readonly first?: CivilDay };
};

/** All days: books have no first day. */
export const FIRST_DAY = '0001-01-01';
export const LAST_DAY = '9999-12-31';

/**
 * The last closed day, and the late movements. They are counted only if the span contains the first
 * open day, on which they are booked.
 */
export async function opennessOf(tx: Tx, span: BookSpan): Promise<Openness> {
  const closing = await lastClosing(tx);
  if (!closing) return { late: { count: 0 } };
  const openFrom = addDays(closing.to, 1);
  const isWithin = openFrom >= span.from && openFrom <= span.to;
  return {
    closedThrough: closing.to,
    late: isWithin ? await lateReceipts(tx, { ...span, openFrom }) : { count: 0 },
  };
}

/** Before every place of a day. */
export const beginOfDay = (on: CivilDay): BookPlace => ({ on, at: -1, id: '' });

const earlier = (a: CivilDay, b: CivilDay): CivilDay => (a < b ? a : b);
const later = (a: CivilDay, b: CivilDay): CivilDay => (a > b ? a : b);
const openDayOf = ({ closedThrough }: Openness): CivilDay =>
  closedThrough === undefined ? FIRST_DAY : addDays(closedThrough, 1);

/**
 * The movements of a span that are read at once, in order: money kept for customers, and refunds
 * that were withdrawn after a closing.
 */
export async function keptMovements(tx: Tx, span: BookSpan, openness: Openness): Promise<Movement[]> {
  const { closedThrough } = openness;
  if (closedThrough === undefined) return keptMoney(tx, span);
  if (span.to <= closedThrough) return [];
  const openFrom = openDayOf(openness);
  const [kept, closed, withdrawn] = await Promise.all([
    keptMoney(tx, { ...span, from: FIRST_DAY, to: LAST_DAY }),
    closedOverpayments(tx, span.test),
    withdrawnRefunds(tx, span.test),
  ]);
  const booked = (each: StoredReceipt): Movement => bookedFrom(openFrom, each);
  return [
    ...kept.filter(({ id }) => !closed.has(id)).map(booked),
    ...withdrawn.map(({ refund, on, ...each }) => {
      const place = { ...each, on: openFrom, ...(on !== openFrom && { receivedOn: on }) };
      return { ...place, made: lineOfWithdrawnRefund(refund, place) };
    }),
  ]
    .filter(({ on }) => on >= span.from && on <= span.to)
    .toSorted((a, b) => (isEarlier(a, b) ? -1 : 1));
}

/** A movement of a closed day is booked on the first open day. */
const bookedFrom = <T extends StoredReceipt>(openFrom: CivilDay, moved: T): T & { readonly receivedOn?: CivilDay } =>
  moved.on >= openFrom ? moved : { ...moved, on: openFrom, receivedOn: moved.on };

/** Where the movements of a book are read. */
type Sources = { readonly kept: readonly Movement[]; readonly openness: Openness };

/** How many movements a span has. */
export async function countMovements(tx: Tx, span: BookSpan, { kept, openness }: Sources): Promise<number> {
  const { from, to } = span;
  const { closedThrough, late } = openness;
  const openFrom = openDayOf(openness);
  const [closed, open] = await Promise.all([
    closedThrough === undefined ? 0 : countClosedReceipts(tx, { ...span, to: earlier(to, closedThrough) }),
    countReceipts(tx, { ...span, from: later(from, openFrom) }),
  ]);
  const isLateWithin = closedThrough !== undefined && openFrom >= from && openFrom <= to;
  return closed + open + (isLateWithin ? late.count : 0) + kept.filter(({ on }) => on >= from && on <= to).length;
}

type Page = Sources & { readonly after: BookPlace; readonly limit: number };

/** The movements of a span after a place, in order; fewer than `limit` at its end. */
export async function movementsAfter(
  tx: Tx,
  span: BookSpan,
  { kept, openness, after, limit }: Page,
): Promise<Movement[]> {
  const from = later(after.on, span.from);
  const openFrom = openDayOf(openness);
  const page = { place: after, limit };
  const closed = from < openFrom ? await closedAfter(tx, { ...span, from }, { ...page, openness }) : [];
  if (closed.length === limit) return closed;
  if (span.to < openFrom) return closed;
  const [late, open] = await Promise.all([
    lateAfter(tx, { ...span, from }, { ...page, openness }),
    receiptsAfter(tx, { ...span, from: later(from, openFrom) }, page),
  ]);
  const apart = kept.filter((each) => each.on >= span.from && each.on <= span.to && isEarlier(after, each));
  return [...closed, ...late, ...open, ...apart.slice(0, limit)]
    .toSorted((a, b) => (isEarlier(a, b) ? -1 : 1))
    .slice(0, limit);
}

/**
 * The movements of documents that are booked until the end of a span, in no order. `kept` has those
 * of money kept for customers.
 */
export async function movementsOfDocuments(
  tx: Tx,
  span: BookSpan,
  { kept, openness, ids }: Sources & { readonly ids: readonly string[] },
): Promise<Movement[]> {
  const [closed, open] = await Promise.all([
    openness.closedThrough === undefined ? [] : closedReceiptsOfDocuments(tx, span.test, ids),
    receiptsOfDocuments(tx, span, ids),
  ]);
  const openFrom = openDayOf(openness);
  const wanted = new Set(ids);
  const apart = kept.filter(({ documentId, made }) => wanted.has(documentId ?? made?.documentId ?? ''));
  return [...closed, ...open.map((each) => bookedFrom(openFrom, each)), ...apart].filter(({ on }) => on <= span.to);
}

/** All late movements, batch by batch, at their place on the first open day. */
export async function* lateMovements(
  tx: Tx,
  { test, zone }: Pick<BookSpan, 'test' | 'zone'>,
  { openness, limit }: { readonly openness: Openness; readonly limit: number },
): AsyncGenerator<Movement[]> {
  if (openness.closedThrough === undefined) return;
  const openFrom = openDayOf(openness);
  for (let place = beginOfDay(openFrom); ; ) {
    const late = await lateReceiptsAfter(tx, { test, zone, openFrom }, { place, limit });
    yield late.map((each) => bookedFrom(openFrom, each));
    const last = late.at(-1);
    if (!last || late.length < limit) return;
    place = { on: openFrom, at: last.at, id: last.id };
  }
}

type PlaceOf = { readonly openness: Openness; readonly place: BookPlace; readonly limit: number };

async function closedAfter(tx: Tx, span: BookSpan, { openness, place, limit }: PlaceOf): Promise<Movement[]> {
  const { closedThrough } = openness;
  if (closedThrough === undefined) return [];
  return closedReceiptsAfter(tx, { ...span, to: earlier(span.to, closedThrough) }, { place, limit });
}

async function lateAfter(tx: Tx, span: BookSpan, { openness, place, limit }: PlaceOf): Promise<Movement[]> {
  const openFrom = openDayOf(openness);
  if (openness.late.count === 0 || span.from > openFrom) return [];
  const begin = place.on === openFrom ? place : beginOfDay(openFrom);
  const late = await lateReceiptsAfter(tx, { ...span, openFrom }, { place: begin, limit });
  return late.map((each) => bookedFrom(openFrom, each));
}

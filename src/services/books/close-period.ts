import { createHash } from 'node:crypto';
import { canonicalJson } from '../../audit/canonical-json.ts';
import { sha256Hex } from '../../audit/chain/chain-link.ts';
import { settingsOf } from '../../db/account/settings.ts';
import { takeTurn } from '../../db/account/usage.ts';
import { append, lockChainHead } from '../../db/audit/append-to-chain.ts';
import {
  insertClosedReceipts,
  insertClosing,
  lastClosing,
  type StoredClosing,
  textOfClosing,
} from '../../db/books/closings.ts';
import { keptMoney } from '../../db/books/kept-money.ts';
import { countPurchases, firstPurchaseDay, lockPurchases, purchaseSums } from '../../db/books/purchases.ts';
import { firstReceiptDay } from '../../db/books/recorded-receipts.ts';
import { firstTripDay, tripSums } from '../../db/books/trips.ts';
import type { Tx } from '../../db/transaction.ts';
import type { AccountSettings } from '../../domain/account/settings.ts';
import { BookSums, type BookTotals, beginOf } from '../../domain/books/book-totals.ts';
import { type BookClosing, closingLengthRefused, closingRefused } from '../../domain/books/closing.ts';
import type { MileageTotals } from '../../domain/books/mileage/trip.ts';
import { type PurchaseTotals, purchaseTotals } from '../../domain/books/purchase-totals.ts';
import type { Refused } from '../../domain/refusal.ts';
import { addDays, type CivilDay, civilDayOf } from '../../domain/time/civil-day.ts';
import { bookClosingToJson } from '../../schemas/books/closing.ts';
import type { Context } from '../context.ts';
import { publishEvent } from '../events/publish-event.ts';
import { FIRST_DAY } from './book-movements.ts';
import { closedPurchaseTexts, closedTripTexts, digestOfLines } from './closed-lines.ts';
import { type Book, lengthOf, linesOfBook, type NumberedLine, openBook } from './read-receipts.ts';

type DayRefused = Refused<'closing_day_not_over' | 'closing_day_closed' | 'closing_too_long'>;
type ClosingRefused = DayRefused | Refused<'closing_lacks_rate'>;

/** What a closing through a day would freeze. */
type ToClose = {
  readonly last: StoredClosing | undefined;
  readonly span: { readonly from: CivilDay; readonly to: CivilDay };
  readonly book: Book;
};

/**
 * Closes the books of the caller’s mode through a day: freezes every line that is not frozen yet. A
 * movement recorded at the same time is either frozen or booked on the first open day.
 */
export async function closeBooksThrough(context: Context, through: CivilDay): Promise<StoredClosing | ClosingRefused> {
  const { tx, test, now, newId, seal, actor } = context;
  takeTurn(tx, 'closings');
  const toClose = await closingOf(context, through);
  if ('refused' in toClose) return toClose;
  const { last, span, book } = toClose;
  const id = newId();
  const receipts = await freezeReceipts(tx, id, book);
  if (receipts.totals.withoutRate > 0) return { refused: 'closing_lacks_rate', lines: receipts.totals.withoutRate };
  await lockPurchases(tx);
  const mileage = await digestMileage(tx, span);
  const closing: BookClosing = {
    ...{ id, test, number: (last?.number ?? 0) + 1, ...span, receipts, purchases: await digestPurchases(tx, span) },
    ...(mileage.count > 0 && { mileage }),
    ...(last && { previous: last.sha256 }),
    ...{ actor, createdAt: now },
  };
  const stored = { ...closing, sha256: sha256Hex(textOfClosing(closing)) };
  const head = await lockChainHead(tx, test);
  insertClosing(tx, stored);
  const subject = { kind: 'book_closing', id, number: `${span.from} – ${span.to}` };
  append(tx, { test, head, seal }, { type: 'books_closed', at: now, actor, subject, sha256: stored.sha256 });
  publishEvent(context, { type: 'books.closed', subjectId: id, test }, { closing: bookClosingToJson(stored) });
  return stored;
}

/** What a closing through a day would have: its totals, and whether it is possible. */
export type ClosingPreview = {
  readonly span: ToClose['span'];
  readonly receipts: BookTotals;
  readonly purchases: PurchaseTotals;
  readonly mileage: MileageTotals;
};

/** Sums what a closing would freeze, and freezes nothing. */
export async function previewClosing(
  context: Pick<Context, 'tx' | 'now'>,
  through: CivilDay,
): Promise<ClosingPreview | DayRefused> {
  const { tx } = context;
  const toClose = await closingOf(context, through);
  if ('refused' in toClose) return toClose;
  const sums = new BookSums();
  for await (const lines of linesOfBook(tx, toClose.book)) for (const line of lines) sums.add(line);
  const purchases = purchaseTotals(await purchaseSums(tx, toClose.span));
  return { span: toClose.span, receipts: sums.all(), purchases, mileage: await tripSums(tx, toClose.span) };
}

async function closingOf({ tx, now }: Pick<Context, 'tx' | 'now'>, through: CivilDay): Promise<ToClose | DayRefused> {
  const [{ settings }, last] = await Promise.all([settingsOf(tx), lastClosing(tx)]);
  const refused = closingRefused(through, { today: civilDayOf(now, settings.zone), closedThrough: last?.to });
  if (refused) return refused;
  const from = last ? addDays(last.to, 1) : await firstDayOf(tx, settings, through);
  const span = { from, to: through };
  const book = await openBook(tx, settings, span);
  const length = Math.max(await lengthOf(tx, book), await countPurchases(tx, span), (await tripSums(tx, span)).count);
  return closingLengthRefused(length) ?? { last, span, book };
}

/** The year in which the books begin. */
async function firstDayOf(tx: Tx, { zone }: AccountSettings, through: CivilDay): Promise<CivilDay> {
  const [receipt, purchase, trip, kept] = await Promise.all([
    firstReceiptDay(tx, { test: tx.test, zone }),
    firstPurchaseDay(tx),
    firstTripDay(tx),
    keptMoney(tx, { test: tx.test, zone, from: FIRST_DAY, to: through }),
  ]);
  const days = [through, receipt, purchase, trip, kept[0]?.on].filter((day) => day !== undefined);
  return beginOf(
    'year',
    days.reduce((a, b) => (a < b ? a : b)),
  );
}

/** The text of a line, which is frozen and hashed. */
const textOf = ({ place: _, isClosed: __, ...line }: NumberedLine): string => canonicalJson(line);

async function freezeReceipts(tx: Tx, closingId: string, book: Book): Promise<BookClosing['receipts']> {
  const [sums, hash] = [new BookSums(), createHash('sha256')];
  for await (const lines of linesOfBook(tx, book)) {
    const frozen = lines.map((line) => ({ ...{ place: line.place, n: line.n, line }, text: textOf(line) }));
    for (const { line, text } of frozen) {
      sums.add(line);
      hash.update(`${text}\n`);
    }
    insertClosedReceipts(tx, closingId, frozen);
  }
  const totals = sums.all();
  return { count: totals.count, totals, sha256: hash.digest('hex') };
}

async function digestPurchases(tx: Tx, span: ToClose['span']): Promise<BookClosing['purchases']> {
  const { sha256 } = await digestOfLines(closedPurchaseTexts(tx, span));
  const totals = purchaseTotals(await purchaseSums(tx, span));
  return { count: totals.count, totals, sha256 };
}

async function digestMileage(tx: Tx, span: ToClose['span']): Promise<NonNullable<BookClosing['mileage']>> {
  const { sha256 } = await digestOfLines(closedTripTexts(tx, span));
  const totals = await tripSums(tx, span);
  return { count: totals.count, totals, sha256 };
}

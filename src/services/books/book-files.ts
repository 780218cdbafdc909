import { settingsOf } from '../../db/account/settings.ts';
import type { AccountSettings } from '../../domain/account/settings.ts';
import { BookSums } from '../../domain/books/book-totals.ts';
import { periodRefused } from '../../domain/customers/statement.ts';
import type { Refused } from '../../domain/refusal.ts';
import { type CivilDay, civilDayOf } from '../../domain/time/civil-day.ts';
import type { Context } from '../context.ts';
import { openWorkbook, WORKBOOK_TYPE } from '../import-export/workbook.ts';
import { themeOfKindToday } from '../themes/find-theme.ts';
import { closingPrinted } from './closing-printed.ts';
import { type Book, lengthOf, linesOfBook, type NumberedLine, openBook } from './read-receipts.ts';
import { eventNames, methodOf, natureNames, receiptColumns } from './receipt-columns.ts';

/** Lines of a workbook or of totals: bounds their time. */
const BOOK_LINES_MAX = 200_000;
/** Lines of a printed book: about sixty pages. */
const PRINTED_LINES_MAX = 2_000;

/** The requested period; by default this year until today. */
export type BookPeriodAsked = { readonly from?: CivilDay | undefined; readonly to?: CivilDay | undefined };

export type OpenBook = {
  readonly book: Book;
  readonly settings: AccountSettings;
  readonly from: CivilDay;
  readonly to: CivilDay;
  readonly today: CivilDay;
};

/** Opens the book of the requested period in the caller’s mode. */
export async function bookAsked(
  { tx, now }: Pick<Context, 'tx' | 'now'>,
  asked: BookPeriodAsked,
): Promise<OpenBook | Refused<'period_inverted'>> {
  const { settings } = await settingsOf(tx);
  const today = civilDayOf(now, settings.zone);
  const to = asked.to ?? today;
  const from = asked.from ?? `${to.slice(0, 4)}-01-01`;
  const inverted = periodRefused({ from, to });
  if (inverted) return inverted;
  return { book: await openBook(tx, settings, { from, to }), settings, from, to, today };
}

const lengthRefused = (length: number, limit: number): Refused<'receipts_book_too_long'> | undefined =>
  length > limit ? { refused: 'receipts_book_too_long', limit } : undefined;

/** The totals of a book; each batch of lines is also passed to `see`. */
export async function bookSums(
  { tx }: Pick<Context, 'tx'>,
  book: Book,
  { most = BOOK_LINES_MAX, see }: { most?: number; see?: (lines: readonly NumberedLine[]) => void } = {},
): Promise<BookSums | Refused<'receipts_book_too_long'>> {
  const tooLong = lengthRefused(await lengthOf(tx, book), most);
  if (tooLong) return tooLong;
  const sums = new BookSums();
  for await (const lines of linesOfBook(tx, book)) {
    for (const line of lines) sums.add(line);
    see?.(lines);
  }
  return sums;
}

const fileName = ({ from, to }: OpenBook, ending: string): string => `livre-des-recettes-${from}-${to}.${ending}`;

type BookFile = { readonly name: string; readonly mediaType: string; readonly bytes: Buffer };

/** The book as a workbook. */
export async function bookWorkbook(
  context: Context,
  opened: OpenBook,
): Promise<BookFile | Refused<'receipts_book_too_long'>> {
  const columns = receiptColumns.map(({ names, isDay }) => ({ name: names[0] ?? '', ...(isDay && { isDay }) }));
  const workbook = openWorkbook('Livre des recettes', columns);
  const read = await bookSums(context, opened.book, {
    see: (lines) => workbook.add(lines.map((line) => receiptColumns.map(({ show }) => show(line)))),
  });
  if ('refused' in read) return read;
  return { name: fileName(opened, 'xlsx'), mediaType: WORKBOOK_TYPE, bytes: workbook.end() };
}

/** Reads the book; returns the function that renders its PDF after the transaction. */
export async function bookPdf(
  context: Context,
  opened: OpenBook,
): Promise<(() => Promise<BookFile>) | Refused<'receipts_book_too_long'>> {
  const { settings, from, to, today } = opened;
  const read: NumberedLine[] = [];
  const sums = await bookSums(context, opened.book, {
    most: PRINTED_LINES_MAX,
    see: (lines) => void read.push(...lines),
  });
  if ('refused' in sums) return sums;
  const theme = await themeOfKindToday(context, 'invoice');
  const { printer, accountId, gone, now, serviceName } = context;
  const lines = read.map((line) => ({
    ...line,
    event: eventNames[line.event],
    nature: line.natures.map(({ nature }) => natureNames[nature]).join(' + '),
    method: methodOf(line),
  }));
  const closed = await closingPrinted(context, opened);
  return async () => {
    const { printedBook } = await import('../../pdf/layout/receipts-book.ts');
    const printed = printedBook({
      ...{ lines, from, to, settings, theme, serviceName, today: { day: today, at: now } },
      ...{ closed, months: sums.by('month'), quarters: sums.by('quarter'), total: sums.all() },
    });
    const bytes = await printer.renderPdf({ printed, ...(theme.logo && { logo: theme.logo }) }, { accountId, gone });
    return { name: fileName(opened, 'pdf'), mediaType: 'application/pdf', bytes };
  };
}

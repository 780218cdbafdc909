import { type Cents, cents } from '../domain/money/cents.ts';
import { type CsvColumns, columnsMeant } from '../domain/payments/bank/csv-columns.ts';
import { BANK_LINES_MAX, type ReadStatement } from '../domain/payments/bank/statement.ts';
import type { BankLine } from '../domain/payments/bank/transaction.ts';
import { slices } from '../limits/slices.ts';
import { letters } from '../spreadsheet/headers.ts';
import { countRows, type Reading, readRows, type SheetRow } from '../spreadsheet/read-rows.ts';
import { type Separator, separatorOf, separators } from '../spreadsheet/separator.ts';
import { badField, Unreadable } from './fault.ts';
import { asIban, asLabel, asWords, readCents, readDay } from './fields.ts';
import { areHeaders, guessColumns, isDataRow, placeOfDay } from './guess-columns.ts';
import { TooLong } from './too-long.ts';

/** A CSV file opened: where its table begins, and what its columns seem to mean. */
export type CsvTable = {
  readonly text: string;
  readonly reading: Reading;
  /** The row before its first line, as a spreadsheet numbers rows; 0 where the table has no headers and begins the file. */
  readonly headerRow: number;
  /** As the file writes them; empty where it has none. */
  readonly headers: readonly string[];
  /** The same for every file with these headers. */
  readonly headersKey: string;
  /** Its first lines, as they are written. */
  readonly sample: readonly (readonly string[])[];
  readonly guess?: CsvColumns;
  /** The IBAN above the table, where there is one. */
  readonly iban?: string;
};

/** Rows that are looked at for where the table begins, rows of it that are shown, columns, characters shown of a cell. */
const LOOKED_AT_ROWS = 60;
const SAMPLE_ROWS = 5;
const COLUMNS_MAX = 100;
const SHOWN_CHARACTERS = 100;
/** Rows of a file that are no lines: above the table and below it. */
const OTHER_ROWS_MAX = 1_000;

/** Opens a file: its separator, its headers, and once through it all, so that a broken quote near its end is known. Throws `Unreadable` or `TooLong`. */
export async function openCsv(written: string, separator?: Separator): Promise<CsvTable> {
  // Some banks write ="0123" so that a spreadsheet keeps the zero; in a CSV file it is a quote out of its place.
  const text = written.replace(/(^|[;,\t|\r\n])="/g, '$1"');
  const { start } = separatorOf(text);
  const reading = { start, separator: separator ?? separatorOfTable(text, start) };
  const counted = await countRows(text, reading, BANK_LINES_MAX + OTHER_ROWS_MAX);
  if (typeof counted !== 'number') throw new Unreadable({ fault: 'quote', row: counted.brokenInRow });
  if (counted > BANK_LINES_MAX + OTHER_ROWS_MAX) throw new TooLong(BANK_LINES_MAX, 'lines');
  const rows = await firstRows(text, reading);
  if (rows.length === 0) throw new Unreadable({ fault: 'empty' });
  if (rows.some(({ cells }) => cells.length > COLUMNS_MAX)) throw new Unreadable({ fault: 'columns' });
  const { headers, first } = tableIn(rows);
  const headerRow = headers?.row ?? (rows[first]?.row ?? 1) - 1;
  const cells = rows
    .slice(first, first + LOOKED_AT_ROWS)
    .map((row) => row.cells)
    .filter(isDataRow);
  const names = headers?.cells.map((cell) => cell.trim()) ?? [];
  const guess = guessColumns(names, cells);
  const above = rows.filter(({ row }) => row < headerRow || (!headers && row <= headerRow));
  const iban = above
    .flatMap((row) => row.cells)
    .map(ibanIn)
    .find(Boolean);
  return {
    ...{ text, reading, headerRow, headers: names.map(shown) },
    headersKey: names.length > 0 ? names.map(letters).join('|') : `#${cells[0]?.length ?? 0}`,
    sample: cells.slice(0, SAMPLE_ROWS).map((row) => row.map(shown)),
    ...(guess && { guess }),
    ...(iban !== undefined && { iban }),
  };
}

const shown = (cell: string): string => cell.slice(0, SHOWN_CHARACTERS).toWellFormed();
const ibanIn = (cell: string): string | undefined =>
  asIban(/\b[A-Z]{2}\d{2}(?: ?[\dA-Z]{1,4}){3,8}/.exec(cell.slice(0, 200))?.[0]);

/** The mark that stands at least twice in the most lines: what stands above the table has few. */
function separatorOfTable(text: string, start: number): Separator {
  const lines = text
    .slice(start, start + 65_536)
    .replace(/"(?:[^"]|"")*(?:"|$)/g, 'x')
    .split(/\r\n|\n|\r/);
  const counts = separators.map((mark) => lines.filter((line) => line.split(mark).length > 2).length);
  return separators[counts.indexOf(Math.max(...counts))] as Separator;
}

async function firstRows(text: string, reading: Reading): Promise<SheetRow[]> {
  const rows: SheetRow[] = [];
  for await (const some of readRows(text, reading)) {
    rows.push(...some.slice(0, LOOKED_AT_ROWS * 2 - rows.length));
    if (rows.length >= LOOKED_AT_ROWS * 2) break;
  }
  return rows;
}

/** Where the table begins: behind headers as banks write them, else where a row first tells a day and an amount. */
function tableIn(rows: readonly SheetRow[]): { headers?: SheetRow; first: number } {
  const looked = rows.slice(0, LOOKED_AT_ROWS);
  const named = looked.findIndex(({ cells }) => areHeaders(cells));
  if (named >= 0) return { headers: rows[named] as SheetRow, first: named + 1 };
  // What stands above the table may tell a day and a balance as well, elsewhere: most rows tell theirs where the table does.
  const dated = looked.map(({ cells }) => (isDataRow(cells) ? placeOfDay(cells) : -1));
  const count = (place: number): number => dated.filter((each) => each === place).length;
  const most = dated.reduce((best, place) => (place >= 0 && count(place) > count(best) ? place : best), -2);
  const first = most < 0 ? -1 : dated.indexOf(most);
  if (first < 0) throw new Unreadable({ fault: 'columns' });
  const before = rows[first - 1];
  const filled = before?.cells.filter((cell) => /\p{L}/u.test(cell)).length ?? 0;
  return before && filled >= 3 ? { headers: before, first } : { first };
}

/** The lines of a table by columns that were told, and how many rows are none: sums, notes, balances. Throws `Unreadable` or `TooLong`. */
export async function readCsv(
  table: CsvTable,
  columns: CsvColumns,
): Promise<{ statement: ReadStatement; leftOut: number }> {
  const width = Math.max(table.headers.length, ...table.sample.map((cells) => cells.length));
  if (columnsMeant(columns).some((place) => place > width)) throw badField(table.headerRow, 'column', 'missing');
  const lines: { line: BankLine; balance: Cents | undefined }[] = [];
  const turn = slices();
  let [leftOut, currency] = [0, undefined as string | undefined];
  for await (const rows of readRows(table.text, table.reading))
    for (const { row, cells } of rows) {
      if (row <= table.headerRow) continue;
      const read = lineIn({ row, cells }, columns);
      if (read === 'none') leftOut += 1;
      if (typeof read === 'string') continue;
      currency ??= read.currency;
      if (read.currency !== currency) throw badField(row, 'currency', 'other_currency');
      lines.push(read);
      if (lines.length > BANK_LINES_MAX) throw new TooLong(BANK_LINES_MAX, 'lines');
      const others = turn();
      if (others) await others;
    }
  const statement: ReadStatement = {
    ...{ format: 'csv', account: table.iban === undefined ? {} : { iban: table.iban }, currency: currency ?? 'EUR' },
    ...(columns.balance !== undefined && endsOf(lines)),
    lines: lines.map(({ line }) => line),
  };
  return { statement, leftOut };
}

type InRow = { readonly line: BankLine; readonly balance: Cents | undefined; readonly currency: string | undefined };

/** The line in a row; `none` where it is a sum, a note or a balance, `blank` where it says nothing of a line at all. */
function lineIn({ row, cells }: SheetRow, columns: CsvColumns): InRow | 'none' | 'blank' {
  const at = (place: number | undefined): string => (place === undefined ? '' : (cells[place - 1] ?? '').trim());
  const date = at(columns.date);
  const amount = amountIn(at, row, columns, date !== '' && !/\p{L}/u.test(date));
  if (date === '' && amount === undefined) return 'blank';
  if (date === '' || amount === undefined) return 'none';
  const bookedOn = readDay(date, columns.dateOrder);
  if (bookedOn === undefined) {
    if (/\p{L}/u.test(date)) return 'none';
    throw badField(row, 'date', 'unreadable');
  }
  const valueOn = readDay(at(columns.valueDate), columns.dateOrder);
  const [counterpart, reference] = [asWords(at(columns.counterpart)), asWords(at(columns.reference))];
  const said = readCents(at(columns.balance));
  const line = {
    ...{ bookedOn, amount, label: asLabel(columns.label.map(at).filter(Boolean).join(' ')) },
    ...(valueOn !== undefined && { valueOn }),
    ...(counterpart !== undefined && { counterpart }),
    ...(reference !== undefined && { reference }),
  };
  return {
    line,
    balance: typeof said === 'number' ? said : undefined,
    currency: currencyIn(at(columns.currency), row),
  };
}

function currencyIn(said: string, row: number): string | undefined {
  if (said === '') return undefined;
  const code = said === '€' ? 'EUR' : said.toUpperCase();
  if (!/^[A-Z]{3}$/.test(code)) throw badField(row, 'currency', 'unreadable');
  return code;
}

/** The amount of a row: one with its sign, or what stands in one of two columns, whose sign their place is. */
function amountIn(
  at: (place: number | undefined) => string,
  row: number,
  columns: CsvColumns,
  isDated: boolean,
): Cents | undefined {
  const read = (place: number | undefined): Cents | undefined => {
    const written = at(place);
    const amount = written === '' ? undefined : readCents(written);
    if (typeof amount !== 'string') return amount;
    if (isDated) throw badField(row, 'amount', amount);
    return undefined;
  };
  if (columns.amount !== undefined) return read(columns.amount);
  const [out, into] = [read(columns.debit), read(columns.credit)];
  if (out && into && isDated) throw badField(row, 'amount', 'both_sides');
  if (out && into) return undefined;
  if (out) return cents(-Math.abs(out));
  return into || undefined;
}

/** What the balance was before the first line and after the last, where every row says it; the newest line may stand first. */
function endsOf(lines: readonly { line: BankLine; balance: Cents | undefined }[]): {
  opening?: Cents;
  closing?: Cents;
} {
  const told = lines.map(({ line, balance }) => balance !== undefined && { amount: line.amount, balance });
  if (told.length === 0 || !told.every((each) => each !== false)) return {};
  const steps = (all: typeof told): number =>
    all.filter((each, place) => place > 0 && (all[place - 1]?.balance ?? 0) + each.amount === each.balance).length;
  const backwards = told.toReversed();
  const ordered = steps(backwards) > steps(told) ? backwards : told;
  // A balance that does not move with the lines is that of the day of the file, on each of them.
  if (steps(ordered) * 2 < told.length - 1) return {};
  const [first, last] = [ordered[0], ordered.at(-1)];
  return first && last ? { opening: cents(first.balance - first.amount), closing: last.balance } : {};
}

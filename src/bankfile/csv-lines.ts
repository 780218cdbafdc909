import { type Cents, cents } from '../domain/money/cents.ts';
import { type CsvColumns, columnsMeant } from '../domain/payments/bank/csv-columns.ts';
import { type LeftOut, type LeftOutReason, leftOutCounter } from '../domain/payments/bank/left-out.ts';
import { directionIn, statusIn } from '../domain/payments/bank/row-words.ts';
import {
  BANK_LINES_MAX,
  BANK_STATEMENTS_OF_FILE_MAX,
  type ReadStatement,
  type SaidAccount,
} from '../domain/payments/bank/statement.ts';
import type { BankLine } from '../domain/payments/bank/transaction.ts';
import { slices } from '../limits/slices.ts';
import { letters } from '../spreadsheet/headers.ts';
import { readRows, type SheetRow } from '../spreadsheet/read-rows.ts';
import type { CsvTable } from './csv.ts';
import { balanceEnds, type FeeLine, withFees } from './csv-amounts.ts';
import { doubtIn } from './doubtful-columns.ts';
import { badField } from './fault.ts';
import { asLabel, asWords, readCents, readDay } from './fields.ts';
import { areHeaders } from './guess-columns.ts';
import { accountIn, accountNamedIn } from './sections.ts';
import { isSumRow } from './sum-rows.ts';
import { TooLong } from './too-long.ts';

export type ReadCsv = {
  readonly statements: readonly ReadStatement[];
  readonly leftOut: LeftOut;
  /** Columns without a meaning that could change what rows mean: nothing of those rows is applied without a person. */
  readonly doubtfulColumns: readonly string[];
};

/** The rows of one account. */
type Part = {
  readonly account: SaidAccount;
  currency?: string | undefined;
  readonly lines: FeeLine[];
  out: number;
  into: number;
};

/** The lines of a table, by account, and the rows that are none. Throws `Unreadable` or `TooLong`. */
export async function readCsv(table: CsvTable, columns: CsvColumns): Promise<ReadCsv> {
  const width = Math.max(table.headers.length, ...table.sample.map((cells) => cells.length));
  if (columnsMeant(columns).some((place) => place > width)) throw badField(table.headerRow, 'column', 'missing');
  const parts = partsOf(table, columns);
  const leftOut = leftOutCounter();
  const doubt = doubtIn(table.headers, columns);
  const doubtful = new Set<number>();
  const turn = slices();
  let count = 0;
  for await (const rows of readRows(table.text, table.reading))
    for (const { row, cells } of rows) {
      if (row <= table.headerRow) continue;
      if (parts.isBetween(row, cells)) continue;
      const read = lineIn({ row, cells }, columns, parts);
      if ('reason' in read) {
        if (read.reason !== 'blank') leftOut.add({ ...read, row, reason: read.reason });
        continue;
      }
      const doubts = doubt(cells);
      for (const place of doubts) doubtful.add(place);
      parts.add(read, row, doubts.length > 0);
      count += 1;
      if (count > BANK_LINES_MAX) throw new TooLong(BANK_LINES_MAX, 'lines');
      const others = turn();
      if (others) await others;
    }
  return {
    statements: parts.all().map((part) => statementOf(part, columns)),
    leftOut: leftOut.result(),
    doubtfulColumns: [...doubtful].sort((a, b) => a - b).map((place) => table.headers[place - 1] || String(place)),
  };
}

function statementOf({ account, currency, lines }: Part, columns: CsvColumns): ReadStatement {
  const read = withFees(lines);
  return {
    ...{ format: 'csv', account, currency: currency ?? 'EUR' },
    ...(columns.balance !== undefined && balanceEnds(read)),
    lines: read.map(({ line }) => line),
  };
}

type Parts = {
  /** Whether a row stands between two tables: it names the next account, or repeats the headers. */
  readonly isBetween: (row: number, cells: readonly string[]) => boolean;
  /** What the rows of an account come to so far. */
  readonly sumsOf: (account: string) => { readonly out: number; readonly into: number };
  readonly add: (read: InRow, row: number, isDoubtful: boolean) => void;
  readonly all: () => readonly Part[];
};

/** Rows by account: what a column says of each, else what stands above their table. */
function partsOf(table: CsvTable, columns: CsvColumns): Parts {
  const above: SaidAccount = {
    ...(table.iban !== undefined && { iban: table.iban }),
    ...(table.number !== undefined && { number: table.number }),
  };
  const parts = new Map<string, Part>();
  let section = above;
  let named: string | undefined;
  const accountOf = (said: string): SaidAccount => (said === '' ? section : accountIn(said));
  const keyOf = ({ iban, number }: SaidAccount): string => iban ?? number ?? '';
  const partOf = (said: string): Part => {
    const account = accountOf(said);
    const key = keyOf(account);
    const part = parts.get(key) ?? { account, lines: [], out: 0, into: 0 };
    if (!parts.has(key) && parts.size === BANK_STATEMENTS_OF_FILE_MAX)
      throw new TooLong(BANK_STATEMENTS_OF_FILE_MAX, 'statements');
    parts.set(key, part);
    return part;
  };
  return {
    sumsOf: (said) => parts.get(keyOf(accountOf(said))) ?? { out: 0, into: 0 },
    isBetween: (row, cells) => {
      const date = (cells[columns.date - 1] ?? '').trim();
      if (date !== '' && !/\p{L}/u.test(date)) return false;
      if (!areHeaders(cells)) {
        named = accountNamedIn(cells) ?? named;
        return false;
      }
      if (cells.map(letters).join('|') !== table.headers.map(letters).join('|'))
        throw badField(row, 'column', 'other_columns');
      if (named !== undefined) section = { number: named };
      named = undefined;
      return true;
    },
    add: ({ account, currency, line, ...read }, row, isDoubtful) => {
      const part = partOf(account);
      part.currency ??= currency;
      if (currency !== part.currency) throw badField(row, 'currency', 'other_currency');
      part.lines.push({ ...read, line: isDoubtful ? { ...line, isDoubtful } : line });
      if (line.amount < 0) part.out -= line.amount;
      else part.into += line.amount;
    },
    all: () => (parts.size > 0 ? [...parts.values()] : [partOf('')]),
  };
}

type InRow = FeeLine & { readonly account: string; readonly currency: string | undefined };
type NoLine = { readonly reason: LeftOutReason | 'blank'; readonly status?: string; readonly label?: string };
type At = (place: number | undefined) => string;

/** The line in a row, or why it is none; `blank` where it says nothing of a line at all. */
function lineIn({ row, cells }: SheetRow, columns: CsvColumns, parts: Parts): InRow | NoLine {
  const at: At = (place) => (place === undefined ? '' : (cells[place - 1] ?? '').trim());
  const counterpart = asWords(at(columns.counterpart));
  const label = asLabel(columns.label.map(at).filter(Boolean).join(' ')) || (counterpart ?? '');
  const unbooked = statusOf(at(columns.status), label);
  if (unbooked) return unbooked;
  const date = at(columns.date);
  const isDated = date !== '' && !/\p{L}/u.test(date);
  const sides = sidesIn(at, row, columns, isDated);
  if (sides) {
    if (isSumRow(label, sides, parts.sumsOf(at(columns.account)))) return { reason: 'total', label };
    if (sides.out !== 0 && sides.into !== 0 && isDated) throw badField(row, 'amount', 'both_sides');
  }
  const amount = sides && amountOf(sides, { at, row, columns, isDated });
  if (date === '' && amount === undefined) return { reason: 'blank' };
  if (amount === 'none') return { reason: 'no_movement', label };
  if (date === '' || amount === undefined) return { reason: 'note', ...(label !== '' && { label }) };
  const bookedOn = readDay(date, columns.dateOrder);
  if (bookedOn === undefined) {
    if (/\p{L}/u.test(date)) return { reason: 'note', ...(label !== '' && { label }) };
    throw badField(row, 'date', 'unreadable');
  }
  return {
    line: { ...{ bookedOn, amount, label }, ...wordsIn(at, columns, counterpart) },
    ...feesIn(at, row, columns),
    ...{ account: at(columns.account), currency: currencyIn(at(columns.currency), row) },
  };
}

function statusOf(cell: string, label: string): NoLine | undefined {
  if (cell === '') return undefined;
  const reason = statusIn(cell) ?? 'unknown_status';
  if (reason === 'booked') return undefined;
  return { reason, status: cell.slice(0, STATUS_SHOWN).toWellFormed(), ...(label !== '' && { label }) };
}
/** Characters of a status that are shown. */
const STATUS_SHOWN = 60;

function wordsIn(at: At, columns: CsvColumns, counterpart: string | undefined): Partial<BankLine> {
  const valueOn = readDay(at(columns.valueDate), columns.dateOrder);
  const reference = asWords(at(columns.reference));
  return {
    ...(valueOn !== undefined && { valueOn }),
    ...(counterpart !== undefined && { counterpart }),
    ...(reference !== undefined && { reference }),
  };
}

function feesIn(at: At, row: number, columns: CsvColumns): Pick<FeeLine, 'balance' | 'fee' | 'net'> {
  const said = (place: number | undefined): Cents | undefined => {
    const written = at(place);
    const read = written === '' ? undefined : readCents(written);
    if (typeof read === 'string') throw badField(row, 'amount', read);
    return read;
  };
  const balance = readCents(at(columns.balance));
  return {
    balance: typeof balance === 'number' ? balance : undefined,
    fee: said(columns.fee),
    net: said(columns.net),
  };
}

function currencyIn(said: string, row: number): string | undefined {
  if (said === '') return undefined;
  const code = said === '€' ? 'EUR' : said.toUpperCase();
  if (!/^[A-Z]{3}$/.test(code)) throw badField(row, 'currency', 'unreadable');
  return code;
}

/** What went out and what came in, as a row writes it in one column or in two; undefined where it writes no amount. */
function sidesIn(
  at: At,
  row: number,
  columns: CsvColumns,
  isDated: boolean,
): { readonly out: Cents; readonly into: Cents; readonly signed?: Cents } | undefined {
  const read = (place: number | undefined): Cents | undefined => {
    const written = at(place);
    const amount = written === '' ? undefined : readCents(written);
    if (typeof amount !== 'string') return amount;
    if (isDated) throw badField(row, 'amount', amount);
    return undefined;
  };
  const none = cents(0);
  if (columns.amount !== undefined) {
    const signed = read(columns.amount);
    if (signed === undefined) return undefined;
    return signed < 0 ? { out: cents(-signed), into: none, signed } : { out: none, into: signed, signed };
  }
  const [out, into] = [read(columns.debit), read(columns.credit)];
  return out || into ? { out: cents(Math.abs(out ?? 0)), into: into ?? none } : undefined;
}

/** The amount with the sign of its column, of its own, or of the direction beside it. */
function amountOf(
  { out, into, signed }: { readonly out: Cents; readonly into: Cents; readonly signed?: Cents },
  { at, row, columns, isDated }: { at: At; row: number; columns: CsvColumns; isDated: boolean },
): Cents | 'none' | undefined {
  if (out !== 0 && into !== 0) return undefined;
  if (signed === undefined) return out === 0 ? into : cents(-out);
  const cell = at(columns.direction);
  if (columns.direction === undefined || !isDated) return signed;
  const direction = directionIn(cell);
  if (cell === '' && signed < 0) return signed;
  if (direction === undefined) throw badField(row, 'direction', cell === '' ? 'missing' : 'unreadable');
  if (direction === 'none') return 'none';
  if (direction === 'in' && signed < 0) throw badField(row, 'direction', 'contradicts');
  return direction === 'in' ? signed : cents(-Math.abs(signed));
}

import { letters } from '../../csv/match-headers.ts';
import { readDay } from '../../csv/read-day.ts';
import { readRows } from '../../csv/read-rows.ts';
import { type CsvColumns, columnsMeant } from '../../domain/payments/bank/csv-columns.ts';
import { directionIn, statusIn } from '../../domain/payments/bank/row-vocabulary.ts';
import { type LeftOut, leftOutCounter } from '../../domain/payments/bank/skipped-rows.ts';
import {
  BANK_LINES_MAX,
  BANK_STATEMENTS_OF_FILE_MAX,
  type ReadStatement,
  type StatedAccount,
} from '../../domain/payments/bank/statement.ts';
import { slices } from '../../limits/time-slices.ts';
import { readCents } from '../parse-fields.ts';
import { FileTooLong, invalidField } from '../unreadable-file.ts';
import { accountIn, accountNamedIn, isPendingHeading } from './account-sections.ts';
import { exactMeaningOf, isAccountOfParty, isHarmlessName, meaningOf } from './column-names.ts';
import { areHeaders } from './detect-columns.ts';
import type { CsvTable } from './open-csv.ts';
import { flagsIn, type InRow, lineIn, looksDated, type SumsOf } from './read-row.ts';
import { balanceEnds, type FeeLine, signedByBalance, withFees } from './signed-amounts.ts';

type ReadCsv = {
  readonly statements: readonly ReadStatement[];
  readonly leftOut: LeftOut;
  /**
   * Columns without a meaning that could change what rows mean: such rows are never applied
   * automatically.
   */
  readonly doubtfulColumns: readonly string[];
};

type Line = FeeLine & { readonly saysOut: boolean };

/** The rows of one account in one currency. */
type Part = {
  readonly account: StatedAccount;
  readonly currency: string;
  readonly lines: Line[];
  out: number;
  into: number;
};

/**
 * The lines of a table by account, and the rows that are not lines. Throws `UnreadableFile` or
 * `FileTooLong`.
 */
export async function readCsv(table: CsvTable, columns: CsvColumns): Promise<ReadCsv> {
  const width = Math.max(table.headers.length, ...table.sample.map((cells) => cells.length));
  if (columnsMeant(columns).some((place) => place > width)) throw invalidField(table.headerRow, 'column', 'missing');
  const parts = partsOf(table, columns);
  const asked = { columns, marks: table.marks, flags: flagsIn(table.headers), sumsOf: parts.sumsOf };
  const leftOut = leftOutCounter();
  const doubt = ambiguousColumnsIn(table.headers, columns);
  const doubtful = new Set<number>();
  const turn = slices();
  let count = 0;
  for await (const rows of readRows(table.text, table.reading))
    for (const { row, cells } of rows) {
      if (row <= table.headerRow) continue;
      if (parts.isBetween(row, cells)) continue;
      const isPending = parts.isPending() && looksDated((cells[columns.date - 1] ?? '').trim(), columns);
      const read = isPending ? ({ reason: 'pending' } as const) : lineIn({ row, cells }, asked);
      if ('reason' in read) {
        if (read.reason !== 'blank') leftOut.add({ ...read, row, reason: read.reason });
        continue;
      }
      const doubts = doubt(cells);
      for (const place of doubts) doubtful.add(place);
      parts.add(read, doubts.length > 0 || read.saysUnbooked);
      count += 1;
      if (count > BANK_LINES_MAX) throw new FileTooLong(BANK_LINES_MAX, 'lines');
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
  const hasNoSigns = columns.amount !== undefined && columns.direction === undefined;
  const read = withFees(hasNoSigns ? doubtfulOut(signedByBalance(lines)) : lines);
  return {
    ...{ format: 'csv', account, currency },
    ...(columns.balance !== undefined && balanceEnds(read)),
    lines: read.map(({ line }) => line),
  };
}

/**
 * If no amount of an account has a sign, a row whose text says that money left needs confirmation.
 */
function doubtfulOut(lines: readonly Line[]): readonly Line[] {
  if (lines.some(({ line }) => line.amount < 0)) return lines;
  return lines.map((each) => (each.saysOut ? { ...each, line: { ...each.line, isDoubtful: true } } : each));
}

type Parts = {
  /** Whether a row separates two tables: it names the next account or repeats the headers. */
  readonly isBetween: (row: number, cells: readonly string[]) => boolean;
  /** Whether the rows stand below a heading such as "Opérations à venir". */
  readonly isPending: () => boolean;
  readonly sumsOf: SumsOf;
  readonly add: (read: InRow, isDoubtful: boolean) => void;
  readonly all: () => readonly Part[];
};

/** Groups rows by account: the account column of the row, or else the heading above its table. */
function partsOf(table: CsvTable, columns: CsvColumns): Parts {
  const above: StatedAccount = {
    ...(table.iban !== undefined && { iban: table.iban }),
    ...(table.number !== undefined && { number: table.number }),
  };
  const parts = new Map<string, Part>();
  let section = above;
  let named: string | undefined;
  const headers = table.headers.map(letters).join('|');
  let isPending = table.isPending;
  const currencies = new Map<string, string>();
  const accountOf = (text: string): StatedAccount => (text === '' ? section : accountIn(text));
  const keyOf = ({ iban, number }: StatedAccount): string => iban ?? number ?? '';
  /** A row without a currency takes the one of the previous row. */
  const currencyOf = (account: StatedAccount, text: string | undefined): string =>
    text || currencies.get(keyOf(account)) || 'EUR';
  const partOf = (text: string, saidCurrency?: string): Part => {
    const account = accountOf(text);
    const currency = currencyOf(account, saidCurrency);
    currencies.set(keyOf(account), currency);
    const key = `${keyOf(account)} ${currency}`;
    const part = parts.get(key) ?? { account, currency, lines: [], out: 0, into: 0 };
    if (!parts.has(key) && parts.size === BANK_STATEMENTS_OF_FILE_MAX)
      throw new FileTooLong(BANK_STATEMENTS_OF_FILE_MAX, 'statements');
    parts.set(key, part);
    return part;
  };
  return {
    sumsOf: (text, currency) => {
      const account = accountOf(text);
      return parts.get(`${keyOf(account)} ${currencyOf(account, currency.toUpperCase())}`) ?? { out: 0, into: 0 };
    },
    isPending: () => isPending,
    isBetween: (row, cells) => {
      const date = (cells[columns.date - 1] ?? '').trim();
      if (looksDated(date, columns)) return false;
      const isRepeated = cells.map(letters).join('|') === headers;
      if (!isRepeated && !areHeaders(cells, exactMeaningOf)) {
        named = accountNamedIn(cells) ?? named;
        isPending = isPendingHeading(cells) ?? isPending;
        return false;
      }
      if (!isRepeated) throw invalidField(row, 'column', 'other_columns');
      if (named !== undefined) section = { number: named };
      named = undefined;
      return true;
    },
    add: ({ account, currency, line, ...read }, isDoubtful) => {
      const part = partOf(account, currency);
      part.lines.push({ ...read, line: isDoubtful ? { ...line, isDoubtful } : line });
      if (line.amount < 0) part.out -= line.amount;
      else part.into += line.amount;
    },
    all: () => (parts.size > 0 ? [...parts.values()] : [partOf('')]),
  };
}

/**
 * Meanings that decide whether, where and how much money moved. If such a column is missed, a row
 * may mean something else.
 */
const DECIDING = new Set(['status', 'direction', 'fee', 'net', 'account']);
/** Revolut lists savings pockets among the account's rows; transfers to them move no money. */
const PRODUCT = /^\s*(?:product|produit|produkt|producto|prodotto)\s*$/i;
const POCKET = /pocket|saving|deposit|vault|[eé]pargne|coffre|tirelire|d[eé]p[oô]t|spar|tasche|ahorro|deposito/i;
/** Debit and credit columns repeat the amount if there is a signed amount column. */
const TWICE = new Set(['debit', 'credit']);
/** Longer cells are text, not codes. */
const CODE_MAX = 40;

/** The 1-based columns without a known meaning whose content could change what this row means. */
function ambiguousColumnsIn(headers: readonly string[], columns: CsvColumns): (cells: readonly string[]) => number[] {
  const meant = new Set(columnsMeant(columns));
  const isSigned = columns.amount !== undefined;
  const judged = headers.map((header, at) => {
    const { meaning } = meaningOf(header) ?? {};
    if (meaning === 'account' && isAccountOfParty(headers, at + 1, 1)) return { isDeciding: false, isHarmless: true };
    if (PRODUCT.test(header)) return { isDeciding: false, isHarmless: false, isProduct: true };
    if (meaning === undefined) return { isDeciding: false, isHarmless: isHarmlessName(header) };
    const isDeciding = (DECIDING.has(meaning) && columns[meaning] === undefined) || (TWICE.has(meaning) && !isSigned);
    return { isDeciding, isHarmless: !isDeciding };
  });
  return (cells) =>
    cells.flatMap((cell, at) => {
      if (meant.has(at + 1) || cell.trim() === '') return [];
      const { isDeciding = false, isHarmless = false, isProduct = false } = judged[at] ?? {};
      if (isProduct) return POCKET.test(cell) ? [at + 1] : [];
      return couldSayOtherwise(cell, { isDeciding, isHarmless }) ? [at + 1] : [];
    });
}

function couldSayOtherwise(
  cell: string,
  { isDeciding, isHarmless }: { isDeciding: boolean; isHarmless: boolean },
): boolean {
  const amount = readCents(cell);
  if (typeof amount === 'number' && amount === 0) return false;
  if (isDeciding) return true;
  const status = statusIn(cell);
  if (status !== undefined && status !== 'booked') return true;
  if (isHarmless) return false;
  if (directionIn(cell) !== undefined || typeof amount === 'number') return true;
  return cell.length <= CODE_MAX && readDay(cell, 'dmy') === undefined && readDay(cell, 'mdy') === undefined;
}

import type { CsvColumns, DateOrder } from '../domain/payments/bank/csv-columns.ts';
import { directionIn, statusIn } from '../domain/payments/bank/row-words.ts';
import { isHarmlessName, isTypeName, type Meaning, meaningOf } from './column-names.ts';
import { readCents, readDay } from './fields.ts';

/** Whether a row names a day and an amount as banks do: it is the one of the headers. */
export function areHeaders(cells: readonly string[]): boolean {
  const found = new Set(cells.map((cell) => meaningOf(cell)?.meaning));
  return found.has('date') && (found.has('amount') || found.has('net') || (found.has('debit') && found.has('credit')));
}

/** Whether a row tells a day and an amount. */
export const isDataRow = (cells: readonly string[]): boolean =>
  cells.some((cell) => dayIn(cell) !== undefined) && cells.some((cell) => dayIn(cell) === undefined && isAmount(cell));

/** Where a row tells its first day, from 0; below it where it tells none. */
export const placeOfDay = (cells: readonly string[]): number => cells.findIndex((cell) => dayIn(cell) !== undefined);

const orders = ['dmy', 'mdy', 'ymd'] as const satisfies readonly DateOrder[];
const dayIn = (cell: string): string | undefined => orders.map((order) => readDay(cell, order)).find(Boolean);
const isAmount = (cell: string): boolean => cell.trim() !== '' && typeof readCents(cell) === 'number';

type Named = { readonly [Name in Meaning]?: number | undefined };
type Sample = {
  readonly headers: readonly string[];
  readonly places: readonly number[];
  /** What stands in a column, empty cells left out. */
  readonly filled: (place: number) => readonly string[];
  readonly rows: number;
};

/**
 * Which columns seem to mean what, by their headers, else by their content. A proposal, to be confirmed by the user; undefined where no
 * day, no amount or no text is found.
 */
export function guessColumns(headers: readonly string[], rows: readonly (readonly string[])[]): CsvColumns | undefined {
  const sample = sampleOf(headers, rows);
  const named = confirmed(byName(sample), sample);
  const date = named.date ?? placeWhere(sample, named, (cell) => dayIn(cell) !== undefined);
  const two = named.debit !== undefined && named.credit !== undefined;
  const isMoney = (cell: string): boolean => dayIn(cell) === undefined && isAmount(cell);
  const amount = named.amount ?? named.net ?? (two ? undefined : placeWhere(sample, { ...named, date }, isMoney));
  if (date === undefined || (amount === undefined && !two)) return undefined;
  const direction = named.direction ?? directionFor(sample, { ...named, date, amount });
  const status = named.status ?? unnamedStatus(sample, { ...named, date, amount, direction });
  const label = labelOf(sample, { ...named, date, amount, direction, status });
  if (label === undefined) return undefined;
  const { valueDate, counterpart, reference, balance, currency, debit, credit, fee, net, account } = named;
  const others = { direction, fee, net, status, account, valueDate, counterpart, reference, balance, currency };
  return {
    ...{ date, label, dateOrder: orderOf(sample.filled(date)) },
    ...(amount === undefined ? { debit, credit } : { amount }),
    ...Object.fromEntries(Object.entries(others).filter(([, place]) => place !== undefined)),
  } as CsvColumns;
}

function sampleOf(headers: readonly string[], rows: readonly (readonly string[])[]): Sample {
  const width = Math.max(headers.length, ...rows.map((cells) => cells.length));
  const columns = Array.from({ length: width }, (_, at) =>
    rows.map((row) => row[at] ?? '').filter((cell) => cell.trim() !== ''),
  );
  return {
    headers,
    places: Array.from({ length: width }, (_, at) => at + 1),
    filled: (place) => columns[place - 1] ?? [],
    rows: rows.length,
  };
}

/** For each meaning the column with the most telling name. */
function byName({ headers }: Sample): Named {
  const best: Partial<Record<Meaning, { place: number; rank: number }>> = {};
  for (const [index, header] of headers.entries()) {
    const found = meaningOf(header);
    if (!found) continue;
    const before = best[found.meaning];
    if (!before || found.rank < before.rank) best[found.meaning] = { place: index + 1, rank: found.rank };
  }
  return Object.fromEntries(Object.entries(best).map(([meaning, { place }]) => [meaning, place]));
}

/** Without the columns whose content is not what their name says; a net amount counts where a fee was taken from another. */
function confirmed(named: Named, sample: Sample): Named {
  const { status, direction, account, net, fee, amount, ...sure } = named;
  const isAll = (place: number | undefined, fits: (cell: string) => boolean): place is number =>
    place !== undefined && sample.filled(place).length > 0 && sample.filled(place).every(fits);
  const { debit, credit } = sure;
  const two = debit !== undefined && credit !== undefined && sample.filled(debit).length > 0;
  // Beside columns of debit and credit, an amount without a sign says neither.
  const hasSign = amount !== undefined && sample.filled(amount).some((cell) => MINUS.test(cell));
  return {
    ...sure,
    ...(amount !== undefined && (hasSign || !two) && { amount }),
    ...(isAll(status, (cell) => statusIn(cell) !== undefined) && { status }),
    ...(isAll(direction, (cell) => directionIn(cell) !== undefined) && { direction }),
    ...(account !== undefined && isOwnAccount(sample, account) && { account }),
    ...(fee !== undefined && isAll(fee, isAmount) && { fee }),
    ...(net !== undefined && (fee !== undefined || amount === undefined) && { net }),
  };
}

/** The account of the file stands in every row; the payer's account changes from row to row. */
function isOwnAccount({ filled, rows }: Sample, place: number): boolean {
  const cells = filled(place);
  const different = new Set(cells).size;
  return cells.length > 0 && cells.length === rows && !(rows >= ROWS_THAT_TELL && different === rows);
}
const ROWS_THAT_TELL = 3;
const MINUS = /[-\u2212]/;

const takenBy = (named: Named): ReadonlySet<number | undefined> => new Set(Object.values(named));

/** The first column without a meaning whose every cell fits. */
const placeWhere = ({ places, filled }: Sample, named: Named, fits: (cell: string) => boolean): number | undefined =>
  places.find((place) => !takenBy(named).has(place) && filled(place).length > 0 && filled(place).every(fits));

/** A column of directions under another name, where amounts have no sign. */
function directionFor(sample: Sample, named: Named): number | undefined {
  const { amount } = named;
  if (amount === undefined || sample.filled(amount).some((cell) => MINUS.test(cell))) return undefined;
  const isUnnamed = (place: number): boolean => {
    const header = sample.headers[place - 1] ?? '';
    return isTypeName(header) || !isHarmlessName(header);
  };
  const others = { ...sample, places: sample.places.filter(isUnnamed) };
  return placeWhere(others, named, (cell) => directionIn(cell) !== undefined);
}

/** A column of statuses under another name. */
function unnamedStatus(sample: Sample, named: Named): number | undefined {
  const others = sample.places.filter((place) => !isHarmlessName(sample.headers[place - 1] ?? ''));
  return placeWhere({ ...sample, places: others }, named, (cell) => statusIn(cell) !== undefined);
}

/** The most telling text, and the next where that one is empty in some rows. */
function labelOf(sample: Sample, named: Named): readonly number[] | undefined {
  if (named.label !== undefined) {
    const isWhole = sample.filled(named.label).length === sample.rows;
    const next = isWhole ? undefined : nextLabel(sample, named.label);
    return next === undefined ? [named.label] : [named.label, next];
  }
  const other = named.reference ?? wordiest(sample, named) ?? named.counterpart;
  return other === undefined ? undefined : [other];
}

function nextLabel({ headers, filled }: Sample, first: number): number | undefined {
  const [next] = headers
    .map((header, at) => ({ place: at + 1, found: meaningOf(header) }))
    .filter(({ place, found }) => place !== first && found?.meaning === 'label' && filled(place).length > 0)
    .sort((a, b) => (a.found?.rank ?? 0) - (b.found?.rank ?? 0));
  return next?.place;
}

function wordiest({ places, filled }: Sample, named: Named): number | undefined {
  const taken = takenBy(named);
  const lettersIn = (place: number): number =>
    filled(place).reduce((all, cell) => all + (cell.match(/\p{L}/gu)?.length ?? 0), 0);
  const [first] = places
    .filter((place) => !taken.has(place))
    .map((place) => ({ place, count: lettersIn(place) }))
    .sort((a, b) => b.count - a.count);
  return first && first.count > 0 ? first.place : undefined;
}

/** The first order in which every day of the sample exists: a French one where all do. */
const orderOf = (cells: readonly string[]): DateOrder =>
  orders.find((order) => cells.every((cell) => readDay(cell, order) !== undefined)) ?? 'dmy';

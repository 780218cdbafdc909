import { letters } from '../../csv/match-headers.ts';
import { readDay } from '../../csv/read-day.ts';
import type { CsvColumns, DateOrder } from '../../domain/payments/bank/csv-columns.ts';
import {
  directionIn,
  directionInPhrase,
  statusIn,
  statusInSentence,
} from '../../domain/payments/bank/row-vocabulary.ts';
import { asIban, isNothing, readCents } from '../parse-fields.ts';
import { isAccountOfParty, isHarmlessName, isTypeName, type Meaning, meaningOf } from './column-names.ts';

/**
 * Whether a row is the header row: it names a date and an amount column, or a date among many
 * other names.
 */
export function areHeaders(cells: readonly string[], named = meaningOf): boolean {
  const found = new Set(cells.map((cell) => named(cell)?.meaning).filter(Boolean));
  if (found.has('date') && found.size >= MEANINGS_THAT_TELL && !cells.some((cell) => isDay(cell))) return true;
  return found.has('date') && (found.has('amount') || found.has('net') || (found.has('debit') && found.has('credit')));
}

const MEANINGS_THAT_TELL = 5;

/** Whether a row contains a date and an amount. */
export const isDataRow = (cells: readonly string[]): boolean =>
  cells.some((cell) => dayIn(cell) !== undefined) &&
  cells.some((cell) => dayIn(cell) === undefined && !isNothing(cell) && isAmount(cell));

/** The 0-based index of the first date in a row; -1 if there is none. */
export const placeOfDay = (cells: readonly string[]): number => cells.findIndex((cell) => dayIn(cell) !== undefined);

const orders = ['dmy', 'mdy', 'ymd'] as const satisfies readonly DateOrder[];
export const isDay = (cell: string): boolean => dayIn(cell) !== undefined;
const dayIn = (cell: string): string | undefined => orders.map((order) => readDay(cell, order)).find(Boolean);
const isAmount = (cell: string): boolean =>
  isNothing(cell) || (cell.trim() !== '' && typeof readCents(cell) === 'number');

type Named = { readonly [Name in Meaning]?: number | undefined };
type Sample = {
  readonly headers: readonly string[];
  readonly places: readonly number[];
  /** The non-empty cells of a column. */
  readonly filled: (place: number) => readonly string[];
  readonly cells: readonly (readonly string[])[];
  readonly rows: number;
};

/**
 * Proposes the meaning of each column from its header or else its content, for the user to
 * confirm. Undefined if no date, amount or text is found.
 */
export function detectColumns(
  headers: readonly string[],
  rows: readonly (readonly string[])[],
): CsvColumns | undefined {
  const sample = sampleOf(headers, rows);
  const known = confirmed(byName(sample), sample);
  const pair = known.amount ?? known.net ?? pairOfAmounts(sample, known);
  // Two columns of amounts and nothing says which one is the debit: the user decides.
  if (pair === 'undecided') return undefined;
  const named = typeof pair === 'object' ? { ...known, ...pair } : known;
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
    cells: rows,
    rows: rows.length,
  };
}

/** For each meaning, the column with the most specific name. */
function byName({ headers }: Sample): Named {
  const best: Partial<Record<Meaning, { place: number; rank: number }>> = {};
  for (const [index, header] of headers.entries()) {
    const found = meaningOf(header);
    if (!found) continue;
    const before = best[found.meaning];
    // Of two columns with the same name, the one in euros counts.
    const rank = found.rank - (IN_EUROS.test(header) ? 0.5 : 0);
    if (!before || rank < before.rank) best[found.meaning] = { place: index + 1, rank };
  }
  return Object.fromEntries(Object.entries(best).map(([meaning, { place }]) => [meaning, place]));
}

const IN_EUROS = /\((?:en )?(?:eur|euros?|€)\)/i;

/**
 * Drops columns whose content contradicts their name. A net amount counts only if a fee was
 * deducted from another amount.
 */
function confirmed(named: Named, sample: Sample): Named {
  const { status, direction, account, net, fee, amount, label, counterpart, ...sure } = named;
  const isAll = (place: number | undefined, fits: (cell: string) => boolean): place is number =>
    place !== undefined && sample.filled(place).length > 0 && sample.filled(place).every(fits);
  const { debit, credit } = sure;
  const two = debit !== undefined && credit !== undefined && sample.filled(debit).length > 0;
  // Next to debit and credit columns, an unsigned amount gives no direction.
  const isSome = (place: number | undefined, fits: (cell: string) => boolean): place is number =>
    place !== undefined && sample.filled(place).some(fits);
  const isDirection = (cell: string): boolean => directionIn(cell) !== undefined;
  // "Valuta" is a day in German and a currency in Italian.
  const isCode = (cell: string): boolean => /^[A-Z]{3}$/.test(cell.trim());
  const { valueDate, currency = isAll(valueDate, isCode) ? valueDate : undefined, ...rest } = sure;
  const isPhrase = (cell: string): boolean => directionInPhrase(cell) !== undefined;
  const party = isAll(counterpart, isIban) ? nextNamed(sample, 'counterpart', counterpart) : counterpart;
  const hasSign = amount !== undefined && sample.filled(amount).some((cell) => MINUS.test(cell));
  return {
    ...rest,
    ...(currency !== undefined && { currency }),
    ...(valueDate !== undefined && valueDate !== currency && { valueDate }),
    ...(amount !== undefined && (hasSign || !two) && { amount }),
    // A row with an unknown status is left out; a column of other words is not a status column.
    ...(isSome(status, (cell) => statusInSentence(cell) !== undefined) && { status }),
    ...((isAll(direction, isPhrase) || (!hasSign && isSome(direction, isPhrase))) && { direction }),
    ...(label !== undefined && !isAll(label, isDirection) && { label }),
    ...(party !== undefined && { counterpart: party }),
    ...(account !== undefined && isOwnAccount(sample, account) && { account }),
    ...(fee !== undefined && isAll(fee, isAmount) && { fee }),
    ...(net !== undefined && (fee !== undefined || amount === undefined) && { net }),
  };
}

const isIban = (cell: string): boolean => asIban(cell) !== undefined;

/**
 * The account of the file is the same in every row; the other party's account varies or follows
 * that party's name.
 */
function isOwnAccount({ headers, filled, rows }: Sample, place: number): boolean {
  const cells = filled(place);
  const different = new Set(cells).size;
  if (isAccountOfParty(headers, place, different)) return false;
  return cells.length > 0 && cells.length === rows && !(rows >= ROWS_THAT_TELL && different === rows);
}
const ROWS_THAT_TELL = 3;
const MINUS = /[-\u2212]\s*(?:[€$£]|EUR)?\s*\d|\d\s*-\s*$|^\s*\(|\d\s*(?:D|DR|S)$/;

const takenBy = (named: Named): ReadonlySet<number | undefined> => new Set(Object.values(named));

/** The first column without a meaning in which every cell matches. */
const placeWhere = ({ places, filled }: Sample, named: Named, fits: (cell: string) => boolean): number | undefined =>
  places.find((place) => !takenBy(named).has(place) && filled(place).length > 0 && filled(place).every(fits));

/**
 * Two amount columns of which each row fills one: debit and credit. A name or a minus sign tells
 * them apart; otherwise `undecided`.
 */
function pairOfAmounts(sample: Sample, named: Named): { debit: number; credit: number } | 'undecided' | undefined {
  if (named.debit !== undefined && named.credit !== undefined) return undefined;
  const isFilled = (cell = ''): boolean => cell.trim() !== '' && !isNothing(cell) && readCents(cell) !== 0;
  const others = sample.places.filter((place) => {
    const cells = sample.filled(place);
    const isFree = !takenBy(named).has(place) || place === named.debit || place === named.credit;
    return isFree && cells.some((cell) => isFilled(cell)) && cells.every((cell) => !isDay(cell) && isAmount(cell));
  });
  for (const [at, first] of others.entries())
    for (const second of others.slice(at + 1)) {
      const isOneEach = sample.cells.every((row) => isFilled(row[first - 1]) !== isFilled(row[second - 1]));
      if (!isOneEach) continue;
      const hasMinus = (place: number): boolean => sample.filled(place).some((cell) => MINUS.test(cell));
      if (named.debit === first || named.credit === second) return { debit: first, credit: second };
      if (named.debit === second || named.credit === first) return { debit: second, credit: first };
      if (hasMinus(first) !== hasMinus(second))
        return hasMinus(first) ? { debit: first, credit: second } : { debit: second, credit: first };
      return 'undecided';
    }
  return undefined;
}

/** A direction column with an unknown name, if amounts are unsigned. */
function directionFor(sample: Sample, named: Named): number | undefined {
  const { amount } = named;
  if (amount === undefined || sample.filled(amount).some((cell) => MINUS.test(cell))) return undefined;
  const isUnnamed = (place: number): boolean => {
    const header = sample.headers[place - 1] ?? '';
    return isTypeName(header) || !isHarmlessName(header);
  };
  // A column with both directions counts under any name; codes such as C and R may mean something
  // else.
  const hasBoth = (place: number): boolean => {
    const found = new Set(sample.filled(place).map(directionIn));
    return found.has('in') && found.has('out');
  };
  const others = { ...sample, places: sample.places.filter((place) => isUnnamed(place) || hasBoth(place)) };
  const found = placeWhere(others, named, (cell) => directionIn(cell) !== undefined);
  if (found !== undefined) return found;
  return sample.places.find((place) => {
    if (takenBy(named).has(place) || !isTypeName(sample.headers[place - 1] ?? '')) return false;
    const directions = new Set(sample.filled(place).map(directionInPhrase));
    return directions.has('in') && directions.has('out') && !directions.has(undefined);
  });
}

/** A status column with an unknown name. */
function unnamedStatus(sample: Sample, named: Named): number | undefined {
  const isMeant = (place: number): boolean => sample.filled(place).every((cell) => OF_SPARKASSE.test(cell));
  const others = sample.places.filter((place) => !isHarmlessName(sample.headers[place - 1] ?? '') || isMeant(place));
  return placeWhere({ ...sample, places: others }, named, (cell) => statusIn(cell) !== undefined);
}

/** What the Sparkassen banks write in their "Info" column. */
const OF_SPARKASSE = /^Umsatz (?:gebucht|vorgemerkt)$/;

/** The most specific text column, and the next one if it is empty in some rows. */
function labelOf(sample: Sample, named: Named): readonly number[] | undefined {
  if (named.label !== undefined) {
    const isWhole = sample.filled(named.label).length === sample.rows;
    const next = isWhole ? detailsBeside(sample, named.label) : nextNamed(sample, 'label', named.label);
    return next === undefined ? [named.label] : [named.label, next];
  }
  const other = named.reference ?? wordiest(sample, named) ?? named.counterpart;
  return other === undefined ? undefined : [other];
}

/** A details column that the label does not repeat: some banks put the payer's reference there. */
function detailsBeside({ headers, cells, places }: Sample, label: number): number | undefined {
  return places.find((place) => {
    if (place === label || !DETAILS.test(letters(headers[place - 1] ?? ''))) return false;
    return cells.some((row) => {
      const cell = (row[place - 1] ?? '').trim();
      return cell !== '' && !(row[label - 1] ?? '').includes(cell);
    });
  });
}
const DETAILS = /^(?:informationscomplementaires|details?|motif|message)$/;

/** The next column whose name has this meaning. */
function nextNamed({ headers, filled }: Sample, meaning: Meaning, first: number | undefined): number | undefined {
  const [next] = headers
    .map((header, at) => ({ place: at + 1, found: meaningOf(header) }))
    .filter(({ place, found }) => place !== first && found?.meaning === meaning && filled(place).length > 0)
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

/**
 * The first date order in which every date of the sample exists; day-month-year wins if several
 * fit.
 */
const orderOf = (cells: readonly string[]): DateOrder =>
  orders.find((order) => cells.every((cell) => readDay(cell, order) !== undefined)) ?? 'dmy';

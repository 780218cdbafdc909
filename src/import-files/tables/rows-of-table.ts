import { readDay } from '../../csv/read-day.ts';
import type { NumberWriting } from '../../csv/read-number.ts';
import type { SheetRow } from '../../csv/read-rows.ts';
import type { DateOrder } from '../../domain/payments/bank/csv-columns.ts';
import type { CivilDay } from '../../domain/time/civil-day.ts';
import { readAmount, readRate, type TenThousandths } from '../read-amount.ts';
import { TEXT_CHARACTERS_MAX, tidyText } from '../tidy-text.ts';
import type { DocumentFormat, DocumentMember } from './document-format.ts';
import { type FoundTable, placesOf } from './find-table.ts';

/** Net or VAT under one rate in a column of its own, such as `TVA 20 %`. */
type RateColumn = { readonly place: number; readonly rate: number; readonly states: 'net' | 'vat' };

/** How the cells of one table are read. */
export type TableReading = {
  readonly format: DocumentFormat;
  readonly places: ReadonlyMap<DocumentMember, number>;
  readonly headers: readonly string[];
  readonly rateColumns: readonly RateColumn[];
  readonly writing: NumberWriting;
  /** Dots group thousands: another cell has `1.234,56`. */
  readonly isDotForThousands: boolean;
  readonly dateOrder: DateOrder;
};

/** A cell that has no value of the kind that its column states. */
export class UnreadableCell extends Error {
  readonly column: string;
  readonly cell: string;
  constructor(column: string, cell: string) {
    super(`unreadable cell in column ${column}`);
    this.column = column;
    this.cell = cell;
  }
}

const AMOUNTS: readonly DocumentMember[] = [
  ...(['net', 'vat', 'total', 'lineNet', 'lineVat', 'lineTotal', 'paid', 'balance', 'paymentAmount'] as const),
];
const DAYS: readonly DocumentMember[] = ['issuedOn', 'dueOn', 'paidOn'];

/** Decides once how the cells of a table are read. */
export function tableReading(table: FoundTable, format: DocumentFormat): TableReading {
  const places = placesOf(table.headers, format);
  const cellsOf = (members: readonly DocumentMember[]): string[] =>
    members.flatMap((member) => {
      const place = places.get(member);
      return place === undefined ? [] : table.body.map(({ cells }) => cells[place]?.trim() ?? '').filter(Boolean);
    });
  const taken = new Set(places.values());
  const isDotForThousands = cellsOf(AMOUNTS).some((cell) => /\d\.\d{3},\d/.test(cell));
  return {
    ...{ format, places, headers: table.headers, writing: table.writing, isDotForThousands },
    rateColumns: table.headers.flatMap((header, place) => (taken.has(place) ? [] : (rateColumn(header, place) ?? []))),
    dateOrder: format.dateOrder ?? orderOf(cellsOf(DAYS)),
  };
}

const RATE_HEADER =
  /^(?:montant |total |base )?(?:de )?(tva|t\.v\.a\.|vat|tax|h\.?t\.?|base ht|base|net)\s*(?:à|a|at|@|-)?\s*\(?(\d{1,2}(?:[.,]\d{1,2})?)\s*%/i;

function rateColumn(header: string, place: number): RateColumn | undefined {
  const [, what = '', rate = ''] = RATE_HEADER.exec(header.slice(0, 60).trim()) ?? [];
  if (rate === '') return undefined;
  const states = /^(?:tva|t\.v|vat|tax)/i.test(what) ? 'vat' : 'net';
  return { place, rate: Math.round(Number(rate.replace(',', '.')) * 100), states };
}

/** Day before month unless the days of the file contradict it. */
function orderOf(cells: readonly string[]): DateOrder {
  const numeric = cells.flatMap((cell) => {
    const [, first = '', second = ''] = /^(\d{1,2})[/.-](\d{1,2})[/.-]\d{2,4}/.exec(cell) ?? [];
    return first === '' ? [] : [[Number(first), Number(second)] as const];
  });
  const isMonthFirst = numeric.some(([, second]) => second > 12) && !numeric.some(([first]) => first > 12);
  return isMonthFirst ? 'mdy' : 'dmy';
}

/** One row, read by the meaning of its columns. A class: a file has up to 100,000 of them. */
export class TableRow {
  readonly row: number;
  readonly #cells: readonly string[];
  readonly #reading: TableReading;

  constructor({ row, cells }: SheetRow, reading: TableReading) {
    this.row = row;
    this.#cells = cells;
    this.#reading = reading;
  }

  text(member: DocumentMember, max = TEXT_CHARACTERS_MAX): string | undefined {
    return tidyText(this.#cell(member), max);
  }

  /** Throws `UnreadableCell`. */
  amount(member: DocumentMember): TenThousandths | undefined {
    const place = this.#reading.places.get(member);
    return place === undefined ? undefined : this.#amountAt(place);
  }

  rate(member: DocumentMember): number | undefined {
    const cell = this.#cell(member);
    return cell === '' ? undefined : readRate(cell);
  }

  /** Throws `UnreadableCell`. */
  day(member: DocumentMember): CivilDay | undefined {
    const day = this.dayIfAny(member);
    const { places, headers } = this.#reading;
    if (day === undefined && this.#cell(member) !== '')
      throw new UnreadableCell(headers[places.get(member) ?? 0] ?? '', this.#cell(member));
    return day;
  }

  /** Undefined also if the cell is no day. */
  dayIfAny(member: DocumentMember): CivilDay | undefined {
    const cell = this.#cell(member);
    return cell === '' ? undefined : readDay(cell, this.#reading.dateOrder);
  }

  /** The amounts of columns of one rate. Throws `UnreadableCell`. */
  ofRates(): readonly (Omit<RateColumn, 'place'> & { readonly amount: TenThousandths })[] {
    return this.#reading.rateColumns.flatMap(({ place, rate, states }) => {
      const amount = this.#amountAt(place);
      return amount === undefined || amount === 0 ? [] : [{ rate, states, amount }];
    });
  }

  isFirstCellTotal(): boolean {
    const first = this.#cells.find((cell) => cell.trim() !== '') ?? '';
    return /^(?:sous[- ]?|grand )?total\b/i.test(first.trim());
  }

  #cell(member: DocumentMember): string {
    const place = this.#reading.places.get(member);
    return place === undefined ? '' : (this.#cells[place] ?? '').trim();
  }

  #amountAt(place: number): TenThousandths | undefined {
    const { headers, isDotForThousands, writing } = this.#reading;
    const written = (this.#cells[place] ?? '').trim();
    if (written === '' || /^[-–—]+$/.test(written)) return undefined;
    const plain = isDotForThousands ? written.replace(/\.(?=\d{3}(?!\d))/g, '') : written;
    const amount = readAmount(plain, writing);
    if (amount === undefined) throw new UnreadableCell(headers[place] ?? '', written);
    return amount;
  }
}

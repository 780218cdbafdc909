import { readDay } from '../../csv/read-day.ts';
import type { NumberWriting } from '../../csv/read-number.ts';
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

/** One row, read by the meaning of its columns. */
export type TableRow = {
  readonly row: number;
  readonly text: (member: DocumentMember, max?: number) => string | undefined;
  /** Throws `UnreadableCell`. */
  readonly amount: (member: DocumentMember) => TenThousandths | undefined;
  readonly rate: (member: DocumentMember) => number | undefined;
  /** Throws `UnreadableCell`. */
  readonly day: (member: DocumentMember) => CivilDay | undefined;
  /** Undefined also if the cell is no day. */
  readonly dayIfAny: (member: DocumentMember) => CivilDay | undefined;
  /** The amounts of columns of one rate. Throws `UnreadableCell`. */
  readonly ofRates: () => readonly (Omit<RateColumn, 'place'> & { readonly amount: TenThousandths })[];
  readonly isFirstCellTotal: boolean;
};

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

/** A row by the meaning of its columns. */
export function tableRow(
  { row, cells }: { readonly row: number; readonly cells: readonly string[] },
  reading: TableReading,
): TableRow {
  const { places, headers, dateOrder, rateColumns } = reading;
  const cell = (member: DocumentMember): string => {
    const place = places.get(member);
    return place === undefined ? '' : (cells[place] ?? '').trim();
  };
  const amountAt = (place: number): TenThousandths | undefined => {
    const written = (cells[place] ?? '').trim();
    if (written === '' || /^[-–—]+$/.test(written)) return undefined;
    const plain = reading.isDotForThousands ? written.replace(/\.(?=\d{3}(?!\d))/g, '') : written;
    const amount = readAmount(plain, reading.writing);
    if (amount === undefined) throw new UnreadableCell(headers[place] ?? '', written);
    return amount;
  };
  const dayIfAny = (member: DocumentMember): CivilDay | undefined =>
    cell(member) === '' ? undefined : readDay(cell(member), dateOrder);
  return {
    row,
    text: (member, max) => tidyText(cell(member), max ?? TEXT_CHARACTERS_MAX),
    amount: (member) => {
      const place = places.get(member);
      return place === undefined ? undefined : amountAt(place);
    },
    rate: (member) => (cell(member) === '' ? undefined : readRate(cell(member))),
    day: (member) => {
      const day = dayIfAny(member);
      if (day === undefined && cell(member) !== '')
        throw new UnreadableCell(headers[places.get(member) ?? 0] ?? '', cell(member));
      return day;
    },
    dayIfAny,
    ofRates: () =>
      rateColumns.flatMap(({ place, rate, states }) => {
        const amount = amountAt(place);
        return amount === undefined || amount === 0 ? [] : [{ rate, states, amount }];
      }),
    isFirstCellTotal: /^(?:sous[- ]?|grand )?total\b/i.test((cells.find((each) => each.trim() !== '') ?? '').trim()),
  };
}

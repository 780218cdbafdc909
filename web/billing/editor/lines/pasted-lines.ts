import { parseNumber, parsePrice } from '../../../app/formats/parse-number.ts';
import type { DraftLine, LineStart, Unit, VatCode } from '../draft/line.ts';
import { newLine, present, titleOf } from '../draft/line.ts';
import { parsePastedTable } from './pasted-table.ts';
import { unitByAlias } from './unit-aliases.ts';

/** The lines read from a pasted table, and the skipped rows, numbered from 1. */
export type Pasted = { readonly lines: readonly DraftLine[]; readonly leftAside: readonly number[] };

/**
 * Reads lines from a pasted spreadsheet table. A first row with French or English column names maps
 * the columns; otherwise they are designation, quantity, unit, unit price, VAT, skipping those with
 * other content. Plain text is not a table and is pasted into the field as usual. A VAT rate maps
 * to its first code, in the service's order. A row with text only above a row with figures starts a
 * section, until the next one or a subtotal row.
 */
export function parsePastedLines(text: string, reading: Reading): Pasted | undefined {
  const table = parsePastedTable(text);
  if (!table) return undefined;
  const named = columnsNamed(table[0] ?? []);
  const columns = named ?? columnsGuessed(table, reading);
  const rows = named ? table.slice(1) : table;
  const first = named ? 2 : 1;
  const lines: DraftLine[] = [];
  const leftAside: number[] = [];
  let { section } = reading.start;
  for (const [place, row] of rows.entries()) {
    const title = headingOf(row, rows[place + 1], columns);
    if (isSubtotal(row, columns)) section = undefined;
    else if (title !== undefined) section = title;
    else {
      const line = lineOf(row, columns, { ...reading, start: { ...reading.start, section } });
      if (line) lines.push(line);
      else leftAside.push(place + first);
    }
  }
  return { lines, leftAside };
}

type Reading = {
  /** Defaults of a line for what the table does not contain. */
  readonly start: LineStart;
  readonly newKey: () => string;
  /** The language of the page decides what "1,500" means. */
  readonly language: 'fr' | 'en';
  readonly vatCodes: readonly { readonly vatCode: VatCode; readonly ratePercent: number }[];
};

type Column =
  | 'designation'
  | 'description'
  | 'reference'
  | 'quantity'
  | 'unit'
  | 'price'
  | 'priceWithTax'
  | 'vat'
  | 'total';
type Columns = readonly (Column | undefined)[];

const names: readonly (readonly [Column, RegExp])[] = [
  ['total', /^(montant|total|amount|line total)\b/],
  ['priceWithTax', /^(prix|p\.?u\.?|tarif|price|unit price)\b.*(ttc|incl|with tax)/],
  ['price', /^(prix|p\.?u\.?|tarif|price|unit price|unit cost|cout|rate)\b/],
  ['quantity', /^(quantite|qte|qt|qty|quantity|nombre|nb)\b/],
  ['unit', /^(unite|unit|u)\b/],
  ['vat', /^(tva|taux|vat|tax)\b/],
  ['reference', /^(ref|reference|sku|code)\b/],
  ['description', /^(detail|details|commentaire|remarque|notes?)\b/],
  [
    'designation',
    /^(designation|libelle|intitule|article|produit|prestation|nom|item|product|service|name|label|description)\b/,
  ],
];

const bare = (text: string): string =>
  text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '').replace(/[_:]/g, ' ').trim();

/** The column names of the first row; undefined if it is a normal line. */
function columnsNamed(row: readonly string[]): Columns | undefined {
  const columns = row.map((cell) => names.find(([, pattern]) => pattern.test(bare(cell)))?.[0]);
  const known = new Set(columns.filter((column) => column !== undefined));
  const hasFigures = row.some(isFigure);
  return known.has('designation') && !hasFigures && known.size === columns.filter(Boolean).length ? columns : undefined;
}

/**
 * Text first, then figures in the usual order; units and percentages are recognized by their form.
 */
function columnsGuessed(table: readonly (readonly string[])[], reading: Reading): Columns {
  const width = Math.max(...table.map((row) => row.length));
  const cellsAt = (place: number) => table.map((row) => row[place] ?? '').filter((cell) => cell !== '');
  const every = (place: number, holds: (cell: string) => boolean) =>
    cellsAt(place).length > 0 && cellsAt(place).every(holds);
  const columns: (Column | undefined)[] = Array.from({ length: width }, () => undefined);
  const rest = ['quantity', 'price', 'total'] as const;
  let figures = 0;
  const hasWords = Array.from({ length: width }, (_, place) => place).filter((place) => every(place, isWords));
  const alone =
    Array.from({ length: width }, (_, place) => place).filter((place) => every(place, isFigure)).length === 1;
  for (let place = 0; place < width; place++) {
    if (every(place, (cell) => cell.includes('%') && vatOf(cell, reading) !== undefined)) columns[place] = 'vat';
    else if (place !== hasWords[0] && every(place, (cell) => unitByAlias(cell) !== undefined)) columns[place] = 'unit';
    else if (every(place, isFigure)) columns[place] = alone ? 'price' : rest[figures++];
    else if (place === hasWords[0]) columns[place] = 'designation';
    else if (place === hasWords[1]) columns[place] = 'description';
  }
  return columns;
}

/** Language does not matter here: it changes the value of a figure, not whether it is one. */
const isFigure = (cell: string): boolean => parseNumber(cell.replace(/%\s*$/u, ''), 'fr').is === 'number';
const isWords = (cell: string): boolean => /\p{L}/u.test(cell) && !isFigure(cell);

/** Maximum characters of a section title; a longer text is a line. */
const TITLE_MAX = 120;

function headingOf(row: readonly string[], next: readonly string[] | undefined, columns: Columns): string | undefined {
  const [title, ...more] = row.filter((cell) => cell !== '').map(titleOf);
  if (title === undefined || more.length > 0 || !isWords(title) || title.length > TITLE_MAX) return undefined;
  return next && hasFigures(next, columns) ? title : undefined;
}

const hasFigures = (row: readonly string[], columns: Columns): boolean =>
  row.some((cell, place) => cell !== '' && FIGURES.has(columns[place]));
const FIGURES: ReadonlySet<Column | undefined> = new Set(['quantity', 'price', 'priceWithTax']);

const isSubtotal = (row: readonly string[], columns: Columns): boolean =>
  !hasFigures(row, columns) && /^(sous[- ]?total|sub-?total)\b/.test(bare(row.find((cell) => cell !== '') ?? ''));

function lineOf(row: readonly string[], columns: Columns, reading: Reading): DraftLine | undefined {
  const { start, newKey, language } = reading;
  const cell = (column: Column): string => row[columns.indexOf(column)] ?? '';
  const designation = cell('designation').replace(/\s*\n\s*/g, ' ');
  if (designation === '') return undefined;
  const withTax = columns.includes('priceWithTax') && !columns.includes('price');
  const quantity = parseNumber(cell('quantity'), language);
  const price = parsePrice(cell(withTax ? 'priceWithTax' : 'price'), language);
  if (quantity.is === 'unreadable' || price.is === 'unreadable') return undefined;
  const vat = cell('vat') === '' ? undefined : vatOf(cell('vat'), reading);
  const unit: Unit | undefined = unitByAlias(cell('unit'));
  return present<DraftLine>({
    ...newLine(newKey(), start),
    designation,
    description: cell('description') || undefined,
    reference: cell('reference') || undefined,
    quantity: quantity.is === 'number' ? quantity.value : 1,
    unitPrice: price.is === 'number' ? price.value : undefined,
    ...(unit && { unit }),
    ...(vat && { vatCode: vat }),
    taxIncluded: withTax || start.taxIncluded,
  });
}

/** "20 %", "20", "0,2" or a VAT code of the API. */
function vatOf(cell: string, { vatCodes, language }: Reading): VatCode | undefined {
  const named = vatCodes.find(({ vatCode }) => vatCode === cell.trim().toUpperCase());
  if (named) return named.vatCode;
  const read = parseNumber(cell.replace(/%\s*$/u, ''), language);
  if (read.is !== 'number') return undefined;
  const isShare = read.value > 0 && read.value < 1 && !cell.includes('%');
  const rate = isShare ? Number((read.value * 100).toFixed(2)) : read.value;
  return vatCodes.find(({ ratePercent }) => ratePercent === rate)?.vatCode;
}

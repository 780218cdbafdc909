import type {
  ForeignDocument,
  ForeignDoubt,
  ForeignKind,
  ForeignSum,
  LeftOut,
} from '../../domain/billing/past/foreign-document.ts';
import { type Cents, cents } from '../../domain/money/cents.ts';
import type { CurrencyCode } from '../../domain/money/currency.ts';
import { slices } from '../../limits/time-slices.ts';
import { customerOf } from '../customer-of-file.ts';
import { paymentsOf } from '../payments-of-file.ts';
import { AmountTooLarge, toCents } from '../read-amount.ts';
import { currencyIn, type DocumentState, kindIn, methodIn, stateIn, yesOrNoIn } from '../read-words.ts';
import { NUMBER_CHARACTERS_MAX, quotedCell } from '../tidy-text.ts';
import type { DocumentFormat, DocumentMember } from './document-format.ts';
import type { FoundTable } from './find-table.ts';
import { type TableReading, TableRow, tableReading, UnreadableCell } from './rows-of-table.ts';
import { sumsOfRows } from './sums-of-rows.ts';

/** Documents of one file. */
const DOCUMENTS_MAX = 20_000;

/** What a list of documents holds. */
export type ReadList = {
  readonly documents: readonly ForeignDocument[];
  readonly leftOut: readonly LeftOut[];
  readonly rows: number;
};

/** Reads a list of documents; undefined if it has more than `DOCUMENTS_MAX`. */
export async function readDocuments(table: FoundTable, format: DocumentFormat): Promise<ReadList | undefined> {
  const reading = tableReading(table, format);
  const groups = groupsOf(table, reading);
  if (groups.length > DOCUMENTS_MAX) return undefined;
  const documents: ForeignDocument[] = [];
  const leftOut: LeftOut[] = [];
  const turn = slices();
  for (const rows of groups) {
    const read = documentOf(rows, reading);
    if ('reason' in read) leftOut.push(read);
    else documents.push(read);
    await turn();
  }
  return { documents, leftOut, rows: table.body.length };
}

/** The rows of each document, in the order of their first rows. */
function groupsOf(table: FoundTable, reading: TableReading): readonly (readonly TableRow[])[] {
  const groups = new Map<string, TableRow[]>();
  let last: TableRow[] | undefined;
  for (const each of table.body) {
    const row = new TableRow(each, reading);
    const number = row.text('number', NUMBER_CHARACTERS_MAX) ?? row.text('key', NUMBER_CHARACTERS_MAX);
    if (number === undefined && isOnlySum(row)) continue;
    // Some programs write the number in the first line of a document only.
    if (number === undefined && last && row.dayIfAny('issuedOn') === undefined && isLine(row, reading)) {
      last.push(row);
      continue;
    }
    const key = number === undefined ? `#${row.row}` : `${row.text('kind') ?? ''}|${number}`;
    last = groups.get(key) ?? [];
    if (last.length === 0) groups.set(key, last);
    last.push(row);
  }
  return [...groups.values()];
}

/** A row below the list with the sums of its columns. */
const isOnlySum = (row: TableRow): boolean =>
  row.isFirstCellTotal() ||
  (row.text('issuedOn') === undefined && row.text('customerName') === undefined && row.text('lineText') === undefined);

const isLine = (row: TableRow, { places }: TableReading): boolean =>
  row.text('lineText') !== undefined || (places.has('lineNet') && row.text('lineNet') !== undefined);

/** One document, or why it is left out. */
function documentOf(rows: readonly TableRow[], reading: TableReading): ForeignDocument | LeftOut {
  const first = rows[0] as TableRow;
  const number = first.text('number', NUMBER_CHARACTERS_MAX);
  const place = { row: first.row, ...(number !== undefined && { number }) };
  try {
    return { ...place, ...readDocument(rows, reading) } as ForeignDocument | LeftOut;
  } catch (error) {
    if (error instanceof AmountTooLarge) return { reason: 'unreadable_cell', ...place };
    if (!(error instanceof UnreadableCell)) throw error;
    return { reason: 'unreadable_cell', ...place, column: quotedCell(error.column), cell: quotedCell(error.cell) };
  }
}

function readDocument(
  rows: readonly TableRow[],
  reading: TableReading,
): Omit<ForeignDocument, 'number' | 'row'> | { readonly reason: LeftOut['reason'] } {
  const { format } = reading;
  const first = rows[0] as TableRow;
  const state = stateOf(first, format);
  if (state === 'draft' || state === 'cancelled') return { reason: state };
  const number = first.text('number', NUMBER_CHARACTERS_MAX);
  if (number === undefined) return { reason: 'without_number' };
  const issuedOn = first.day('issuedOn');
  if (issuedOn === undefined) return { reason: 'without_day' };
  const kind = kindOf(first, format, number);
  if (kind === 'unknown') return { reason: 'unknown_kind' };
  const currency = currencyOf(first);
  if (currency === undefined) return { reason: 'unknown_currency' };
  const read = sumsOfRows(rows);
  if (!read) return { reason: 'without_amount' };
  const total = totalOf(read.sums);
  const isReversed = total < 0;
  const dueOn = first.dayIfAny('dueOn');
  const title = first.text('title');
  const corrects = first.text('corrects', NUMBER_CHARACTERS_MAX);
  const { customer, isNamed } = customerOf(writtenCustomer(first), number);
  const finalKind = isReversed && kind === 'invoice' ? 'credit_note' : kind;
  const paid =
    finalKind === 'invoice' || finalKind === 'advance'
      ? paymentsOfRows(rows, { total, issuedOn, dueOn, state })
      : noPayments;
  const key = first.text('key', NUMBER_CHARACTERS_MAX);
  const doubts: ForeignDoubt[] = [
    ...read.doubts,
    ...paid.doubts,
    ...(isNamed ? [] : (['customer_without_name'] as const)),
  ];
  return {
    kind: finalKind,
    ...(key !== undefined && key !== number && { key }),
    issuedOn,
    ...(dueOn !== undefined && { dueOn }),
    ...(title !== undefined && { title }),
    customer,
    currency,
    sums: isReversed ? read.sums.map(reversed) : read.sums,
    payments: paid.payments,
    ...(corrects !== undefined && finalKind === 'credit_note' && { corrects }),
    doubts: [...new Set(doubts)],
  };
}

const noPayments = { payments: [], doubts: [] } as const;
const totalOf = (sums: readonly ForeignSum[]): Cents => cents(sums.reduce((all, { net, vat }) => all + net + vat, 0));
const reversed = ({ net, vat, ...rest }: ForeignSum): ForeignSum => ({
  ...rest,
  net: cents(0 - net),
  vat: cents(0 - vat),
});

function stateOf(row: TableRow, { states }: DocumentFormat): DocumentState | undefined {
  const written = row.text('state');
  if (written !== undefined) return states?.[written.toLowerCase()] ?? stateIn(written);
  const isPaid = row.text('isPaid') ?? (isAmount(row, 'paid') ? undefined : row.text('paid'));
  if (isPaid === undefined) return undefined;
  if (row.dayIfAny('isPaid') !== undefined || row.dayIfAny('paid') !== undefined) return 'paid';
  const answer = isPaid === '1' ? true : isPaid === '0' ? false : yesOrNoIn(isPaid);
  return answer === undefined ? stateIn(isPaid) : answer ? 'paid' : 'unpaid';
}

/** `Paid` is a column of amounts, of days, or of yes and no. */
function isAmount(row: TableRow, member: DocumentMember): boolean {
  const cell = row.text(member);
  return (
    cell !== undefined &&
    yesOrNoIn(cell) === undefined &&
    row.dayIfAny(member) === undefined &&
    stateIn(cell) === undefined
  );
}

const CREDIT_NOTE_NUMBER = /^(?:av|avo|avoir|cn|credit|nc)(?=[-_/ .]?\d)/i;
const ESTIMATE_NUMBER = /^(?:devis|dev|quote|est|qu)(?=[-_/ .]?\d)/i;
const ADVANCE_NUMBER = /^(?:acompte|acpte|fac?[-_ ]?ac)(?=[-_/ .]?\d)/i;

/** What the file says, else what its number begins with. */
function kindOf(row: TableRow, format: DocumentFormat, number: string): ForeignKind | 'unknown' {
  const written = row.text('kind');
  const stated = written === undefined ? undefined : (format.kinds?.[written.toLowerCase()] ?? kindIn(written));
  if (stated !== undefined) return stated;
  if (format.kind !== undefined) return format.kind;
  if (CREDIT_NOTE_NUMBER.test(number)) return 'credit_note';
  if (ESTIMATE_NUMBER.test(number)) return 'estimate';
  return ADVANCE_NUMBER.test(number) ? 'advance' : 'invoice';
}

/** Euros unless a column states another currency. */
function currencyOf(row: TableRow): CurrencyCode | undefined {
  const written = row.text('currency');
  return written === undefined ? 'EUR' : currencyIn(written);
}

function writtenCustomer(row: TableRow): Parameters<typeof customerOf>[0] {
  const text = (member: DocumentMember): string | undefined => row.text(member);
  return {
    ...{ key: text('customerKey'), name: text('customerName'), company: text('company') },
    ...{ firstName: text('firstName'), lastName: text('lastName'), email: text('email') },
    ...{ siren: text('siren'), vatNumber: text('vatNumber'), address: text('address') },
    ...{ complement: text('complement'), zipCode: text('zipCode'), city: text('city'), country: text('country') },
  };
}

/** A document before its payments are known. */
type Owed = Pick<Parameters<typeof paymentsOf>[0], 'total' | 'issuedOn' | 'dueOn' | 'state'>;

function paymentsOfRows(rows: readonly TableRow[], owed: Owed): ReturnType<typeof paymentsOf> {
  const first = rows[0] as TableRow;
  const amountOf = (row: TableRow, member: DocumentMember): Cents | undefined => {
    const amount = row.amount(member);
    return amount === undefined ? undefined : toCents(amount);
  };
  const listed = rows.flatMap((row) => {
    const amount = amountOf(row, 'paymentAmount');
    const method = methodIn(row.text('method') ?? '');
    return amount === undefined ? [] : [{ on: row.dayIfAny('paidOn'), amount, method }];
  });
  return paymentsOf({
    ...owed,
    listed,
    paid: isAmount(first, 'paid') ? amountOf(first, 'paid') : undefined,
    balance: amountOf(first, 'balance'),
    paidOn: first.dayIfAny('paidOn') ?? first.dayIfAny('isPaid') ?? first.dayIfAny('paid'),
    method: methodIn(first.text('method') ?? ''),
  });
}

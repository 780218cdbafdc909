import { letters } from '../csv/match-headers.ts';
import { readDay } from '../csv/read-day.ts';
import type { NumberWriting } from '../csv/read-number.ts';
import type { ImportFileFault, ReadImportFile } from '../domain/billing/past/foreign-document.ts';
import { slices } from '../limits/time-slices.ts';
import type { EntryLine } from './booked-sale.ts';
import { readAmount, toCents } from './read-amount.ts';
import { recognized } from './recognized-file.ts';
import { salesOfEntries } from './sales-of-entries.ts';
import type { FoundTable } from './tables/find-table.ts';
import { NAME_CHARACTERS_MAX, NUMBER_CHARACTERS_MAX, tidyText } from './tidy-text.ts';

/** The columns of a file of accounting entries (FEC), in their order (LPF art. A47 A-1, VII). */
const COLUMNS = [
  ...(['JournalCode', 'JournalLib', 'EcritureNum', 'EcritureDate', 'CompteNum', 'CompteLib', 'CompAuxNum'] as const),
  ...(['CompAuxLib', 'PieceRef', 'PieceDate', 'EcritureLib', 'Debit', 'Credit', 'EcritureLet', 'DateLet'] as const),
  ...(['ValidDate', 'Montantdevise', 'Idevise', 'Montant', 'Sens'] as const),
] as const;
type Column = (typeof COLUMNS)[number];

/** Columns that every file has; the amounts are in two columns or in one with its direction. */
export const FEC_SIGNATURE: readonly Column[] = ['JournalCode', 'EcritureNum', 'EcritureDate', 'CompteNum', 'PieceRef'];

/** Documents of one file. */
const DOCUMENTS_MAX = 20_000;

/** The sales and their payments in a file of accounting entries; other entries are only counted. */
export async function readFec(table: FoundTable): Promise<ReadImportFile | { readonly fault: ImportFileFault }> {
  const lines: EntryLine[] = [];
  const leftOut: ReadImportFile['leftOut'][number][] = [];
  const places = new Map(table.headers.map((header, place) => [letters(header), place]));
  const turn = slices();
  for (const { row, cells } of table.body) {
    const cell = (column: Column): string => cells[places.get(letters(column)) ?? -1]?.trim() ?? '';
    const line = lineOf(row, cell, table.writing);
    if ('column' in line) leftOut.push({ reason: 'unreadable_cell', row, ...line });
    else lines.push(line);
    await turn();
  }
  const documents = await salesOfEntries(lines);
  if (documents.length > DOCUMENTS_MAX) return { fault: 'too_large' };
  const content = documents.length > 0 ? 'documents' : 'accounting_entries';
  return { ...recognized('fec', content, { rows: table.body.length }), documents, leftOut };
}

type Cell = (column: Column) => string;

function lineOf(row: number, cell: Cell, writing: NumberWriting): EntryLine | { column: string; cell: string } {
  const on = readDay(cell('EcritureDate'), 'dmy');
  if (on === undefined)
    return { column: 'EcritureDate', cell: tidyText(cell('EcritureDate'), NUMBER_CHARACTERS_MAX) ?? '' };
  const debit = debitOf(cell, writing);
  if (debit === undefined) {
    const column = cell('Montant') === '' ? 'Debit' : 'Montant';
    return { column, cell: tidyText(`${cell(column)} ${cell('Credit')}`, NUMBER_CHARACTERS_MAX) ?? '' };
  }
  const pieceOn = readDay(cell('PieceDate'), 'dmy');
  const texts = {
    accountName: tidyText(cell('CompteLib'), NAME_CHARACTERS_MAX),
    auxiliary: tidyText(cell('CompAuxNum'), NUMBER_CHARACTERS_MAX),
    auxiliaryName: tidyText(cell('CompAuxLib'), NAME_CHARACTERS_MAX),
    piece: tidyText(cell('PieceRef'), NUMBER_CHARACTERS_MAX),
    label: tidyText(cell('EcritureLib'), NAME_CHARACTERS_MAX),
    letter: tidyText(cell('EcritureLet'), NUMBER_CHARACTERS_MAX),
  };
  return {
    ...{ row, journal: cell('JournalCode'), entry: cell('EcritureNum'), on, account: cell('CompteNum'), debit },
    ...(pieceOn !== undefined && { pieceOn }),
    ...Object.fromEntries(Object.entries(texts).filter(([, value]) => value !== undefined)),
  };
}

/** The amount in cents, positive for debit; undefined if a cell is no amount. */
function debitOf(cell: Cell, writing: NumberWriting): number | undefined {
  const amountIn = (column: Column): number | undefined => {
    const amount = cell(column) === '' ? 0 : readAmount(cell(column), writing);
    return amount === undefined ? undefined : toCents(amount);
  };
  if (cell('Sens') !== '' || cell('Montant') !== '') {
    const amount = amountIn('Montant');
    return amount === undefined ? undefined : /^(?:C|-)/i.test(cell('Sens')) ? 0 - amount : amount;
  }
  const [debit, credit] = [amountIn('Debit'), amountIn('Credit')];
  return debit === undefined || credit === undefined ? undefined : debit - credit;
}

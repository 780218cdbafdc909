import type { NumberWriting } from '../../csv/read-number.ts';
import type { SheetRow } from '../../csv/read-rows.ts';
import type { CustomFault } from '../../schemas/validation/custom-check.ts';
import type { Column } from './column.ts';
import type { OpenedFile } from './open-file.ts';

/** A note on one cell, under the header of its column. */
type CellNote = { readonly fault: CustomFault; readonly column: string };

/** The values of a row, nested by the members of the form. */
export type ReadRow = {
  readonly row: number;
  readonly said: Readonly<Record<string, unknown>>;
  /** The ID of the record in another program. */
  readonly foreignId?: string;
  /** The contact of the company that is in the same row. */
  readonly isContactOfRow?: true;
  /** Cells that could not be read. */
  readonly unread: readonly CellNote[];
  readonly doubts: readonly CellNote[];
};

/** Reads the cells of a row by column. */
export function readRow({ row, cells }: SheetRow, file: OpenedFile, columns: readonly Column<never>[]): ReadRow {
  const writing: NumberWriting = { comma: file.separator === ',' ? 'thousands' : 'decimal' };
  const said: Record<string, unknown> = {};
  const unread: CellNote[] = [];
  const doubts: CellNote[] = [];
  for (const { member, read, empties } of columns) {
    const place = file.places.get(member);
    if (place === undefined) continue;
    const cell = cells[place] ?? '';
    const column = file.headers[place] ?? '';
    if (cell.trim() === '') {
      if (empties) put(said, member, null);
      continue;
    }
    const result = read(cell, writing);
    if ('fault' in result) unread.push({ fault: result.fault, column });
    else put(said, member, result.value);
    if ('doubt' in result && result.doubt) doubts.push({ fault: result.doubt, column });
  }
  return { row, said, unread, doubts };
}

/** Sets a nested value: `billingAddress.city` is the city in the billing address. */
function put(input: Record<string, unknown>, member: string, value: unknown): void {
  const steps = member.split('.');
  const last = steps.pop() as string;
  let holder = input;
  for (const step of steps) {
    holder[step] ??= {};
    holder = holder[step] as Record<string, unknown>;
  }
  holder[last] = value;
}

/**
 * The header of the column of a form member: a fault of `emails.0` belongs to the column of
 * `emails`.
 */
export function headerOf(property: string, file: OpenedFile): string | undefined {
  for (let member = property; member !== ''; member = member.slice(0, Math.max(0, member.lastIndexOf('.')))) {
    const place = file.places.get(member);
    if (place !== undefined) return file.headers[place];
  }
  return undefined;
}

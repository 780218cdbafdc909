import { createHash } from 'node:crypto';
import { type ListFormat, letters, matchHeaders } from '../../csv/match-headers.ts';
import { takeTurn } from '../../db/account/usage.ts';
import { type ChosenColumns, chosenColumns, type ImportKind, keepChosenColumns } from '../../db/import-columns.ts';
import { kindsOfIds } from '../../db/record-kind.ts';
import type { FoundColumn } from '../../domain/import-report.ts';
import type { ImportSource } from '../../domain/import-source.ts';
import type { Refused } from '../../domain/refusal.ts';
import { isUuid } from '../../schemas/fields/id.ts';
import type { Context } from '../context.ts';
import type { Column } from './column.ts';
import type { ImportRequest } from './import-form.ts';
import type { OpenedFile, ReadTable } from './open-file.ts';

/** The columns of an import. */
export type ImportColumns = {
  /** What it imports, if other programs export it too. */
  readonly kind?: ImportKind;
  readonly columns: readonly Column<never>[];
  /** The lists of other programs that are recognized. */
  readonly formats?: readonly ListFormat[];
};

type Wanted = {
  readonly asked: ImportRequest;
  readonly importer: ImportColumns;
  /** The list may be of another account or installation: IDs unknown here are theirs. */
  readonly isMovingIn?: boolean | undefined;
};

/**
 * The meaning of the columns of a file: as chosen with it or for an earlier file with the same
 * headers, otherwise by their names in the format of another program, or in ours. Imports from
 * other programs wait for each other, so that none adds a record twice.
 */
export async function withColumns(
  { tx }: Pick<Context, 'tx'>,
  table: ReadTable,
  { asked, importer, isMovingIn = false }: Wanted,
): Promise<OpenedFile | Refused<'file_column_twice' | 'file_member_unknown'>> {
  const { columns, formats, kind } = importer;
  const told = toldColumns(asked);
  const known = new Set(columns.map(({ member }) => member));
  const stranger = [...(told?.values() ?? [])].find((member) => member !== null && !known.has(member));
  if (stranger !== undefined && stranger !== null) return { refused: 'file_member_unknown', member: stranger };
  if (kind) takeTurn(tx, 'imports');
  const chosen = told ?? (kind && (await chosenColumns(tx, kind, digestOf(table.headers))));
  const matched = matchHeaders(table.headers, { columns, formats, chosen });
  if ('namedTwice' in matched) return { refused: 'file_column_twice', column: matched.namedTwice };
  const file = { ...table, ...matched };
  if (!kind) return file;
  return withForeignIds(file, isMovingIn && !(await hasIdsOfOurs({ tx }, file)));
}

/** Keeps the columns chosen with a file, for the next one with the same headers. */
export function rememberColumns(
  { tx, now }: Pick<Context, 'tx' | 'now'>,
  file: ReadTable,
  { asked, importer }: Wanted,
): void {
  const chosen = toldColumns(asked);
  if (importer.kind && chosen)
    keepChosenColumns(tx, importer.kind, { headers: digestOf(file.headers), chosen, at: now });
}

/** Columns that a report lists. */
const COLUMNS_LISTED_MAX = 200;
/** Characters of a cell in a report. */
const SAMPLE_CHARACTERS = 60;

/** Each column with its meaning, and the cell of the first row. */
export function columnsFound(file: OpenedFile): FoundColumn[] {
  const members = new Map([...file.places].map(([member, place]) => [place, member]));
  const cells = firstRow(file);
  return file.headers.slice(0, COLUMNS_LISTED_MAX).flatMap((header, place) => {
    if (header.trim() === '') return [];
    const [member, sample] = [members.get(place), cells[place]?.trim().slice(0, SAMPLE_CHARACTERS)];
    return [{ header, ...(member !== undefined && { member }), ...(sample && { sample }) }];
  });
}

const toldColumns = ({ columns }: ImportRequest): ChosenColumns | undefined =>
  columns && new Map(columns.map(({ header, member }) => [header, member]));

const digestOf = (headers: readonly string[]): string =>
  createHash('sha256')
    .update(JSON.stringify(headers.map(letters)))
    .digest('hex');

function firstRow({ body }: ReadTable): readonly string[] {
  for (const rows of body()) if (rows[0]) return rows[0].cells;
  return [];
}

/** The first cell of a column with a text, within the first batch of rows. */
function firstCell({ body }: ReadTable, place: number): string {
  for (const rows of body()) return rows.find(({ cells }) => (cells[place] ?? '').trim() !== '')?.cells[place] ?? '';
  return '';
}

/** An `id` that is none of ours is that of another program. */
function withForeignIds(file: OpenedFile, areElsewhere: boolean): OpenedFile {
  if (file.source !== undefined) return file;
  const place = file.places.get('id');
  const isForeign =
    place !== undefined && !file.places.has('foreignId') && (areElsewhere || isForeignId(firstCell(file, place)));
  if (!isForeign) return file.places.has('foreignId') ? { ...file, source: OTHER } : file;
  const places = new Map([...file.places].filter(([member]) => member !== 'id'));
  return { ...file, places: places.set('foreignId', place), source: OTHER };
}

/** Whether an ID of the first batch of rows is that of a record of this account. */
async function hasIdsOfOurs({ tx }: Pick<Context, 'tx'>, { places, body }: OpenedFile): Promise<boolean> {
  const place = places.get('id');
  if (place === undefined) return true;
  for (const rows of body()) {
    const ids = rows.map(({ cells }) => (cells[place] ?? '').trim().toLowerCase()).filter(isUuid);
    return (await kindsOfIds(tx, ids)).length > 0;
  }
  return true;
}

const OTHER = 'other' satisfies ImportSource;
const isForeignId = (cell: string): boolean => cell.trim() !== '' && !isUuid(cell.trim().toLowerCase());

import { rollbackToSavepoint, setSavepoint } from '../../db/savepoint.ts';
import type { ImportReport, RowNote } from '../../domain/import-report.ts';
import { isRefusal, type Refused } from '../../domain/refusal.ts';
import { slices } from '../../limits/time-slices.ts';
import type { CustomFault } from '../../schemas/validation/custom-check.ts';
import type { AfterCommitStep, Context, Reply } from '../context.ts';
import { columnsFound, type ImportColumns, rememberColumns, withColumns } from './import-columns.ts';
import type { ImportRequest } from './import-form.ts';
import { fileRefusals, type OpenedFile, openFile, type ReadTable } from './open-file.ts';
import { type ReadRow, readRow } from './read-row.ts';

/** Maximum rows of a file in a request body. */
export const ROWS_PER_REQUEST_MAX = 10_000;
/** Rows looked up and written together. */
const SLICE_ROWS = 500;

/** The size limit of a file, and the progress callback. */
export type ImportGiven = {
  readonly rowsMax: number;
  readonly onRows?: (done: number, all: number) => void;
  /** The list may be that of another account or installation. */
  readonly isMovingIn?: boolean;
  /** Called with the IDs of records that were created. */
  readonly onCreated?: (ids: readonly string[]) => void;
};

/** The state of a running import. */
export type ImportWork = {
  readonly context: Context;
  readonly asked: ImportRequest;
  readonly file: OpenedFile;
  readonly given: ImportGiven;
  readonly notes: ImportNotes;
  /** Whether valid rows are still written: not after an invalid row has refused the file. */
  readonly writes: () => boolean;
  /** Called between rows: yields to other requests after a while. */
  readonly turn: () => Promise<void> | undefined;
};

/** One pass over the file: which rows, and how a batch is handled. */
type Reading = {
  readonly takes: (row: ReadRow) => boolean;
  readonly slice: (rows: readonly ReadRow[]) => Promise<void>;
};

/** What the rows of a file create. */
export type Importer = ImportColumns & {
  /** Required members that are completed in lists of other programs. */
  readonly completed?: readonly string[];
  /** The records in a row of another program, which may have several. */
  readonly recordsOfRow?: (row: ReadRow) => readonly ReadRow[];
  /** The members a row needs to create something. */
  readonly required: readonly string[];
  /** The columns that identify an existing record; with one of them no other is required. */
  readonly keys: (request: ImportRequest) => readonly string[];
  readonly readings: (work: ImportWork) => Promise<readonly Reading[]>;
};

export const importRefusals = [
  ...fileRefusals,
  ...(['file_member_unknown', 'file_columns_missing', 'file_rows_refused'] as const),
] as const;

type Imported = Reply<ImportReport> | Refused<(typeof importRefusals)[number]>;
type Opened = Awaited<ReturnType<typeof openFile>>;

/**
 * Imports a file in one transaction, completely or not at all; with `skipBad` only its valid rows.
 * A dry run executes everything, including database checks, and rolls it back. The file is parsed
 * first, outside a transaction.
 */
export const importFile = (
  context: Context,
  request: ImportRequest,
  options: ImportGiven,
  importer: Importer,
): AfterCommitStep<Imported, Opened> => ({
  aside: () => openFile(context, request, { ...importer, rowsMax: options.rowsMax }),
  after: async (context, file) =>
    isRefusal(file) ? file : importOpened(context, { asked: request, given: options, importer, table: file }),
});

/** Imports a table that was read, in the transaction of the caller. */
export async function importOpened(
  context: Context,
  { asked, given, importer, table }: { asked: ImportRequest; given: ImportGiven; importer: Importer; table: ReadTable },
): Promise<Imported> {
  const file = await withColumns(context, table, { asked, importer, isMovingIn: given.isMovingIn });
  if (isRefusal(file)) return file;
  const columns = columnsFound(file);
  const missing = missingColumns(file, asked, importer);
  if (missing.length > 0) return { refused: 'file_columns_missing', columns: missing, found: columns };

  const notes = importNotes(context.language);
  if (file.source === undefined) for (const header of file.unknown) notes.doubtful(1, UNKNOWN_COLUMN, header);
  const work = { context, asked, file, given, notes, writes: () => asked.skipBad || !notes.hasBad(), turn: slices() };
  const tried = asked.dryRun && setSavepoint(context.tx);
  await readThrough(work, importer, given);
  if (tried) rollbackToSavepoint(context.tx, tried);

  const { source } = file;
  const report = notes.report({ dryRun: asked.dryRun, rows: file.rows, columns, ...(source && { source }) });
  if (notes.hasBad() && !asked.skipBad && !asked.dryRun) {
    return { refused: 'file_rows_refused', report: { ...report, created: 0, updated: 0 } };
  }
  if (!asked.dryRun) rememberColumns(context, file, { asked, importer });
  return { body: report };
}

const UNKNOWN_COLUMN = {
  code: 'column_unknown',
  fr: 'Cette colonne est inconnue et ignorée',
  en: 'This column is unknown and ignored',
};

function missingColumns({ places, source }: OpenedFile, request: ImportRequest, importer: Importer): string[] {
  const completed = new Set(source === undefined ? [] : importer.completed);
  if (importer.keys(request).some((key) => places.has(key))) return [];
  return importer.required
    .filter((member) => !places.has(member) && !completed.has(member))
    .map((member) => importer.columns.find((column) => column.member === member)?.names[0] ?? member);
}

async function readThrough(work: ImportWork, importer: Importer, options: ImportGiven): Promise<void> {
  const { file, notes } = work;
  const readings = await importer.readings(work);
  const all = file.rows * readings.length;
  let done = 0;
  for (const { takes, slice } of readings) {
    const rows: ReadRow[] = [];
    const take = async (): Promise<void> => {
      await slice(rows.splice(0));
      options.onRows?.(done, all);
    };
    for (const some of file.body()) {
      for (const sheetRow of some) {
        done += 1;
        for (const row of recordsIn(readRow(sheetRow, file, importer.columns), file, importer)) {
          if (!takes(row)) continue;
          for (const { fault, column } of row.unread) notes.bad(row.row, fault, column);
          for (const { fault, column } of row.doubts) notes.doubtful(row.row, fault, column);
          if (row.unread.length === 0) rows.push(row);
        }
        if (rows.length >= SLICE_ROWS) await take();
        await work.turn();
      }
    }
    await take();
  }
}

const recordsIn = (row: ReadRow, { source }: OpenedFile, { recordsOfRow }: Importer): readonly ReadRow[] =>
  source !== undefined && recordsOfRow ? recordsOfRow(row) : [row];

/** Notes of one kind that are listed; further ones are only counted. */
const NOTES_MAX = 100;

/** Notes on the rows of a file. Rows may be read in several passes; notes are ordered by row. */
type ImportNotes = {
  /** This row is invalid. */
  bad: (row: number, fault: CustomFault, column?: string) => void;
  /** This row is accepted but should be checked. */
  doubtful: (row: number, fault: CustomFault, column?: string) => void;
  created: (count: number) => void;
  updated: (count: number) => void;
  /** Rows of another program that were imported before. */
  known: (count: number) => void;
  hasBad: () => boolean;
  report: (about: Pick<ImportReport, 'dryRun' | 'rows' | 'columns' | 'source'>) => ImportReport;
};

function importNotes(language: 'fr' | 'en'): ImportNotes {
  const errors = firstOnes();
  const warnings = firstOnes();
  const badRows = new Set<number>();
  const counted = { created: 0, updated: 0, known: 0 };
  const noteOf = (row: number, { code, ...words }: CustomFault, column?: string): RowNote => ({
    row,
    ...(column !== undefined && { column }),
    code,
    message: words[language],
  });
  return {
    bad: (row, fault, column) => {
      badRows.add(row);
      errors.add(noteOf(row, fault, column));
    },
    doubtful: (row, fault, column) => warnings.add(noteOf(row, fault, column)),
    created: (count) => void (counted.created += count),
    updated: (count) => void (counted.updated += count),
    known: (count) => void (counted.known += count),
    hasBad: () => badRows.size > 0,
    report: (about) => ({
      ...about,
      ...counted,
      skipped: badRows.size,
      errors: errors.first(),
      errorCount: errors.count(),
      warnings: warnings.first(),
      warningCount: warnings.count(),
    }),
  };
}

/** Counts notes and keeps those of the first rows. */
function firstOnes() {
  let kept: RowNote[] = [];
  let count = 0;
  const first = (): RowNote[] => kept.sort((a, b) => a.row - b.row).slice(0, NOTES_MAX);
  return {
    add: (note: RowNote): void => {
      count += 1;
      kept.push(note);
      if (kept.length >= 4 * NOTES_MAX) kept = first();
    },
    first,
    count: () => count,
  };
}

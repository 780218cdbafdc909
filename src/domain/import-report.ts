import type { ImportSource } from './import-source.ts';

/** A problem in one row of a file. `row` is the spreadsheet's row number: the headers are row 1. */
export type RowNote = { row: number; column?: string; code: string; message: string };

/** A column of a file: its header, what it was read as, and the cell of the first row. */
export type FoundColumn = { header: string; member?: string; sample?: string };

/** The result of an import, or of a dry run: `created` and `updated` count valid rows. */
export type ImportReport = {
  dryRun: boolean;
  /** Non-empty rows, without the headers. */
  rows: number;
  created: number;
  updated: number;
  /** Rows left out, because their record was imported before. */
  known: number;
  /** The program whose list it is. */
  source?: ImportSource;
  columns: FoundColumn[];
  /** Invalid rows. */
  skipped: number;
  /** The first problems, by row; `errorCount` counts all. */
  errors: RowNote[];
  errorCount: number;
  warnings: RowNote[];
  warningCount: number;
};

/** Why a file cannot be read at all. */
export type FileFault =
  | 'encoding'
  | 'nul'
  | 'quote'
  | 'empty'
  | 'columns'
  | 'ragged'
  | 'too_costly'
  | 'workbook_broken'
  | 'workbook_too_large';

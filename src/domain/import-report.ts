/** What is said of one row of a file. `row` is the number a spreadsheet shows: the headers are row 1. */
export type RowNote = { row: number; column?: string; code: string; message: string };

/** What became of a file, or would become of it in a dry run: `created` and `updated` count the rows that are good. */
export type ImportReport = {
  dryRun: boolean;
  /** Rows that hold anything, without the headers. */
  rows: number;
  created: number;
  updated: number;
  /** Rows that are not good. */
  skipped: number;
  /** The first of them, by row; `errorCount` counts them all. */
  errors: RowNote[];
  errorCount: number;
  warnings: RowNote[];
  warningCount: number;
};

/** Why a file cannot be read at all. */
export type FileFault = 'encoding' | 'nul' | 'quote' | 'empty' | 'columns' | 'ragged' | 'too_costly';

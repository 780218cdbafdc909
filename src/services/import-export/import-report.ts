import type { ImportReport, RowNote } from '../../domain/import-report.ts';
import type { CustomFault } from '../../schemas/validation/custom-check.ts';

/** Notes of one kind that are listed; further ones are only counted. */
const NOTES_MAX = 100;

/** Notes on the rows of a file. Rows may be read in several passes; notes are ordered by row. */
export type ImportNotes = {
  /** This row is invalid. */
  bad: (row: number, fault: CustomFault, column?: string) => void;
  /** This row is accepted but should be checked. */
  doubtful: (row: number, fault: CustomFault, column?: string) => void;
  created: (count: number) => void;
  updated: (count: number) => void;
  hasBad: () => boolean;
  report: (about: { dryRun: boolean; rows: number }) => ImportReport;
};

export function importNotes(language: 'fr' | 'en'): ImportNotes {
  const errors = firstOnes();
  const warnings = firstOnes();
  const badRows = new Set<number>();
  const counted = { created: 0, updated: 0 };
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

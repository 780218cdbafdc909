/**
 * Transposes rows to one array per column for `unnest`, so that any number of rows is one
 * statement.
 */
export const toColumns = (rows: readonly (readonly unknown[])[]): unknown[][] =>
  (rows[0] ?? []).map((_, place) => rows.map((row) => row[place]));

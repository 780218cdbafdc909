/** Rows of values as one list a column, which `unnest` makes rows of again: any number of rows is one statement. */
export const columnsOf = (rows: readonly (readonly unknown[])[]): unknown[][] =>
  (rows[0] ?? []).map((_, place) => rows.map((row) => row[place]));

/** A cell: a text, or hundredths of a unit that are written as a number. */
export type CsvCell = string | { readonly hundredths: number } | undefined;

/**
 * Rows as a spreadsheet in France opens them: semicolons, decimal commas, CRLF, a byte order mark. What a spreadsheet would take for a
 * formula begins with an apostrophe, as in the files the service writes.
 */
export const csvOf = (rows: readonly (readonly CsvCell[])[]): Blob =>
  new Blob(['\ufeff', ...rows.map((cells) => `${cells.map(written).join(';')}\r\n`)], {
    type: 'text/csv;charset=utf-8',
  });

function written(cell: CsvCell): string {
  if (cell === undefined) return '';
  if (typeof cell !== 'string') return (cell.hundredths / 100).toFixed(2).replace('.', ',');
  const text = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
  return /[";\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Maximum rows read from a paste: a document has at most 500 lines. */
export const MAX_PASTED_ROWS = 1000;

/**
 * Splits a pasted table into cells: tabs (clipboard), or semicolons or commas (files), with quotes
 * around cells that contain the separator, a line break or a quote. Undefined for a single cell.
 */
export function parsePastedTable(text: string): string[][] | undefined {
  const said = text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
  const separator = ['\t', ';', ','].find((sign) => isTable(cellsOf(said, sign), sign));
  const rows = cellsOf(said, separator ?? '\t').filter((row) => row.some((cell) => cell !== ''));
  if (rows.length === 0 || (separator === undefined && rows.length < 2)) return undefined;
  return rows.slice(0, MAX_PASTED_ROWS);
}

/**
 * Tabs are never typed by accident. Semicolons and commas are, and make a table only if every row
 * has the same number of cells.
 */
function isTable(rows: string[][], sign: string): boolean {
  const filled = rows.filter((row) => row.some((cell) => cell !== ''));
  const wide = filled[0]?.length ?? 0;
  if (sign === '\t') return filled.some((row) => row.length > 1);
  return filled.length > 1 && wide > 1 && filled.every((row) => row.length === wide);
}

function cellsOf(text: string, separator: string): string[][] {
  const rows: string[][] = [[]];
  let [cell, quoted, place] = ['', false, 0];
  const end = () => {
    rows[rows.length - 1]?.push(cell.trim());
    cell = '';
  };
  while (place < text.length) {
    const sign = text[place] as string;
    if (quoted) {
      if (sign !== '"') cell += sign;
      else if (text[place + 1] === '"') {
        cell += '"';
        place++;
      } else quoted = false;
    } else if (sign === '"' && cell === '' && closes(text, place, separator)) quoted = true;
    else if (sign === separator) end();
    else if (sign === '\n') {
      end();
      rows.push([]);
    } else cell += sign;
    place++;
  }
  end();
  return rows;
}

/** An inch sign is not a quote: a quote opens only if another one closes the cell. */
function closes(text: string, from: number, separator: string): boolean {
  for (let place = text.indexOf('"', from + 1); place >= 0; place = text.indexOf('"', place + 1)) {
    const next = text[place + 1];
    if (next === '"') place++;
    else return next === undefined || next === separator || next === '\n';
  }
  return false;
}

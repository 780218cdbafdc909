import { zipSync } from 'fflate';

/** A cell: text, number, or date (Excel serial day). */
export type Cell = string | number | { readonly day: number };

const NS = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

type Rows = readonly (readonly Cell[])[];

/** An Excel workbook with one sheet, as banks write it. */
export const workbook = (rows: Rows): Uint8Array => workbookOf([rows]);

/** An Excel workbook with a sheet for each list of rows. */
export function workbookOf(sheets: readonly Rows[]): Uint8Array {
  const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
  const named = sheets.map((_, nth) => `<sheet name="Feuille ${nth + 1}" sheetId="${nth + 1}" r:id="rId${nth + 1}"/>`);
  const related = sheets.map(
    (_, nth) => `<Relationship Id="rId${nth + 1}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${nth + 1}.xml"/>`,
  );
  const written = sheets.map((rows, nth): [string, string] => {
    const data = rows.map(
      (cells, row) => `<row r="${row + 1}">${cells.map((cell, at) => cellOf(cell, row, at)).join('')}</row>`,
    );
    const text = `${head}<worksheet xmlns="${NS}"><sheetData>${data.join('')}</sheetData></worksheet>`;
    return [`xl/worksheets/sheet${nth + 1}.xml`, text];
  });
  const files = {
    '[Content_Types].xml': `${head}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>`,
    '_rels/.rels': `${head}<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `${head}<workbook xmlns="${NS}" xmlns:r="${OFFICE}"><sheets>${named.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${head}<Relationships xmlns="${RELATIONS}">${related.join('')}<Relationship Id="rId0" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': `${head}<styleSheet xmlns="${NS}"><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>`,
    ...Object.fromEntries(written),
  };
  const encoder = new TextEncoder();
  return zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, encoder.encode(text)])));
}

function cellOf(cell: Cell, row: number, at: number): string {
  const place = `${lettersOf(at)}${row + 1}`;
  if (typeof cell === 'number') return `<c r="${place}"><v>${cell}</v></c>`;
  if (typeof cell !== 'string') return `<c r="${place}" s="1"><v>${cell.day}</v></c>`;
  const text = cell.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return cell === '' ? '' : `<c r="${place}" t="inlineStr"><is><t>${text}</t></is></c>`;
}

/** The letters of a column from 0: A, Z, AA. */
const lettersOf = (at: number): string =>
  `${at < 26 ? '' : lettersOf(Math.floor(at / 26) - 1)}${String.fromCharCode(65 + (at % 26))}`;

import { zipSync } from 'fflate';

/** A cell: text, number, or date (Excel serial day). */
export type Cell = string | number | { readonly day: number };

const NS = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** An Excel workbook with one sheet, as banks write it. */
export function workbook(rows: readonly (readonly Cell[])[]): Uint8Array {
  const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
  const data = rows.map(
    (cells, row) => `<row r="${row + 1}">${cells.map((cell, at) => cellOf(cell, row, at)).join('')}</row>`,
  );
  const files = {
    '[Content_Types].xml': `${head}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>`,
    '_rels/.rels': `${head}<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `${head}<workbook xmlns="${NS}" xmlns:r="${OFFICE}"><sheets><sheet name="Relevé" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${head}<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': `${head}<styleSheet xmlns="${NS}"><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>`,
    'xl/worksheets/sheet1.xml': `${head}<worksheet xmlns="${NS}"><sheetData>${data.join('')}</sheetData></worksheet>`,
  };
  const encoder = new TextEncoder();
  return zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, encoder.encode(text)])));
}

function cellOf(cell: Cell, row: number, at: number): string {
  const place = `${String.fromCharCode(65 + at)}${row + 1}`;
  if (typeof cell === 'number') return `<c r="${place}"><v>${cell}</v></c>`;
  if (typeof cell !== 'string') return `<c r="${place}" s="1"><v>${cell.day}</v></c>`;
  const text = cell.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return cell === '' ? '' : `<c r="${place}" t="inlineStr"><is><t>${text}</t></is></c>`;
}

import { strToU8, Zip, ZipDeflate } from 'fflate';
import { escapeFormula } from '../../csv/escape-formulas.ts';
import type { Cell } from '../../csv/write-rows.ts';

/** A column of a workbook; a day is written as a date. */
export type WorkbookColumn = { readonly name: string; readonly isDay?: true };

/**
 * Writes a workbook (XLSX, ISO/IEC 29500) with one sheet, rows after rows: only compressed bytes
 * are in memory. Texts are never formulas.
 */
export type Workbook = {
  readonly add: (rows: readonly (readonly Cell[])[]) => void;
  readonly end: () => Buffer;
};

export const WORKBOOK_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const COMPRESSION = { level: 6 } as const;

export function openWorkbook(sheetName: string, columns: readonly WorkbookColumn[]): Workbook {
  const chunks: Uint8Array[] = [];
  let failure: Error | undefined;
  const zip = new Zip((error, chunk) => {
    if (error) failure = error;
    else chunks.push(chunk);
  });
  for (const [name, text] of Object.entries(fixedParts(sheetName))) {
    const part = new ZipDeflate(name, COMPRESSION);
    zip.add(part);
    part.push(strToU8(text), true);
  }
  const sheet = new ZipDeflate('xl/worksheets/sheet1.xml', COMPRESSION);
  zip.add(sheet);
  let row = 1;
  const letters = columns.map((_, place) => lettersOf(place));
  const rowOf = (cells: readonly Cell[], style?: number): string => {
    const written = cells.map((cell, place) =>
      cellOf(cell, { at: `${letters[place]}${row}`, isDay: columns[place]?.isDay, style }),
    );
    return `<row r="${row++}">${written.join('')}</row>`;
  };
  sheet.push(
    strToU8(
      sheetHead(columns.length) +
        rowOf(
          columns.map(({ name }) => name),
          STYLES.head,
        ),
    ),
  );
  return {
    add: (rows) => sheet.push(strToU8(rows.map((cells) => rowOf(cells)).join(''))),
    end() {
      sheet.push(strToU8('</sheetData></worksheet>'), true);
      zip.end();
      if (failure) throw failure;
      return Buffer.concat(chunks);
    },
  };
}

/** The places of the formats in `styles.xml`. */
const STYLES = { text: 0, amount: 1, day: 2, head: 3, guarded: 4 } as const;

/** The name of a column: A to Z, then AA. */
const lettersOf = (place: number): string =>
  place < LETTERS
    ? String.fromCharCode(CODE_OF_A + place)
    : lettersOf(Math.floor(place / LETTERS) - 1) + lettersOf(place % LETTERS);
const LETTERS = 26;
const CODE_OF_A = 65;

type CellStyle = { readonly at: string; readonly isDay: true | undefined; readonly style: number | undefined };

function cellOf(cell: Cell, { at, isDay, style }: CellStyle): string {
  if (cell === undefined || cell === '') return '';
  if (typeof cell !== 'string') return `<c r="${at}" s="${STYLES.amount}"><v>${cell.decimal}</v></c>`;
  if (isDay && style === undefined) return `<c r="${at}" s="${STYLES.day}"><v>${serialOf(cell)}</v></c>`;
  // An inline string is a text, not a formula. `quotePrefix` keeps it one when the cell is edited.
  const text = escapeFormula(cell) === cell ? STYLES.text : STYLES.guarded;
  return `<c r="${at}" s="${style ?? text}" t="inlineStr"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`;
}

/** Days since 30 December 1899, as spreadsheets count them. */
const serialOf = (day: string): number => Date.parse(day) / DAY_MS + SERIAL_OF_1970;
const DAY_MS = 86_400_000;
const SERIAL_OF_1970 = 25_569;

/** XML cannot state control characters; they are left out. */
const escaped = (text: string): string =>
  text
    .replace(/(?![\t\r\n])\p{Cc}|[\ufffe\uffff]/gu, '')
    .replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const SHEET_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Characters of a column. */
const WIDTH = 18;

const sheetHead = (columns: number): string =>
  `${HEAD}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols><col min="1" max="${columns}" width="${WIDTH}" customWidth="1"/></cols><sheetData>`;

const fixedParts = (sheetName: string): Readonly<Record<string, string>> => ({
  '[Content_Types].xml': `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${SHEET_TYPE}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${SHEET_TYPE}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${SHEET_TYPE}.styles+xml"/></Types>`,
  '_rels/.rels': `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="${escaped(sheetName)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': `${HEAD}<styleSheet xmlns="${MAIN}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="5"><xf/><xf numFmtId="4" applyNumberFormat="1"/><xf numFmtId="14" applyNumberFormat="1"/><xf fontId="1" applyFont="1"/><xf quotePrefix="1"/></cellXfs></styleSheet>`,
});

import { customerFormats } from '../../csv/customer-formats.ts';
import { type ListFormat, letters } from '../../csv/match-headers.ts';
import { productFormats } from '../../csv/product-formats.ts';
import type { SheetRow } from '../../csv/read-rows.ts';
import type { DocumentFormat, DocumentMember } from './document-format.ts';
import type { RawTable } from './open-tables.ts';

/** Rows in which the headers are looked for: reports have titles above. */
const TITLE_ROWS_MAX = 20;
/** Characters of a header that are compared. */
const HEADER_CHARACTERS_MAX = 200;

/** A table whose headers are known. */
export type FoundTable = RawTable & {
  readonly headers: readonly string[];
  /** Every spelling of every header. */
  readonly written: ReadonlySet<string>;
  /** The rows after the headers. */
  readonly body: readonly SheetRow[];
};

/** Every way in which a header can be compared: with and without what is in brackets. */
function spellings(written: string): readonly string[] {
  const header = written.slice(0, HEADER_CHARACTERS_MAX);
  return [
    letters(header.replace(/[()[\]]/g, ' ')),
    letters(header),
    letters(header.replace(/[()[\]]|€|\bEUR\b|\*/g, ' ')),
  ];
}

/** Whether a table has all headers of a signature. */
export const hasSignature = ({ written }: FoundTable, signature: readonly string[]): boolean =>
  signature.every((name) => written.has(letters(name)) || written.has(letters(name.replace(/[()]/g, ' '))));

/** The first rows, each taken as headers. */
export const headerRows = (table: RawTable): readonly FoundTable[] =>
  table.rows.slice(0, TITLE_ROWS_MAX).flatMap(({ cells }, place) => {
    if (cells.filter((cell) => cell.trim() !== '').length < 2) return [];
    const written = new Set(cells.flatMap(spellings).filter((spelling) => spelling !== ''));
    return [{ ...table, headers: cells, written, body: table.rows.slice(place + 1) }];
  });

/** The place of each column by its member: that of its first name that is a header. */
export function placesOf(headers: readonly string[], format: DocumentFormat): ReadonlyMap<DocumentMember, number> {
  const spelled = headers.map(spellings);
  const taken = new Set<number>();
  const places = new Map<DocumentMember, number>();
  // Exact headers of all members come before those that are alike without brackets.
  for (const way of [0, 1, 2]) {
    const placeOf = new Map(spelled.map((header, place) => [header[way] as string, place] as const).toReversed());
    for (const [member, names] of Object.entries(format.columns) as [DocumentMember, readonly string[]][]) {
      if (places.has(member)) continue;
      const found = names
        .flatMap((name) => [letters(name.replace(/[()[\]]/g, ' ')), letters(name)])
        .map((spelling) => placeOf.get(spelling))
        .find((place) => place !== undefined && !taken.has(place));
      if (found === undefined) continue;
      places.set(member, found);
      taken.add(found);
    }
  }
  return places;
}

/** The format of customers or products that these headers have. */
export function foreignList(
  table: FoundTable,
): { readonly content: 'customers' | 'products'; readonly format: ListFormat } | undefined {
  const fits = ({ signature }: ListFormat): boolean => hasSignature(table, signature);
  const customers = customerFormats.find(fits);
  if (customers) return { content: 'customers', format: customers };
  const products = productFormats.find(fits);
  return products && { content: 'products', format: products };
}

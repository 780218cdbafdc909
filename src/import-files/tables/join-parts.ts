import type { SheetRow } from '../../csv/read-rows.ts';
import type { DocumentColumns, DocumentFormat, DocumentMember } from './document-format.ts';
import { type FoundTable, hasSignature, placesOf } from './find-table.ts';

/**
 * Appends the rows of the other sheets of a workbook to the list of documents, so that lines and
 * payments stand in rows of their own with the number of their document.
 */
export function joinedParts(
  table: FoundTable,
  format: DocumentFormat,
  candidates: readonly FoundTable[],
): [FoundTable, DocumentFormat] {
  const number = placesOf(table.headers, format).get('number');
  const parts = (format.parts ?? []).flatMap((part) => {
    const found = candidates.find((each) => each !== table && hasSignature(each, part.signature));
    return found ? [{ part, found }] : [];
  });
  if (number === undefined || parts.length === 0) return [table, format];
  const headers = [...table.headers];
  const columns: Partial<Record<DocumentMember, readonly string[]>> = { ...format.columns };
  const body: SheetRow[] = [...table.body];
  for (const [nth, { part, found }] of parts.entries()) {
    const offset = headers.length;
    headers.push(...found.headers.map((header) => named(nth, header)));
    for (const [member, names] of Object.entries(part.columns as Required<DocumentColumns>))
      if (member !== 'number')
        columns[member as DocumentMember] = [
          ...(columns[member as DocumentMember] ?? []),
          ...names.map((name) => named(nth, name)),
        ];
    const own = placesOf(found.headers, { ...format, columns: part.columns }).get('number') ?? 0;
    const blank: readonly string[] = Array.from({ length: offset }, () => '');
    for (const { row, cells } of found.body)
      body.push({ row, cells: [...blank.with(number, cells[own] ?? ''), ...cells] });
  }
  return [
    { ...table, headers, body },
    { ...format, columns },
  ];
}

/** The header of a part, which may have the same name as one of the list. */
const named = (nth: number, header: string): string => `part${nth}.${header}`;

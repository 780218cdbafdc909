import * as z from 'zod';
import { type DialectName, dialects, writeRows } from '../../csv/write-rows.ts';
import { worded } from '../../schemas/fields/enum-schema.ts';
import type { Reply } from '../context.ts';
import type { ShownColumn } from './column.ts';

/** Rows read and written together; bounds the memory of an export. */
export const EXPORT_PAGE_ROWS = 1_000;

/** Sorts before every ID: the start of an export. */
const FIRST = '00000000-0000-0000-0000-000000000000';

const dialectOf: Readonly<Record<'excel-fr' | 'plain', DialectName>> = { 'excel-fr': 'excelFr', plain: 'plain' };

/** The format of an export, and where to continue. */
export const exportQuery = z.object({
  format: worded(['excel-fr', 'plain']).default('excel-fr').meta({
    description: '`excel-fr`: semicolons, decimal commas, a byte order mark. `plain`: commas and decimal points.',
  }),
  after: z.uuid().default(FIRST).meta({ description: 'The id of a row: only those made after it.' }),
});

/** Every export is in the security log. */
export const exportNoted = (operation: string) => ({ event: 'export_made', operation }) as const;

/**
 * A part of an export, and the ID to continue with. HTTP and the command line request all parts
 * and join them.
 */
export const exportedPart = z.object({ csv: z.string(), next: z.string().optional() });

/** Writes one part of an export, which continues after the ID of its last row. */
export function exportPage<Shown extends { id: string }>(
  shown: readonly Shown[],
  { format, after }: z.output<typeof exportQuery>,
  about: { columns: readonly ShownColumn<Shown>[]; fileName: string },
): Reply<z.infer<typeof exportedPart>> {
  const next = shown.length === EXPORT_PAGE_ROWS ? shown.at(-1)?.id : undefined;
  return csvPart(shown, { ...about, format, isFirst: after === FIRST, next });
}

type CsvPart<Shown> = {
  readonly columns: readonly ShownColumn<Shown>[];
  readonly fileName: string;
  readonly format: keyof typeof dialectOf;
  /** The first part starts with the headers. */
  readonly isFirst: boolean;
  /** Where the next part continues; undefined after the last. */
  readonly next: string | undefined;
};

/** Writes one part of a CSV file. */
export function csvPart<Shown>(
  shown: readonly Shown[],
  { columns, fileName, format, isFirst, next }: CsvPart<Shown>,
): Reply<z.infer<typeof exportedPart>> {
  const dialect = dialects[dialectOf[format]];
  const headers = isFirst ? dialect.mark + writeRows([columns.map(({ names }) => names[0] ?? '')], dialect) : '';
  const rows = writeRows(
    shown.map((each) => columns.map((column) => column.show(each))),
    dialect,
  );
  return {
    body: { csv: headers + rows, ...(next !== undefined && { next }) },
    headers: { 'content-disposition': `attachment; filename="${fileName}"` },
  };
}

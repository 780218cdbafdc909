import { type Cell, programDialect, writeRows } from '../../../csv/write-rows.ts';
import type { OutgoingBill } from '../../../db/billing/outgoing-documents.ts';
import type { ThirdParty } from '../../../db/customers/third-parties.ts';
import type { Product } from '../../../domain/catalogue/product.ts';

/** The programs that files are written for. */
export const programs = ['dolibarr', 'odoo'] as const;
export type Program = (typeof programs)[number];

/** What the rows of files are made from. */
type Sources = { readonly customers: ThirdParty; readonly products: Product; readonly bills: OutgoingBill };
export type SourceName = keyof Sources;

/** A column: the name of the field in the program, and its value. Without a value it is empty. */
export type ProgramColumn<Row> = readonly [field: string, show?: (row: Row) => Cell];

/** A file of a program, made from one kind of source. */
export type ProgramFile<Name extends SourceName> = {
  readonly name: string;
  readonly of: Name;
  readonly fields: readonly string[];
  /** The rows of some sources, without headers. */
  readonly rows: (sources: readonly Sources[Name][]) => Cell[][];
};

/** A file of a program. */
export type AnyProgramFile = { [Name in SourceName]: ProgramFile<Name> }[SourceName];

/** A file with the rows that each source has: none, one or several. */
export const programFile = <Name extends SourceName, Row>(
  name: string,
  of: Name,
  rowsOf: (source: Sources[Name]) => readonly Row[],
  columns: readonly ProgramColumn<Row>[],
): ProgramFile<Name> => ({
  ...{ name, of },
  fields: columns.map(([field]) => field),
  rows: (sources) => sources.flatMap((source) => rowsOf(source).map((row) => columns.map(([, show]) => show?.(row)))),
});

/** A part of a file as text; the first one begins with the names of the fields. */
export const writtenPart = <Name extends SourceName>(
  file: ProgramFile<Name>,
  sources: readonly Sources[Name][],
  isFirst: boolean,
): string => writeRows([...(isFirst ? [[...file.fields]] : []), ...file.rows(sources)], programDialect);

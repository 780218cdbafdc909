import * as z from 'zod';
import { encodings } from '../../csv/decode.ts';
import { type Separator, separators } from '../../csv/detect-separator.ts';
import { type ImportSource, importSources } from '../../domain/import-source.ts';
import { worded } from '../../schemas/fields/enum-schema.ts';
import { FILE_TEXT_MAX } from '../../schemas/fields/text.ts';
import { yesOrNo } from '../../schemas/lists/list-query.ts';
import { customFault } from '../../schemas/validation/custom-check.ts';

const separatorWords = new Map<string, Separator>([
  ['semicolon', ';'],
  ['comma', ','],
  ['tab', '\t'],
  ['pipe', '|'],
]);

/** The supported encodings. */
export const fileEncodings: ReadonlySet<string> = new Set(encodings);

/** The format of the table in a file. */
export const tableOptions = {
  separator: z
    .preprocess((input) => separatorWords.get(String(input).toLowerCase()) ?? input, z.enum(separators))
    .optional()
    .meta({ description: 'Between cells: `;` `,` `|` or `tab`. Detected automatically if left out.', example: ';' }),
  encoding: worded(encodings)
    .optional()
    .meta({ description: 'The character set. Detected automatically if left out.', example: 'windows-1252' }),
};

/** The options of every import. */
const commonOptions = {
  dryRun: yesOrNo
    .default(false)
    .meta({ description: 'Check everything, the database included, and write nothing.', example: true }),
  skipBad: yesOrNo
    .default(false)
    .meta({ description: 'Import the good rows and leave the others; by default one bad row refuses the whole file.' }),
  ...tableOptions,
};

/** Headers of one file that can be given a meaning. */
const COLUMNS_CHOSEN_MAX = 1_000;
/** Characters of a header. */
const HEADER_MAX = 1_000;
/** Characters of the name of a member. */
const MEMBER_MAX = 60;

const importOptions = {
  ...commonOptions,
  columns: z
    .array(
      z.object({
        header: z.string().min(1).max(HEADER_MAX).meta({ description: 'As written in the file.', example: 'Kunde' }),
        member: z
          .string()
          .min(1)
          .max(MEMBER_MAX)
          .nullable()
          .meta({ description: 'What the column contains; null leaves it out.', example: 'name' }),
      }),
    )
    .max(COLUMNS_CHOSEN_MAX)
    .optional()
    .meta({
      description:
        'The meaning of columns, where their headers do not say it. Kept for later files with the same headers.',
      example: [{ header: 'Kunde', member: 'name' }],
    }),
  updateExisting: yesOrNo.default(false).meta({
    description: 'A row without id that is the same as something existing updates it; by default it creates another.',
  }),
};

const file = {
  content: z.string().max(FILE_TEXT_MAX).optional().meta({ description: 'The CSV file as text.' }),
  file: z
    .base64()
    .max(FILE_TEXT_MAX)
    .optional()
    .meta({ description: 'The file as it is, CSV or Excel (.xlsx), its bytes in base64.' }),
};
type File = { readonly content?: string | undefined; readonly file?: string | undefined };
const isOneFile = ({ content, file: bytes }: File): boolean => (content === undefined) !== (bytes === undefined);
const ONE_FILE_NEEDED = customFault({
  code: 'one_file_needed',
  fr: 'Donnez le fichier soit en texte dans content, soit en base64 dans file',
  en: 'Give the file either as text in content or as base64 in file',
});

/**
 * A file with its import options. Sent as a raw file, the body is the file and the options are in
 * the query.
 */
export const importForm = z
  .object({ ...file, ...importOptions })
  .refine(isOneFile, ONE_FILE_NEEDED)
  .meta({ id: 'ImportForm' });
export type ImportRequest = z.output<typeof importForm>;

/** The same for purchases, which are never changed by a file. */
export const purchaseImportForm = z
  .object({
    ...file,
    ...commonOptions,
    importKnown: yesOrNo.default(false).meta({
      description:
        'Also record rows that the register already has: same day of payment, supplier, amount and reference. By default they are left out.',
    }),
  })
  .refine(isOneFile, ONE_FILE_NEEDED)
  .meta({ id: 'PurchaseImportForm' });

const note = z
  .object({
    row: z.int().meta({ description: 'As a spreadsheet numbers it: the headers are row 1.', example: 3 }),
    column: z.string().optional().meta({ example: 'Prix unitaire' }),
    code: z.string().meta({ example: 'number_unreadable' }),
    message: z.string().meta({ example: 'Ce nombre ne se lit pas' }),
  })
  .meta({ id: 'ImportNote' });

const foundColumn = z
  .object({
    header: z.string().meta({ example: 'Prix unitaire' }),
    member: z.string().optional().meta({ description: 'Absent: the column is left out.', example: 'unitPrice' }),
    sample: z.string().optional().meta({ description: 'The cell of the first row.', example: '12,50' }),
  })
  .meta({ id: 'ImportedColumn' });

/** The result of an import. */
export const ImportReportJson = z
  .object({
    dryRun: z.boolean(),
    rows: z.int().meta({ description: 'Rows that hold anything, without the headers.', example: 120 }),
    created: z.int().meta({ example: 118 }),
    updated: z.int().meta({ example: 1 }),
    known: z.int().meta({ description: 'Rows left out, because their record was imported before.', example: 0 }),
    source: z
      .enum(Object.keys(importSources) as [ImportSource, ...ImportSource[]])
      .optional()
      .meta({
        description: 'The program whose list it is; `other` if only its own IDs are known.',
        example: 'dolibarr',
      }),
    columns: z.array(foundColumn).meta({ description: 'The columns of the file, and what they were read as.' }),
    skipped: z.int().meta({ description: 'Rows that are not good.', example: 1 }),
    errors: z.array(note).meta({ description: 'The first 100, by row.' }),
    errorCount: z.int().meta({ example: 1 }),
    warnings: z.array(note).meta({ description: 'The first 100, by row.', example: [] }),
    warningCount: z.int().meta({ example: 0 }),
  })
  .meta({ id: 'ImportReport' });

/** The result of an import of purchases. */
export const PurchaseImportReportJson = z
  .object({
    ...ImportReportJson.shape,
    known: z.int().meta({ description: 'Rows left out, because the register already has them.', example: 0 }),
    bookedLater: z
      .int()
      .meta({ description: 'Rows paid in a closed period: booked on the first open day.', example: 0 }),
    amount: z
      .int()
      .meta({ description: 'Cents of euros: what the good rows add up to, tax included.', example: 4_990 }),
    deductibleVat: z.int().meta({ description: 'Cents of euros: what of it is deductible VAT.', example: 832 }),
    owedVat: z.int().meta({ description: 'Cents of euros: VAT that you owe for the suppliers.', example: 0 }),
  })
  .meta({ id: 'PurchaseImportReport' });

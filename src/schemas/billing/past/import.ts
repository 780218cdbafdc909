import * as z from 'zod';
import {
  foreignDoubts,
  foreignKinds,
  importContents,
  importFileFaults,
  importFileTypes,
  leftOutReasons,
} from '../../../domain/billing/past/foreign-document.ts';
import { type Import, importStates } from '../../../domain/billing/past/import-state.ts';
import { planReasons } from '../../../domain/billing/past/plan-import.ts';
import { cents } from '../../../domain/money/cents.ts';
import { CurrencyCodeJson } from '../../fields/enumerations.ts';
import { filledText, NAME_MAX } from '../../fields/text.ts';
import { day } from '../../fields/timestamp.ts';
import { isTest } from '../../lists/list-query.ts';
import { PAST_CENTS_MAX, PastTypeJson, SourceJson } from './past-document.ts';

const at = (what: string) => z.int().meta({ description: `${what}, Unix seconds.`, example: 1_772_442_900 });

const ImportResultJson = z
  .object({
    documents: z.int().meta({ description: 'Past documents.', example: 300 }),
    payments: z.int().meta({ description: 'Payments of them.', example: 288 }),
    customers: z.int().meta({ description: 'New customers.', example: 42 }),
    products: z.int().meta({ description: 'New products.', example: 18 }),
    skipped: z
      .int()
      .optional()
      .meta({ description: 'Rows of lists of customers and products that could not be read.', example: 2 }),
    digest: z.string().meta({ description: 'SHA-256, as the audit trail states it.', example: 'e3b0c44298fc1c14' }),
  })
  .meta({ id: 'ImportResult' });

export const ImportJson = z
  .object({
    id: z.string().meta({ example: '01890a5d-ac96-774b-bcce-b302099a8057' }),
    state: z.enum(importStates).meta({ example: 'done' }),
    files: z.int().meta({ description: 'How many files it has.', example: 3 }),
    createdAt: at('When it began'),
    doneAt: at('When it was run').optional(),
    undoneAt: at('When it was undone').optional(),
    result: ImportResultJson.optional(),
    test: isTest,
  })
  .meta({ id: 'Import' });

export const importToJson = (
  { id, state, files, createdAt, doneAt, undoneAt, result }: Import,
  test: boolean,
): z.output<typeof ImportJson> => ({
  ...{ id, state, files, createdAt },
  ...(doneAt !== undefined && { doneAt }),
  ...(undoneAt !== undefined && { undoneAt }),
  ...(result && { result }),
  test,
});

/** What a file of an import holds. */
export const ImportFileJson = z
  .object({
    id: z.string().meta({ example: '01890a5d-ac96-774b-bcce-b302099a8057' }),
    name: z.string().meta({ example: 'invoices.csv' }),
    size: z.int().meta({ description: 'Bytes.', example: 48_211 }),
    type: z.enum(importFileTypes).optional().meta({ example: 'csv' }),
    content: z.enum(importContents).meta({ description: 'What it holds.', example: 'documents' }),
    source: SourceJson.optional(),
    rows: z.int().meta({ description: 'Rows of a list.', example: 120 }),
    documents: z.int().meta({ description: 'Documents that were read.', example: 118 }),
    leftOut: z.int().meta({ description: 'Rows that were not.', example: 2 }),
    fault: z.enum(importFileFaults).optional().meta({ description: 'Why it cannot be read.', example: 'encrypted' }),
    skipped: z.boolean().meta({ description: 'A person left the file out.', example: false }),
  })
  .meta({ id: 'ImportFile' });

const sum = (what: string) => z.int().meta({ description: `Cents, tax included: ${what}.`, example: 36_000 });
const PlanSumsJson = z
  .object({
    currency: CurrencyCodeJson,
    invoices: z.int().meta({ description: 'Invoices and advances.', example: 290 }),
    creditNotes: z.int().meta({ example: 10 }),
    payments: z.int().meta({ example: 288 }),
    invoiced: sum('of invoices and advances'),
    credited: sum('of credit notes'),
    paid: sum('of payments'),
    remaining: sum('what is left to pay'),
  })
  .meta({ id: 'ImportPlanSums' });

const reasons = [...leftOutReasons, ...planReasons] as const;
export const ImportPlanJson = ImportJson.extend({
  fileList: z.array(ImportFileJson),
  sums: z.array(PlanSumsJson).meta({ description: 'By currency: what would be taken over.' }),
  newCustomers: z.int().meta({ description: 'Customers of documents that do not exist yet.', example: 42 }),
  doubtful: z.int().meta({ description: 'Documents that should be looked at.', example: 4 }),
  known: z.int().meta({ description: 'Documents that were taken over before.', example: 0 }),
  leftOut: z
    .array(
      z
        .object({ reason: z.enum(reasons).meta({ example: 'draft' }), count: z.int().meta({ example: 2 }) })
        .meta({ id: 'ImportLeftOutCount' }),
    )
    .meta({ description: 'How many rows and documents are left out, by reason.' }),
  series: z
    .array(
      z
        .object({
          last: z.string().meta({ description: 'The last number.', example: 'FA-2025-0041' }),
          count: z.int().meta({ example: 41 }),
          missing: z
            .array(z.string())
            .meta({ description: 'Numbers between that no document has; the first 20.', example: [] }),
          double: z.array(z.string()).meta({ description: 'Numbers of several documents; the first 20.', example: [] }),
        })
        .meta({ id: 'ImportSeries' }),
    )
    .meta({ description: 'The series of numbers that are taken over: gaps and doubles are named.' }),
}).meta({ id: 'ImportPlan' });

/** A document of the plan, or a row that is left out. */
export const PlannedDocumentJson = z
  .object({
    fileId: z.string().meta({ example: '01890a5d-ac96-774b-bcce-b302099a8057' }),
    fileName: z.string().meta({ example: 'invoices.csv' }),
    place: z.string().optional().meta({ description: 'Its place in the file, for corrections.', example: '0' }),
    row: z.int().optional().meta({ description: 'The row of a list; the headers are row 1.', example: 2 }),
    type: z
      .enum([...PastTypeJson.options, 'estimate'])
      .optional()
      .meta({ example: 'invoice' }),
    number: z.string().optional().meta({ example: 'FA-2025-0041' }),
    issuedOn: z.string().optional().meta({ format: 'date', example: '2025-11-03' }),
    dueOn: z.string().optional().meta({ format: 'date', example: '2025-12-03' }),
    customerName: z.string().optional().meta({ example: 'Atelier Lumière' }),
    currency: CurrencyCodeJson.optional(),
    withoutTax: z.int().optional().meta({ example: 30_000 }),
    withTax: z.int().optional().meta({ example: 36_000 }),
    rates: z
      .array(z.int())
      .optional()
      .meta({ description: 'Its VAT rates in basis points.', example: [2_000] }),
    paid: z.int().optional().meta({ example: 36_000 }),
    paidOn: z
      .string()
      .optional()
      .meta({
        ...{ format: 'date', description: 'The day of its last payment.', example: '2025-11-20' },
      }),
    doubts: z.array(z.enum(foreignDoubts)).meta({ example: [] }),
    reason: z.enum(reasons).optional().meta({ description: 'Why it is left out.', example: 'draft' }),
    column: z.string().optional().meta({ description: 'The column that cannot be read.', example: 'Date' }),
    cell: z.string().optional().meta({ description: 'The cell as written.', example: '32/13/2025' }),
  })
  .meta({ id: 'PlannedDocument' });

const rateSum = z
  .object({
    rate: z.int().min(0).max(10_000).meta({ description: 'Basis points: 2000 is 20 %.', example: 2_000 }),
    net: z
      .int()
      .min(0)
      .max(PAST_CENTS_MAX)
      .transform(cents)
      .meta({ description: 'Cents without VAT.', example: 30_000 }),
    vat: z.int().min(0).max(PAST_CENTS_MAX).transform(cents).meta({ description: 'Cents of VAT.', example: 6_000 }),
  })
  .meta({ id: 'ImportRateSum' });

/** Rates of one document. */
const RATES_MAX = 10;
/** Documents corrected in one request. */
const CORRECTIONS_MAX = 1_000;

/** What a person changes of a file: absent members stay as they are. */
export const importChoiceForm = z
  .object({
    skip: z.boolean().optional().meta({ description: 'Leave the whole file out.', example: false }),
    documents: z
      .array(
        z
          .object({
            place: z.string().max(10).regex(/^\d+$/).meta({ description: 'As the plan states it.', example: '0' }),
            skip: z.boolean().optional().meta({ description: 'Leave it out.', example: false }),
            confirmed: z.boolean().optional().meta({
              description: 'A person looked at it: it is no longer doubtful.',
              example: true,
            }),
            number: filledText(60).optional().meta({ example: 'FA-2025-0041' }),
            issuedOn: day.optional().meta({ example: '2025-11-03' }),
            dueOn: day.optional().meta({ example: '2025-12-03' }),
            customerName: filledText(NAME_MAX).optional().meta({ example: 'Atelier Lumière' }),
            sums: z.array(rateSum).min(1).max(RATES_MAX).optional().meta({ description: 'By VAT rate.' }),
            paidOn: day
              .nullable()
              .optional()
              .meta({ description: 'Paid in full on this day; null: not paid.', example: '2025-11-20' }),
          })
          .meta({ id: 'ImportCorrection' }),
      )
      .max(CORRECTIONS_MAX)
      .optional(),
  })
  .meta({ id: 'ImportChoiceForm' });

export const UndoneImportJson = ImportJson.extend({
  kept: z.int().meta({ description: 'Customers and products that stay, because they are used.', example: 0 }),
}).meta({ id: 'UndoneImport' });

/** The members of the events of imports and of payments of past documents. */
export const ImportOfEventJson = ImportResultJson.extend({
  id: z.string().meta({ example: '01890a5d-ac96-774b-bcce-b302099a8057' }),
  test: isTest,
}).meta({ id: 'ImportOfEvent' });
export const PastDocumentOfEventJson = z
  .object({
    id: z.string().meta({ example: '01890a5d-ac96-774b-bcce-b302099a8057' }),
    number: z.string().meta({ example: 'FA-2025-0041' }),
    paid: z.int().meta({ description: 'Cents.', example: 36_000 }),
    rest: z.int().meta({ description: 'Cents.', example: 0 }),
    test: isTest,
  })
  .meta({ id: 'PastDocumentOfEvent' });

/** The type of a kind, with estimates. */
export const typeOfForeign = (kind: (typeof foreignKinds)[number]): 'invoice' | 'advance' | 'asset' | 'estimate' =>
  kind === 'credit_note' ? 'asset' : kind;

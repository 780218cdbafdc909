import * as z from 'zod';
import { outgoingBillsAfter } from '../../db/billing/outgoing-documents.ts';
import { productsAfter } from '../../db/catalogue/product-batch.ts';
import { thirdPartiesAfter } from '../../db/customers/third-parties.ts';
import type { Tx } from '../../db/transaction.ts';
import type { Scope } from '../../domain/account/scope.ts';
import type { RefusalCode } from '../../domain/refusal.ts';
import { type Operation, operation } from '../../pipeline/operation.ts';
import { worded } from '../../schemas/fields/enum-schema.ts';
import { EXPORT_PAGE_ROWS, exportedPart, exportNoted, exportQuery } from '../../services/import-export/export-page.ts';
import { filesOf, textsOf } from '../../services/import-export/programs/index.ts';
import {
  type Program,
  type ProgramFile,
  programs,
  type SourceName,
  writtenPart,
} from '../../services/import-export/programs/program-file.ts';

/** Documents of a part: each may have 500 lines. */
const BILLS_AT_ONCE = 200;

const program = worded(programs).meta({ description: 'The program that imports the files.', example: 'dolibarr' });
const fileNames = programs.flatMap((each) => filesOf[each].map(({ name }) => name));

const fileName = z.enum(fileNames).meta({ description: 'The name of the file.', example: fileNames[0] });

const operationOf = {
  customers: 'export-customers-to-program',
  products: 'export-products-to-program',
  bills: 'export-billings-to-program',
} as const satisfies Record<SourceName, string>;

const describeProgramExport = operation({
  name: 'describe-program-export',
  summary: 'Which files another program imports, in which order, and how.',
  description:
    'Request each file in parts from the named operation, join the parts, and put the files and texts into one ZIP file. The command `facturier export --format` and the screen do that.',
  chapter: 'Account',
  routes: ['GET /v2/program-exports'],
  scope: 'account:read',
  path: z.object({}),
  query: z.object({ program }),
  body: z.object({}),
  success: 200,
  output: z.object({
    files: z.array(z.object({ name: fileName, operation: z.enum(Object.values(operationOf)) })),
    texts: z.array(
      z.object({
        name: z.string().meta({ description: 'Where it belongs in the ZIP file.', example: 'LISEZMOI.txt' }),
        text: z.string().meta({ example: 'Facturier vers Dolibarr' }),
      }),
    ),
  }),
  refusals: [],
  run: async (_, { program }) => ({
    body: {
      files: filesOf[program].map(({ name, of }) => ({ name, operation: operationOf[of] })),
      texts: [...textsOf[program]],
    },
  }),
});

type Reading<Name extends SourceName> = {
  readonly scope: Scope;
  readonly route: `GET /v2/${string}`;
  readonly summary: string;
  readonly rowsAtOnce: number;
  readonly read: (tx: Tx, page: { after: string; limit: number }) => Promise<Parameters<ProgramFile<Name>['rows']>[0]>;
};

const NOT_OF_PROGRAM = 'program_file_not_found' satisfies RefusalCode;

/** The export of the files that are made from one kind of record. */
const exportTo = <Name extends SourceName>(of: Name, { scope, route, summary, rowsAtOnce, read }: Reading<Name>) =>
  operation({
    name: operationOf[of],
    summary,
    description:
      'A CSV file as the program imports it: commas, decimal points, UTF-8, text unchanged. Do not open it in a spreadsheet: a text may begin like a formula. `describe-program-export` lists the files.',
    chapter: 'Account',
    routes: [route],
    scope,
    path: z.object({}),
    query: z.object({
      program,
      file: fileName,
      after: exportQuery.shape.after,
    }),
    body: z.object({}),
    success: 200,
    output: exportedPart,
    answers: 'csv',
    limiter: 'exports',
    refusals: [NOT_OF_PROGRAM],
    securityNote: () => exportNoted(operationOf[of]),
    async run({ tx }, query) {
      const file = fileOf(query.program, query.file, of);
      if (!file) return { refused: NOT_OF_PROGRAM };
      const { after } = query;
      const sources = await read(tx, { after, limit: rowsAtOnce });
      const isFirst = after === exportQuery.shape.after.parse(undefined);
      const next = sources.length === rowsAtOnce ? sources.at(-1)?.id : undefined;
      return {
        body: { csv: writtenPart(file, sources, isFirst), ...(next !== undefined && { next }) },
        headers: { 'content-disposition': `attachment; filename="${file.name}"` },
      };
    },
  });

const fileOf = <Name extends SourceName>(program: Program, name: string, of: Name): ProgramFile<Name> | undefined =>
  filesOf[program].find((file) => file.name === name && file.of === of) as ProgramFile<Name> | undefined;

/** The operations that write the records of an account for another program. */
export const programExportOperations: readonly Operation[] = [
  describeProgramExport,
  exportTo('customers', {
    scope: 'customers:read',
    route: 'GET /v2/program-exports/customers',
    summary: 'Export customers and contacts as a file that another program imports.',
    rowsAtOnce: EXPORT_PAGE_ROWS,
    read: thirdPartiesAfter,
  }),
  exportTo('products', {
    scope: 'catalog:read',
    route: 'GET /v2/program-exports/products',
    summary: 'Export the catalogue as a file that another program imports.',
    rowsAtOnce: EXPORT_PAGE_ROWS,
    read: (tx, { after, limit }) => productsAfter(tx, after, limit),
  }),
  exportTo('bills', {
    scope: 'billing:read',
    route: 'GET /v2/program-exports/billings',
    summary:
      'Export finalized invoices, advances and credit notes, their lines or payments, as a file that another program imports.',
    rowsAtOnce: BILLS_AT_ONCE,
    read: outgoingBillsAfter,
  }),
];

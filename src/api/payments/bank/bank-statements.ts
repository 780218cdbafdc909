import * as z from 'zod';
import {
  deleteStatement,
  listBankAccounts as listAccounts,
  listStatements,
} from '../../../db/payments/bank-statements.ts';
import { BANK_LINES_MAX, balanceOf } from '../../../domain/payments/bank/statement.ts';
import { isRefusal } from '../../../domain/refusal.ts';
import { operation } from '../../../pipeline/operation.ts';
import { id, idOf, idOr } from '../../../schemas/fields/id.ts';
import { FILE_TEXT_MAX } from '../../../schemas/fields/text.ts';
import { listing, yesOrNo } from '../../../schemas/lists/list-query.ts';
import { pageJson, pageSchema } from '../../../schemas/lists/page.ts';
import { iban } from '../../../schemas/payments/bank-account.ts';
import { csvColumns } from '../../../schemas/payments/bank-file-form.ts';
import {
  BankAccountJson,
  BankStatementJson,
  bankAccountToJson,
  bankStatementToJson,
  ImportedBankFileJson,
  importedToJson,
} from '../../../schemas/payments/bank-statement.ts';
import { customFault } from '../../../schemas/validation/custom-check.ts';
import { tableOptions } from '../../../services/import-export/import-form.ts';
import { bankFileRefusals, importBankFile } from '../../../services/payments/bank/import-bank-file.ts';

const listBasics = { chapter: 'Bank', query: z.object({}), body: z.object({}) } as const;

export const listBankAccounts = operation({
  ...listBasics,
  name: 'list-bank-accounts',
  summary: 'Lists the bank accounts with imported statements, and the last day covered.',
  routes: ['GET /v2/bank/accounts'],
  scope: 'billing:read',
  path: z.object({}),
  success: 200,
  output: z.object({ bankAccounts: z.array(BankAccountJson) }).meta({ id: 'BankAccounts' }),
  refusals: [],
  run: async ({ tx }) => ({ body: { bankAccounts: (await listAccounts(tx)).map(bankAccountToJson) } }),
});

export const listBankStatements = operation({
  ...listBasics,
  name: 'list-bank-statements',
  summary: 'Lists the imported statements, newest first, and whether their balances agree.',
  routes: ['GET /v2/bank/statements'],
  scope: 'billing:read',
  path: z.object({}),
  query: z.object({ ...listing, bankAccountId: id.optional() }),
  success: 200,
  output: pageSchema(BankStatementJson),
  refusals: [],
  async run({ tx }, { bankAccountId, page, limit }) {
    const { statements, total } = await listStatements(tx, bankAccountId, { limit, page });
    const docs = statements.map((each) => bankStatementToJson({ ...each, ...balanceOf(each) }));
    return { body: pageJson({ docs, total, limit, page, nextCursor: undefined }) };
  },
});

export const deleteBankStatement = operation({
  ...listBasics,
  name: 'delete-bank-statement',
  summary: 'Deletes an imported statement and the transactions it added.',
  description:
    'Use this, for example, for a file of another account. Refused if transactions of the statement paid documents. A transaction that is also in another statement returns when that file is imported again.',
  routes: ['DELETE /v2/bank/statements/{bankStatementId}'],
  scope: 'billing:write',
  path: z.object({ bankStatementId: idOr('bank_statement_not_found') }),
  success: 204,
  output: z.object({}),
  refusals: ['bank_statement_not_found', 'bank_statement_in_use'],
  async run({ tx }, { bankStatementId }) {
    const became = await deleteStatement(tx, bankStatementId);
    if (became === 'used') return { refused: 'bank_statement_in_use' };
    return became === 'deleted' ? { body: {} } : { refused: 'bank_statement_not_found' };
  },
});

const importForm = z
  .object({
    content: z.string().max(FILE_TEXT_MAX).optional().meta({ description: 'The file as text.' }),
    file: z.base64().max(FILE_TEXT_MAX).optional().meta({ description: 'The bytes of the file in base64.' }),
    dryRun: yesOrNo.default(false).meta({ description: 'Read and compare the file without storing anything.' }),
    bankAccountId: idOf('the bank account, if the file does not name it').optional(),
    iban: iban.optional(),
    columns: csvColumns.optional(),
    ...tableOptions,
  })
  .refine(
    ({ content, file }) => (content === undefined) !== (file === undefined),
    customFault({
      code: 'one_file_needed',
      fr: 'Donnez le fichier soit en texte dans content, soit en base64 dans file',
      en: 'Give the file either as text in content or as base64 in file',
    }),
  )
  .meta({ id: 'BankFileForm' });

export const importBankStatement = operation({
  name: 'import-bank-statement',
  summary: 'Imports a bank statement (OFX, CAMT.053, CSV or Excel), in full or not at all.',
  description: `At most ${BANK_LINES_MAX} lines. Lines already imported are recognized and not stored twice: the same file again changes nothing. Map the columns of a CSV file once; the mapping is stored for files with the same headers. Without a mapping the file is refused, with a proposal. Rows that were not booked (pending, declined, canceled, reverted) are skipped, counted and listed. Balances that do not match are reported but do not block the import. Sent as text/csv, application/x-ofx, application/xml or application/octet-stream, the body is the file and the options are in the query.`,
  chapter: 'Bank',
  routes: ['POST /v2/bank/statements'],
  scope: 'billing:write',
  path: z.object({}),
  query: z.object({}),
  body: importForm,
  success: 200,
  output: ImportedBankFileJson,
  takes: 'bank_file',
  limiter: 'imports',
  refusals: bankFileRefusals,
  example: {
    content: 'Date;Libellé;Montant\n05/01/2026;VIR SEPA ACME F-2026-0001;1 200,00\n',
    columns: { date: 1, label: [2], amount: 3, dateOrder: 'dmy' },
    dryRun: true,
  },
  async run(context, query) {
    const { content, file, encoding, separator, columns, dryRun, bankAccountId, iban } = query;
    const options = {
      file: content ?? context.sentFile ?? Buffer.from(file ?? '', 'base64'),
      ...{ encoding, separator, columns, dryRun, account: { id: bankAccountId, iban } },
    };
    const { aside, after } = await importBankFile(context, options);
    return {
      aside,
      after: async (later, read) => {
        const imported = await after(later, read);
        return isRefusal(imported) ? imported : { body: importedToJson(imported, dryRun) };
      },
    };
  },
});

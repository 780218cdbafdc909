import * as z from 'zod';
import {
  deleteStatement,
  listBankAccounts as listAccounts,
  listStatements,
} from '../../../db/payments/bank-statements.ts';
import { balanceOf } from '../../../domain/payments/bank/statement.ts';
import { operation } from '../../../pipeline/operation.ts';
import { id, idOr } from '../../../schemas/fields/id.ts';
import { listing } from '../../../schemas/lists/list-query.ts';
import { pageJson, pageSchema } from '../../../schemas/lists/page.ts';
import {
  BankAccountJson,
  BankStatementJson,
  bankAccountToJson,
  bankStatementToJson,
} from '../../../schemas/payments/bank-statement.ts';

const about = { chapter: 'Bank', query: z.object({}), body: z.object({}) } as const;

export const listBankAccounts = operation({
  ...about,
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
  ...about,
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
  ...about,
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

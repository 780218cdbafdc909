import type { Operation } from '../../../pipeline/operation.ts';
import { importBankStatement } from './import-bank-statement.ts';
import { deleteBankStatement, listBankAccounts, listBankStatements } from './list-bank-statements.ts';
import { getBankTransaction, listBankTransactions } from './list-bank-transactions.ts';

/** Bank statements and transactions. */
export const bankOperations: readonly Operation[] = [
  importBankStatement,
  listBankStatements,
  deleteBankStatement,
  listBankAccounts,
  listBankTransactions,
  getBankTransaction,
];

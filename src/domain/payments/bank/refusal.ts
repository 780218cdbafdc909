import type { CsvColumns } from './csv-columns.ts';
import type { BankFileFault } from './file-fault.ts';

/** Refusals about bank statements and their transactions. */
export type BankRefusal =
  | { refused: 'bank_account_not_found' }
  | { refused: 'bank_statement_not_found' }
  /** Documents were paid with some of its transactions. */
  | { refused: 'bank_statement_in_use' }
  | { refused: 'bank_file_unreadable'; said: Exclude<BankFileFault, { fault: 'field' }> }
  | { refused: 'bank_line_unreadable'; said: Extract<BankFileFault, { fault: 'field' }> }
  | { refused: 'bank_file_too_long'; limit: number; of: 'lines' | 'statements' }
  /** The meaning of the columns is not known yet. */
  | {
      refused: 'bank_columns_needed';
      columnNames: readonly string[];
      sample: readonly (readonly string[])[];
      guess?: CsvColumns;
    }
  /** There are several bank accounts, and the file does not say which one it belongs to. */
  | { refused: 'bank_account_needed' }
  | { refused: 'bank_full'; limit: number; of: 'accounts' | 'transactions' };

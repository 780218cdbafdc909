import type { Encoding } from '../../../csv/decode.ts';
import type { Separator } from '../../../csv/detect-separator.ts';
import { wakeBankMatches } from '../../../db/payments/bank-matches.ts';
import { type CsvForm, csvForms, rememberCsvForm } from '../../../db/payments/bank-statements.ts';
import { rollbackToSavepoint, setSavepoint } from '../../../db/savepoint.ts';
import type { CsvColumns } from '../../../domain/payments/bank/csv-columns.ts';
import type { AccountInput } from '../../../domain/payments/bank/identify-account.ts';
import type { LeftOut } from '../../../domain/payments/bank/skipped-rows.ts';
import { CSV_FORMS_MAX } from '../../../domain/payments/bank/statement.ts';
import type { BankLine } from '../../../domain/payments/bank/transaction.ts';
import { isRefusal, type Refused } from '../../../domain/refusal.ts';
import { wholeList } from '../../../parsers/json-chunks.ts';
import { type ParsingLimitExceeded, parseInWorker } from '../../../parsers/parse-in-worker.ts';
import { digestOfHeaders, type ResultOf } from '../../../parsers/parser-registry.ts';
import type { AfterCommitStep, Context } from '../../context.ts';
import { type KeptBankStatement, storeBankStatement } from './store-bank-statement.ts';

export type BankFileGiven = {
  readonly file: Uint8Array | string;
  readonly encoding?: Encoding | undefined;
  readonly separator?: Separator | undefined;
  /** The columns of a CSV file, remembered for files with the same headers. */
  readonly columns?: CsvColumns | undefined;
  readonly account: AccountInput;
  readonly dryRun: boolean;
};

/** The result of an import or a dry run. */
export type ImportedBankFile = {
  readonly statements: readonly KeptBankStatement[];
  readonly leftOut: LeftOut;
  /** Columns without a meaning that could change what rows mean. */
  readonly doubtfulColumns: readonly string[];
};

export const bankFileRefusals = [
  ...(['bank_file_unreadable', 'bank_line_unreadable', 'bank_file_too_long', 'bank_columns_needed'] as const),
  ...(['bank_account_not_found', 'bank_account_needed', 'bank_full'] as const),
] as const;
type BankFileRefusal = Refused<(typeof bankFileRefusals)[number]>;

/**
 * Imports a bank file completely or not at all. It is parsed outside a transaction; a dry run
 * executes everything, including database checks, and rolls it back.
 */
export async function importBankFile(
  { tx, accountId, gone }: Context,
  options: BankFileGiven,
): Promise<AfterCommitStep<ImportedBankFile | BankFileRefusal>> {
  const forms = await csvForms(tx);
  const remembered = new Map([...forms].map(([key, { columns }]) => [key, columns]));
  const { file, encoding, separator, columns } = options;
  return {
    aside: () => parseInWorker('bankFile', { file, encoding, separator, columns, remembered }, { accountId, gone }),
    after: async (context, read: ReadFile | ParsingLimitExceeded) => {
      if ('tooCostly' in read) return { refused: 'bank_file_unreadable', said: { fault: 'too_costly' } };
      if ('fault' in read)
        return read.fault === 'field'
          ? { refused: 'bank_line_unreadable', said: read }
          : { refused: 'bank_file_unreadable', said: read };
      if ('tooLong' in read) return { refused: 'bank_file_too_long', limit: read.tooLong, of: read.of };
      if ('untold' in read) {
        const { headers, sample, guess } = read.untold;
        return { refused: 'bank_columns_needed', columnNames: headers, sample, ...(guess && { guess }) };
      }
      return keepAll(context, read, options, forms);
    },
  };
}

type ReadFile = ResultOf<'bankFile'>;

async function keepAll(
  context: Context,
  { statements, leftOut, doubtfulColumns, headersKey }: Extract<ReadFile, { statements: unknown }>,
  { dryRun, account, columns }: BankFileGiven,
  forms: ReadonlyMap<string, CsvForm>,
): Promise<ImportedBankFile | BankFileRefusal> {
  const { tx, now } = context;
  const key = headersKey === undefined ? undefined : digestOfHeaders(headersKey);
  const remembered = key === undefined ? undefined : forms.get(key)?.bankAccountId;
  const isTold = account.id !== undefined || account.iban !== undefined;
  const meant = isTold ? account : { id: remembered, isRemembered: true };
  const tried = dryRun && setSavepoint(tx);
  const kept: KeptBankStatement[] = [];
  for (const { lines, ...statement } of statements) {
    const whole = { ...statement, lines: await wholeList<BankLine>(lines) };
    const each = await storeBankStatement(context, whole, meant, statements.length === 1);
    if (isRefusal(each)) return each;
    kept.push(each);
  }
  const [first] = kept;
  const known = columns ?? (key === undefined ? undefined : forms.get(key)?.columns);
  if (key !== undefined && known && first && (columns || isTold))
    rememberCsvForm(tx, { key, columns: known, bankAccountId: first.bankAccountId }, { now, most: CSV_FORMS_MAX });
  // Incoming money may pay open documents: queue automatic matching, if the account allows it.
  if (kept.some(({ added }) => added > 0)) wakeBankMatches(tx, { test: tx.test, now });
  if (tried) rollbackToSavepoint(tx, tried);
  return { statements: kept, leftOut, doubtfulColumns };
}

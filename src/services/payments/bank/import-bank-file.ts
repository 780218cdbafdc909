import { createHash } from 'node:crypto';
import type { Encoding } from '../../../csv/decode.ts';
import type { Separator } from '../../../csv/detect-separator.ts';
import { wakeBankMatches } from '../../../db/payments/bank-matches.ts';
import {
  type BankAccount,
  type CsvForm,
  closingBalanceBefore,
  csvForms,
  type KeptStatement,
  listBankAccounts,
  lockBankAccountById,
  lockOrCreateBankAccount,
  rememberCsvForm,
  setBankAccountNumber,
  storeStatement,
} from '../../../db/payments/bank-statements.ts';
import { insertBankTransactions, storedBankLines } from '../../../db/payments/bank-transactions.ts';
import { rollbackToSavepoint, setSavepoint } from '../../../db/savepoint.ts';
import { sum } from '../../../domain/money/cents.ts';
import type { CsvColumns } from '../../../domain/payments/bank/csv-columns.ts';
import { contentOf, type KeyedLine, newAmong } from '../../../domain/payments/bank/detect-duplicates.ts';
import { type AccountInput, whoseStatement } from '../../../domain/payments/bank/identify-account.ts';
import type { LeftOut } from '../../../domain/payments/bank/skipped-rows.ts';
import {
  BANK_ACCOUNTS_MAX,
  type BalanceCheck,
  balanceOf,
  CSV_FORMS_MAX,
  daysOf,
  identityOf,
  type ReadStatement,
  TRANSACTIONS_OF_BANK_ACCOUNT_MAX,
} from '../../../domain/payments/bank/statement.ts';
import type { BankLine } from '../../../domain/payments/bank/transaction.ts';
import { isRefusal, type Refused } from '../../../domain/refusal.ts';
import { slices } from '../../../limits/time-slices.ts';
import { wholeList } from '../../../parsers/json-chunks.ts';
import { type ParsingLimitExceeded, parseInWorker } from '../../../parsers/parse-in-worker.ts';
import { digestOfHeaders, type ResultOf } from '../../../parsers/parser-registry.ts';
import type { AfterCommitStep, Context } from '../../context.ts';

type BankFileGiven = {
  readonly file: Uint8Array | string;
  readonly encoding?: Encoding | undefined;
  readonly separator?: Separator | undefined;
  /** The columns of a CSV file, remembered for files with the same headers. */
  readonly columns?: CsvColumns | undefined;
  readonly account: AccountInput;
  readonly dryRun: boolean;
};

/** The result of an import or a dry run. */
type ImportedBankFile = {
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

/** Lines written per statement. */
const SLICE_LINES = 1_000;

/** A stored statement, and details for its response. */
type KeptBankStatement = Omit<KeptStatement, 'createdAt'> &
  BalanceCheck & {
    readonly account: BankAccount;
    readonly gap?: number;
    readonly first: readonly (Pick<KeyedLine, 'bookedOn' | 'amount' | 'label' | 'counterpart' | 'fee'> & {
      isKnown: boolean;
    })[];
  };

/** Lines of a statement shown after an import. */
const SHOWN_LINES = 20;

type AccountRefusal = Refused<'bank_account_not_found' | 'bank_account_needed' | 'bank_full'>;

/**
 * Stores a statement and its new lines, each movement once. The bank account is locked, so that
 * concurrent imports of the same file store it once. Yields to other requests. `isOnly` if the
 * file has no other statement.
 */
async function storeBankStatement(
  context: Context,
  read: ReadStatement,
  meant: AccountInput,
  isOnly: boolean,
): Promise<KeptBankStatement | AccountRefusal> {
  const { tx, now, newId } = context;
  const account = await accountOf(context, read, meant, isOnly);
  if ('refused' in account) return account;
  const { lines, digest } = await keyed(read, account.id);
  const days = daysOf(read);
  const fresh = days ? newAmong(lines, await knownAmong(context, account, lines), read.format) : [];
  const kept = (await listBankAccounts(tx)).find(({ id }) => id === account.id)?.added ?? 0;
  if (kept + fresh.length > TRANSACTIONS_OF_BANK_ACCOUNT_MAX)
    return { refused: 'bank_full', limit: TRANSACTIONS_OF_BANK_ACCOUNT_MAX, of: 'transactions' };
  const { opening, closing } = read;
  const statement = {
    ...{ bankAccountId: account.id, format: read.format, ...days },
    ...(opening !== undefined && { opening }),
    ...(closing !== undefined && { closing }),
    ...{ lines: lines.length, sum: sum(lines.map(({ amount }) => amount)), added: fresh.length },
  };
  const gap = days && opening !== undefined ? await gapBefore(context, account.id, { opening, from: days.from }) : 0;
  const id = await storeStatement(tx, { ...statement, id: newId(), digest, createdAt: now });
  const of = { bankAccountId: account.id, statementId: id, currency: account.currency, format: read.format };
  const turn = slices();
  for (let at = 0; at < fresh.length; at += SLICE_LINES) {
    await insertBankTransactions(tx, of, fresh.slice(at, at + SLICE_LINES), { newId, now });
    await turn();
  }
  const isNew = new Set(fresh.map(({ line }) => line));
  return {
    ...{ ...statement, id, account, currency: account.currency },
    ...balanceOf(statement),
    ...(gap !== 0 && { gap }),
    first: lines.slice(0, SHOWN_LINES).map((line) => ({ ...line, isKnown: !isNew.has(line) })),
  };
}

/** The account of the statement, locked; created if new. */
async function accountOf(
  context: Context,
  read: ReadStatement,
  meant: AccountInput,
  isOnly: boolean,
): Promise<BankAccount | AccountRefusal> {
  const { tx } = context;
  const there = await listBankAccounts(tx);
  const match = whoseStatement(read, meant, { there, isOnly });
  if (match === 'unknown') return { refused: 'bank_account_needed' };
  if ('id' in match) {
    const locked = await lockBankAccountById(tx, match.id);
    if (!locked) return { refused: 'bank_account_not_found' };
    if (match.learns !== undefined) setBankAccountNumber(tx, locked.id, match.learns);
    return locked;
  }
  const identity = identityOf(match.create, read.currency);
  if (there.length >= BANK_ACCOUNTS_MAX && !there.some((each) => each.identity === identity))
    return { refused: 'bank_full', limit: BANK_ACCOUNTS_MAX, of: 'accounts' };
  return lockOrCreateBankAccount(tx, { ...match.create, identity, currency: read.currency }, context);
}

/** The lines with content digests, and one digest of the whole statement. */
async function keyed(read: ReadStatement, bankAccountId: string): Promise<{ lines: KeyedLine[]; digest: string }> {
  const { format, from = '', to = '', opening = '', closing = '' } = read;
  const whole = createHash('sha256').update(JSON.stringify([format, bankAccountId, from, to, opening, closing]));
  const lines: KeyedLine[] = [];
  const turn = slices();
  for (const line of read.lines) {
    const key = createHash('sha256').update(contentOf(line)).digest('hex');
    whole.update(`${key} ${line.bankId ?? ''}\n`);
    lines.push({ ...line, key });
    const others = turn();
    if (others) await others;
  }
  return { lines, digest: whole.digest('hex') };
}

async function knownAmong({ tx }: Context, { id }: BankAccount, lines: readonly KeyedLine[]) {
  const [first] = lines;
  if (!first) return [];
  const days = lines.reduce(
    ({ from, to }, { bookedOn }) => ({ from: bookedOn < from ? bookedOn : from, to: bookedOn > to ? bookedOn : to }),
    { from: first.bookedOn, to: first.bookedOn },
  );
  const bankIds = lines.flatMap(({ bankId }) => bankId ?? []);
  return storedBankLines(tx, id, { ...days, bankIds });
}

async function gapBefore({ tx }: Context, id: string, { opening, from }: { opening: number; from: string }) {
  const before = await closingBalanceBefore(tx, id, from);
  return before === undefined ? 0 : opening - before;
}

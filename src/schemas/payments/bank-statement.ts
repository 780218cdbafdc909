import * as z from 'zod';
import { methodOfDebit } from '../../domain/books/debit-to-book.ts';
import { type LeftOut, leftOutReasons } from '../../domain/payments/bank/skipped-rows.ts';
import { masked } from '../../domain/payments/bank/statement.ts';
import { type BankTransaction, bankFormats } from '../../domain/payments/bank/transaction.ts';
import { PaymentMethodJson } from '../fields/enumerations.ts';

const dayJson = z.string().meta({ format: 'date' });
const bankCurrencyJson = z.string().meta({ description: 'Three letters (ISO 4217).', example: 'EUR' });

const bankFeeJson = z.int().meta({
  description: 'Fee of the bank or provider, positive and not included in the amount. Cents.',
  example: 320,
});

/** A movement on a bank account, listed once however many statements contain it. */
export const BankTransactionJson = z
  .object({
    id: z.string(),
    bankAccountId: z.string(),
    statementId: z.string().meta({ description: 'The first statement that contained it.' }),
    bookedOn: dayJson.meta({ description: 'The day the bank booked it.' }),
    valueOn: dayJson.optional(),
    amount: z
      .int()
      .meta({ description: 'Cents; positive for incoming, negative for outgoing money.', example: 120000 }),
    currency: bankCurrencyJson,
    label: z.string().meta({ description: 'The bank’s text; empty once the text was deleted.' }),
    counterpart: z.string().optional().meta({ description: 'The payer or payee.' }),
    counterpartIban: z
      .string()
      .optional()
      .meta({ description: 'The first and last characters of the IBAN.', example: 'FR76…0189' }),
    reference: z.string().optional(),
    fee: bankFeeJson.optional(),
    isDoubtful: z.literal(true).optional().meta({
      description:
        'An unmapped column of the file may mean that the transaction was not booked, or may contain another amount. The transaction is never matched automatically.',
    }),
    applied: z.int().meta({ description: 'The part used to pay documents, in cents.', example: 0 }),
    method: PaymentMethodJson.optional().meta({
      description: 'Of a debit: how it was paid, by the words of the bank.',
    }),
    purchaseId: z.string().optional().meta({ description: 'Of a debit: its purchase in the register.' }),
    remaining: z.int().meta({ description: 'The received amount that is not applied yet, in cents.', example: 120000 }),
  })
  .meta({ id: 'BankTransaction' });

export const bankTransactionToJson = ({
  counterpartIban,
  bankId: _,
  test: __,
  isDoubtful,
  ...transaction
}: BankTransaction): z.input<typeof BankTransactionJson> => ({
  ...transaction,
  ...(counterpartIban !== undefined && { counterpartIban: masked(counterpartIban) }),
  ...(isDoubtful && { isDoubtful }),
  ...(transaction.amount < 0 && { method: methodOfDebit(transaction.label) }),
  remaining: Math.max(0, transaction.amount - transaction.applied),
});

const day = z.string().meta({ format: 'date' });
const cents = z.int().meta({ description: 'Cents.' });

/** A bank account with imported statements. */
export const BankAccountJson = z
  .object({
    id: z.string(),
    iban: z
      .string()
      .optional()
      .meta({ description: 'The first and last characters of the IBAN.', example: 'FR76…0189' }),
    number: z
      .string()
      .optional()
      .meta({ description: 'The first and last characters of the account number, without an IBAN.' }),
    currency: bankCurrencyJson,
    statements: z.int(),
    transactions: z.int(),
    lastOn: day.optional().meta({ description: 'The last day covered by a statement.' }),
  })
  .meta({ id: 'BankAccount' });

const balance = z.enum(['agrees', 'differs', 'untold']).meta({
  description:
    'Whether opening balance plus lines equals the closing balance; `untold` if the file does not contain both.',
});
const members = {
  bankAccountId: z.string(),
  format: z.enum(bankFormats),
  currency: bankCurrencyJson,
  from: day.optional(),
  to: day.optional(),
  opening: cents.optional(),
  closing: cents.optional(),
  lines: z.int().meta({ description: 'The number of lines in the file.' }),
  added: z.int().meta({ description: 'Number of new transactions.' }),
  balance,
  difference: cents.optional().meta({ description: 'The closing balance minus the expected balance; cents.' }),
};

/** A stored statement. */
export const BankStatementJson = z
  .object({ id: z.string(), ...members, importedAt: z.int().meta({ description: 'Unix seconds.' }) })
  .meta({ id: 'BankStatement' });

const line = z.object({
  bookedOn: day,
  amount: cents,
  label: z.string(),
  counterpart: z.string().optional(),
  fee: bankFeeJson.optional(),
  isKnown: z
    .boolean()
    .meta({ description: 'Whether the line was in an earlier statement, so that it is not stored twice.' }),
});

const leftOutReason = z.enum(leftOutReasons).meta({
  description:
    '`pending`, `declined`, `canceled` and `reverted`: not booked, according to the status; `unknown_status`: an unknown status word; `no_movement`: no money was moved; `total`: a sum of other rows; `note`: no date or no amount.',
});
const statusOfRow = z.string().meta({ description: 'The status as written in the file.', example: 'DECLINED' });

/** The result of an import or a dry run. */
export const ImportedBankFileJson = z
  .object({
    dryRun: z.boolean(),
    statements: z.array(
      z
        .object({
          id: z.string().optional().meta({ description: 'The id of the stored statement; absent in a dry run.' }),
          ...members,
          iban: z.string().optional().meta({ description: 'The first and last characters of the IBAN.' }),
          number: z.string().optional(),
          known: z
            .int()
            .meta({ description: 'The number of lines that were in an earlier statement and change nothing.' }),
          gap: cents.optional().meta({
            description:
              'Difference between the opening balance and the closing balance of the previous statement, if both are known: a statement is missing in between.',
          }),
          first: z.array(line).meta({ description: 'The first 20 lines, as read from the file.' }),
        })
        .meta({ id: 'ImportedBankStatement' }),
    ),
    leftOut: z
      .int()
      .meta({ description: 'The number of rows that are not transactions; `leftOutReasons` has the reasons.' }),
    leftOutReasons: z.array(
      z
        .object({ reason: leftOutReason, status: statusOfRow.optional(), count: z.int() })
        .meta({ id: 'LeftOutBankRows' }),
    ),
    leftOutRows: z
      .array(
        z
          .object({
            row: z.int().meta({ description: 'The row number in the file, from 1.' }),
            ...{ reason: leftOutReason, status: statusOfRow.optional(), label: z.string().optional() },
          })
          .meta({ id: 'LeftOutBankRow' }),
      )
      .meta({ description: 'The first 20 skipped rows.' }),
    doubtfulColumns: z.array(z.string()).meta({
      description:
        'Unmapped columns that may mean that a row was not booked, or that may contain another amount. Rows with text in these columns are imported but never matched automatically.',
    }),
  })
  .meta({ id: 'ImportedBankFile' });

type Ends = { readonly from?: string; readonly to?: string; readonly opening?: number; readonly closing?: number };
type BalanceCheck = { readonly balance: 'agrees' | 'differs' | 'untold'; readonly difference?: number };
type StatementToShow = Ends & {
  readonly bankAccountId: string;
  readonly format: (typeof bankFormats)[number];
  readonly currency: string;
  readonly lines: number;
  readonly added: number;
};

const shownOf = ({ iban, number }: { readonly iban?: string; readonly number?: string }) => ({
  ...(iban !== undefined && { iban: masked(iban) }),
  ...(number !== undefined && { number: masked(number) }),
});

/** A bank account in an answer. */
export const bankAccountToJson = ({
  added,
  lastOn,
  ...account
}: {
  readonly id: string;
  readonly iban?: string;
  readonly number?: string;
  readonly currency: string;
  readonly statements: number;
  readonly added: number;
  readonly lastOn?: string;
}): z.input<typeof BankAccountJson> => ({
  ...{ id: account.id, ...shownOf(account), currency: account.currency, statements: account.statements },
  transactions: added,
  ...(lastOn !== undefined && { lastOn }),
});

const statementMembers = ({
  bankAccountId,
  format,
  currency,
  from,
  to,
  opening,
  closing,
  lines,
  added,
}: StatementToShow) => ({
  ...{ bankAccountId, format, currency, lines, added },
  ...(from !== undefined && { from, to }),
  ...(opening !== undefined && { opening }),
  ...(closing !== undefined && { closing }),
});

/** A stored statement in an answer. */
export const bankStatementToJson = (
  statement: StatementToShow & BalanceCheck & { readonly id: string; readonly createdAt: number },
): z.input<typeof BankStatementJson> => ({
  ...{ id: statement.id, ...statementMembers(statement), balance: statement.balance, importedAt: statement.createdAt },
  ...(statement.difference !== undefined && { difference: statement.difference }),
});

type Imported = StatementToShow &
  BalanceCheck & {
    readonly id: string;
    readonly account: { readonly iban?: string; readonly number?: string };
    readonly gap?: number;
    readonly first: readonly {
      readonly bookedOn: string;
      readonly amount: number;
      readonly label: string;
      readonly counterpart?: string;
      readonly fee?: number;
      readonly isKnown: boolean;
    }[];
  };

type Left = { readonly leftOut: LeftOut; readonly doubtfulColumns: readonly string[] };

/** The result of an import or a dry run, in which nothing has an ID. */
export const importedToJson = (
  { statements, leftOut, doubtfulColumns }: { readonly statements: readonly Imported[] } & Left,
  dryRun: boolean,
): z.input<typeof ImportedBankFileJson> => ({
  ...{ dryRun, leftOut: leftOut.count, leftOutReasons: [...leftOut.byReason], leftOutRows: [...leftOut.rows] },
  doubtfulColumns: [...doubtfulColumns],
  statements: statements.map(({ id, account, gap, first, balance, difference, ...rest }) => ({
    ...(dryRun ? {} : { id }),
    ...{ ...statementMembers(rest), ...shownOf(account), balance, known: rest.lines - rest.added },
    ...(difference !== undefined && { difference }),
    ...(gap !== undefined && { gap }),
    first: first.map(({ bookedOn, amount, label, counterpart, fee, isKnown }) => ({
      ...{ bookedOn, amount, label, isKnown },
      ...(counterpart !== undefined && { counterpart }),
      ...(fee !== undefined && { fee }),
    })),
  })),
});

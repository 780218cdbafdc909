import { type Cents, cents } from '../../money/cents.ts';
import { firstCharacters } from '../../text/truncate.ts';
import type { CivilDay } from '../../time/civil-day.ts';
import type { BankFormat, BankLine } from './transaction.ts';

/** Lines of one file, statements of one file, and characters that are kept of each of its texts: what is longer is cut. */
export const BANK_LINES_MAX = 100_000;
export const BANK_STATEMENTS_OF_FILE_MAX = 100;
export const LABEL_CHARACTERS_MAX = 1_000;
export const WORDS_CHARACTERS_MAX = 255;
/** Characters of the number of a bank account that has no IBAN, and of what tells it from the others. */
export const BANK_NUMBER_CHARACTERS_MAX = 60;
/** Cents of an amount or of a balance, either way. */
export const BANK_AMOUNT_MAX_CENTS = 1_000_000_000_000;

/** Whose statement it is, as far as the file says it. */
export type StatedAccount = { readonly iban?: string; readonly number?: string };

/** A statement as a file has it. */
export type ReadStatement = {
  readonly format: BankFormat;
  readonly account: StatedAccount;
  /** Three letters (ISO 4217). */
  readonly currency: string;
  readonly from?: CivilDay;
  readonly to?: CivilDay;
  readonly opening?: Cents;
  readonly closing?: Cents;
  readonly lines: readonly BankLine[];
};

/** Whether what a statement says of its ends and its lines agree; `untold` where it does not say both ends. */
export type BalanceCheck =
  | { readonly balance: 'agrees' | 'untold' }
  | { readonly balance: 'differs'; readonly difference: Cents };

/**
 * Opening and lines come to closing, or by how much closing is more. It is told and refuses nothing: what is there was paid all the
 * same, and who reads "12.50 lacking" looks for the missing page.
 */
export function balanceOf({ opening, closing, sum: all }: Ends & { readonly sum: Cents }): BalanceCheck {
  if (opening === undefined || closing === undefined) return { balance: 'untold' };
  const difference = cents(closing - opening - all);
  return difference === 0 ? { balance: 'agrees' } : { balance: 'differs', difference };
}
type Ends = { readonly opening?: Cents; readonly closing?: Cents };

/** The days a statement is about: those it says, else those of its first and last line. Undefined where it has neither. */
export function daysOf({
  from,
  to,
  lines,
}: ReadStatement): { readonly from: CivilDay; readonly to: CivilDay } | undefined {
  const days = lines.map(({ bookedOn }) => bookedOn);
  for (const said of [from, to]) if (said !== undefined) days.push(said);
  const [first] = days;
  if (first === undefined) return undefined;
  return days.reduce((all, day) => ({ from: day < all.from ? day : all.from, to: day > all.to ? day : all.to }), {
    from: first,
    to: first,
  });
}

/** An IBAN or a number of an account as it is shown: its ends alone, so that a picture of a screen gives nothing away. */
export const masked = (said: string): string => (said.length <= 8 ? said : `${said.slice(0, 4)}…${said.slice(-4)}`);

/** Bank accounts of an account, transactions that are kept of one, and forms of CSV files that are remembered; of each mode. */
export const BANK_ACCOUNTS_MAX = 50;
export const TRANSACTIONS_OF_BANK_ACCOUNT_MAX = 1_000_000;
export const CSV_FORMS_MAX = 100;

/**
 * What tells a bank account from the others: its IBAN, else the number the bank writes, empty where nothing is said; and its currency
 * where that is not the euro, as some banks keep several under one IBAN. A number gives way to the currency behind it, and to nothing
 * else: whoever is known by a longer one stays known by it.
 */
export function identityOf({ iban, number }: StatedAccount, currency: string): string {
  const behind = currency === 'EUR' ? '' : ` ${currency}`;
  return `${firstCharacters(iban ?? number ?? '', BANK_NUMBER_CHARACTERS_MAX - behind.length)}${behind}`.trim();
}

/**
 * Days the words of a transaction are kept (what the bank writes, who paid, his IBAN, his reference) that no document was paid with. They
 * are of people who are no customers as well; two years are what is looked back at to find a payment. Of what was applied they are
 * kept as part of the books.
 */
export const BANK_WORDS_KEPT_DAYS = 730;

import { type Cents, cents } from '../../money/cents.ts';
import { firstCharacters } from '../../text/truncate.ts';
import type { CivilDay } from '../../time/civil-day.ts';
import type { BankFormat, BankLine } from './transaction.ts';

/** Limits per file: lines, statements, and stored characters of each text (longer ones are cut). */
export const BANK_LINES_MAX = 100_000;
export const BANK_STATEMENTS_OF_FILE_MAX = 100;
export const LABEL_CHARACTERS_MAX = 1_000;
export const WORDS_CHARACTERS_MAX = 255;
/** Maximum characters of the number of a bank account without IBAN, and of its identity. */
export const BANK_NUMBER_CHARACTERS_MAX = 60;
/** Maximum cents of an amount or a balance, positive or negative. */
export const BANK_AMOUNT_MAX_CENTS = 1_000_000_000_000;

/** The account of a statement, as far as the file states it. */
export type StatedAccount = { readonly iban?: string; readonly number?: string };

/** A statement as read from a file. */
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

/** Whether the balances of a statement match its lines; `untold` if one of them is missing. */
export type BalanceCheck =
  | { readonly balance: 'agrees' | 'untold' }
  | { readonly balance: 'differs'; readonly difference: Cents };

/**
 * Checks that opening balance and lines add up to the closing balance; otherwise gives the
 * difference. A difference is only reported: the lines are valid payments, and "12.50 missing"
 * points to a missing page.
 */
export function balanceOf({ opening, closing, sum: all }: Ends & { readonly sum: Cents }): BalanceCheck {
  if (opening === undefined || closing === undefined) return { balance: 'untold' };
  const difference = cents(closing - opening - all);
  return difference === 0 ? { balance: 'agrees' } : { balance: 'differs', difference };
}
type Ends = { readonly opening?: Cents; readonly closing?: Cents };

/**
 * The first and last day of a statement: as stated, or those of its lines. Undefined without both.
 */
export function daysOf({
  from,
  to,
  lines,
}: ReadStatement): { readonly from: CivilDay; readonly to: CivilDay } | undefined {
  const days = lines.map(({ bookedOn }) => bookedOn);
  for (const text of [from, to]) if (text !== undefined) days.push(text);
  const [first] = days;
  if (first === undefined) return undefined;
  return days.reduce((all, day) => ({ from: day < all.from ? day : all.from, to: day > all.to ? day : all.to }), {
    from: first,
    to: first,
  });
}

/**
 * A masked IBAN or account number: only its ends are shown, so that screenshots do not reveal it.
 */
export const masked = (text: string): string => (text.length <= 8 ? text : `${text.slice(0, 4)}…${text.slice(-4)}`);

/** Limits per account and mode: bank accounts, stored transactions of each, stored CSV mappings. */
export const BANK_ACCOUNTS_MAX = 50;
export const TRANSACTIONS_OF_BANK_ACCOUNT_MAX = 1_000_000;
export const CSV_FORMS_MAX = 100;

/**
 * The identity of a bank account: its IBAN, or the number in the file, or empty; plus the currency
 * if it is not the euro, because some banks use one IBAN for several currencies. A number is only
 * shortened to make room for the currency, so that accounts identified by longer numbers stay
 * recognized.
 */
export function identityOf({ iban, number }: StatedAccount, currency: string): string {
  const behind = currency === 'EUR' ? '' : ` ${currency}`;
  return `${firstCharacters(iban ?? number ?? '', BANK_NUMBER_CHARACTERS_MAX - behind.length)}${behind}`.trim();
}

/**
 * Days the texts of an unapplied transaction are stored (label, payer, IBAN, reference). They also
 * concern people who are not customers; two years are enough to trace a payment. Texts of applied
 * transactions are kept as part of the books.
 */
export const BANK_WORDS_KEPT_DAYS = 730;

import type { PaymentMethod } from '../billing/document/terms/payment-terms.ts';
import { type Cents, cents } from '../money/cents.ts';
import type { BankTransaction } from '../payments/bank/transaction.ts';
import type { Refused } from '../refusal.ts';
import type { CivilDay } from '../time/civil-day.ts';
import { type PurchaseFacts, SUPPLIER_NAME_MAX } from './purchase.ts';

/** What a bank debit states for the register of purchases. */
type DebitToBook = {
  readonly paidOn: CivilDay;
  readonly supplierName: string;
  readonly amount: Cents;
  readonly method: PaymentMethod;
};

/** A purchase of a debit as its owner states it: what the bank states can be left out. */
export type DebitFacts = Omit<PurchaseFacts, keyof DebitToBook> & {
  readonly [Member in keyof DebitToBook]?: DebitToBook[Member] | undefined;
};

/**
 * The facts of a debit: the day of the bank, the payee or otherwise its text, the whole amount, and
 * the means that the text names. `stated` facts take precedence. An amount is needed if the account
 * is not in euros, and a supplier if the texts of the bank were deleted.
 */
export function debitToBook(
  debit: BankTransaction,
  stated: Pick<DebitFacts, keyof DebitToBook>,
): DebitToBook | Refused<'bank_transaction_not_bookable'> {
  const { bookedOn, amount, currency, label } = debit;
  const refuse = (because: 'incoming' | 'currency' | 'supplier') =>
    ({ refused: 'bank_transaction_not_bookable', because }) as const;
  if (amount >= 0) return refuse('incoming');
  if (currency !== 'EUR' && stated.amount === undefined) return refuse('currency');
  const supplierName = (stated.supplierName ?? payeeOf(debit)).trim();
  if (supplierName === '') return refuse('supplier');
  return {
    paidOn: stated.paidOn ?? bookedOn,
    supplierName,
    amount: stated.amount ?? cents(-amount),
    method: stated.method ?? methodOfDebit(label),
  };
}

/** The payee, or otherwise the text of the bank. */
const payeeOf = ({ counterpart, label }: Pick<BankTransaction, 'counterpart' | 'label'>): string =>
  (counterpart?.trim() || label.trim()).slice(0, SUPPLIER_NAME_MAX).toWellFormed();

/** The words of French banks for a means of payment; a transfer if there is none of them. */
const METHOD_WORDS: readonly (readonly [PaymentMethod, RegExp])[] = [
  ['direct_debit', /\b(prlv|prelevement|prélèvement|sdd)\b/i],
  ['credit_card', /\b(cb|carte|card)\b/i],
  ['cheque', /\b(chq|cheque|chèque)\b/i],
];

/** How a debit was paid, by the words of the bank. */
export const methodOfDebit = (label: string): PaymentMethod =>
  METHOD_WORDS.find(([, words]) => words.test(label))?.[0] ?? 'transfer';

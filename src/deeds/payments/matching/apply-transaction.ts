import { withDocuments } from '../../../domain/billing/document/family.ts';
import { type Cents, cents } from '../../../domain/money/cents.ts';
import { type PayingTransaction, payByTransaction } from '../../../domain/payments/matching/pay-by-transaction.ts';
import { isRefusal, type Refused } from '../../../domain/refusal.ts';
import { atSecondOfDay } from '../../../domain/time/civil-day.ts';
import { settingsOf } from '../../../store/account/settings.ts';
import { lockFamily } from '../../../store/billing/documents.ts';
import {
  type BankMatch,
  inOrderOfFamilies,
  insertMatch,
  lockBankTransaction,
  recordedPayment,
  recordedPayout,
} from '../../../store/payments/bank-matches.ts';
import { lockHead } from '../../../store/proof/audit-chain.ts';
import { commitFamily } from '../../billing/commit-family.ts';
import { seeFamily } from '../../billing/see-family.ts';
import type { Context } from '../../context.ts';
import { claims } from '../claims.ts';

/** What a transaction is said to be. Amounts are cents, by default as much as is due and left. */
export type Application = {
  readonly documents: readonly { readonly id: string; readonly amount?: number | undefined }[];
  readonly payments: readonly string[];
  readonly payouts: readonly string[];
  /** Nobody confirmed it: only where nothing of the transaction was applied before. */
  readonly byItself?: true;
};

/** Refusals of `applyTransaction`. */
export const applicationRefusals = [
  ...(['bank_transaction_not_found', 'bank_transaction_exceeded', 'bank_transaction_of_other_currency'] as const),
  ...(['document_not_found', 'not_payable_when_draft', 'not_payable_when_canceled', 'nothing_due'] as const),
  ...(['payment_exceeds_remaining', 'bank_payment_not_found', 'bank_payout_not_found', 'bank_match_exists'] as const),
] as const;
type CannotApply = Refused<(typeof applicationRefusals)[number]>;

/** The hour of the day a bank books, as it says none. */
const NOON_SECONDS = 12 * 3_600;

/**
 * Applies a transaction, all of it or nothing: documents are paid by the rule of every payment, payments that were recorded before and
 * payouts are only matched, so that nothing is recorded twice. Whoever confirms second finds nothing left, or nothing due.
 */
export async function applyTransaction(
  context: Context,
  transactionId: string,
  { documents, payments, payouts, byItself }: Application,
): Promise<undefined | CannotApply> {
  const { tx } = context;
  // Families, the chain, then the transaction: in the order in which everybody locks.
  const asked = new Set(documents.map(({ id }) => id));
  const there = await inOrderOfFamilies(tx, [...asked]);
  for (const id of there) await lockFamily(tx, id);
  if (documents.length > 0) await lockHead(tx, context.test);
  const transaction = await lockBankTransaction(tx, transactionId);
  if (!transaction) return { refused: 'bank_transaction_not_found' };
  let left = cents(Math.max(0, transaction.amount - transaction.applied));
  if (left === 0 || (byItself && transaction.applied > 0)) return { refused: 'bank_transaction_exceeded', left };
  if (there.length < asked.size) return { refused: 'document_not_found' };
  const { zone } = (await settingsOf(tx)).settings;
  const receivedAt = atSecondOfDay(transaction.bookedOn, NOON_SECONDS, zone);
  const matched = (match: Matched): void => {
    left = cents(left - match.amount);
    insertMatch(tx, { id: context.newId(), transactionId, byItself: byItself ?? false, ...match }, context.now);
  };
  // In the order they were named: where it does not reach for all, the first are paid.
  for (const { id, amount } of documents) {
    const paid = await payOne(context, { id, amount }, { ...transaction, left, receivedAt });
    if ('refused' in paid) return paid;
    matched({ kind: 'paid', documentId: id, ...paid });
  }
  for (const id of payments) {
    const found = await recordedPayment(tx, id);
    if (!found) return { refused: 'bank_payment_not_found' };
    const no = whyNotMatched(found, transaction.currency, left);
    if (no) return no;
    matched({ kind: 'recorded', documentId: found.document_id, paymentId: id, amount: found.amount });
  }
  for (const id of payouts) {
    const found = await recordedPayout(tx, id);
    if (!found || found.amount <= 0) return { refused: 'bank_payout_not_found' };
    const no = whyNotMatched(found, transaction.currency, left);
    if (no) return no;
    matched({ kind: 'payout', payoutId: id, amount: found.amount });
  }
  return undefined;
}

type Matched =
  | Omit<Extract<BankMatch, { paymentId: string }>, Given>
  | Omit<Extract<BankMatch, { payoutId: string }>, Given>;
type Given = 'id' | 'transactionId' | 'byItself';

/** Its family is locked; it is read anew for each, as a relative may have moved. */
async function payOne(
  context: Context,
  { id, amount }: { id: string; amount: number | undefined },
  transaction: PayingTransaction,
): Promise<{ paymentId: string; amount: Cents } | CannotApply> {
  const found = await seeFamily(context, id, claims);
  if ('refused' in found) return found;
  const paid = payByTransaction(found.asked.document, transaction, amount, context);
  if (isRefusal(paid)) return paid;
  const { document, payment } = paid;
  await commitFamily(context, { family: found }, withDocuments(found, document), { payments: [payment] });
  return { paymentId: payment.id, amount: payment.amount };
}

function whyNotMatched(
  { amount, currency, matched }: { amount: Cents; currency: string; matched: boolean },
  ofTransaction: string,
  left: Cents,
): CannotApply | undefined {
  if (matched) return { refused: 'bank_match_exists' };
  if (currency !== ofTransaction) return { refused: 'bank_transaction_of_other_currency', currency: ofTransaction };
  return amount > left ? { refused: 'bank_transaction_exceeded', left } : undefined;
}

import { settingsOf } from '../../../db/account/settings.ts';
import { lockChainHead } from '../../../db/audit/append-to-chain.ts';
import { lockStoredDocumentGroup } from '../../../db/billing/read-document-group.ts';
import {
  type BankMatch,
  dismiss,
  documentsPaidBy,
  inDocumentGroupOrder,
  insertMatch,
  insertMatchOfPayout,
  lockBankTransaction,
  matchesOf,
  recordedPayment,
  recordedPayout,
  undoMatches,
} from '../../../db/payments/bank-matches.ts';
import { lockMoney } from '../../../db/payments/customer-money.ts';
import { paymentsOf } from '../../../db/payments/payments.ts';
import { withDocuments } from '../../../domain/billing/document/group/document-group.ts';
import { type Cents, cents } from '../../../domain/money/cents.ts';
import {
  type PayingTransaction,
  payByTransaction,
  unpayByTransaction,
} from '../../../domain/payments/matching/pay-by-transaction.ts';
import {
  keyOfDocuments,
  keyOfPayments,
  PARTS_OF_SUGGESTION_MAX,
} from '../../../domain/payments/matching/suggestion.ts';
import { dropOverpayment } from '../../../domain/payments/overpayment.ts';
import { isRefusal, type Refused } from '../../../domain/refusal.ts';
import { atSecondOfDay } from '../../../domain/time/civil-day.ts';
import type { ExtraChanges } from '../../billing/document-group/changes-of-document-group.ts';
import { commitDocumentGroup } from '../../billing/document-group/commit-document-group.ts';
import { loadDocumentGroup } from '../../billing/document-group/load-document-group.ts';
import type { Context } from '../../context.ts';
import { claims } from '../claims.ts';

/**
 * A document paid by a transaction; `keepExcess` keeps any amount above the amount due for the
 * customer.
 */
type PaidDocument = {
  readonly id: string;
  readonly amount?: number | undefined;
  readonly keepExcess?: boolean | undefined;
};

/** What a transaction is applied to. Amounts are cents, by default the amount due or left. */
type Application = {
  readonly documents: readonly PaidDocument[];
  readonly payments: readonly string[];
  readonly payouts: readonly string[];
  /** Applied automatically: only if nothing of the transaction was applied before. */
  readonly byItself?: true;
};

/** Refusals of `applyTransaction`. */
export const applicationRefusals = [
  ...(['bank_transaction_not_found', 'bank_transaction_exceeded', 'bank_transaction_of_other_currency'] as const),
  ...(['document_not_found', 'not_payable_when_draft', 'not_payable_when_canceled', 'nothing_due'] as const),
  ...(['payment_exceeds_remaining', 'bank_payment_not_found', 'bank_payout_not_found', 'bank_match_exists'] as const),
] as const;
type CannotApply = Refused<(typeof applicationRefusals)[number]>;

/** Banks state no time of day, so noon is used. */
const NOON_SECONDS = 12 * 3_600;

/**
 * Applies a transaction completely or not at all: documents are paid by the usual payment rule;
 * existing payments and payouts are only matched, so nothing is booked twice. A second
 * confirmation finds nothing left or nothing due.
 */
export async function applyTransaction(
  context: Context,
  transactionId: string,
  { documents, payments, payouts, byItself }: Application,
): Promise<undefined | CannotApply> {
  const { tx } = context;
  // Lock order: document groups, the chain, then the transaction.
  const ids = documents.map(({ id }) => id);
  const recordedOn = payments.length > 0 ? await documentsPaidBy(tx, payments) : [];
  const there = await inDocumentGroupOrder(tx, [...new Set([...ids, ...recordedOn])]);
  for (const id of there) await lockStoredDocumentGroup(tx, id);
  if (documents.length > 0) await lockChainHead(tx, context.test);
  const transaction = await lockBankTransaction(tx, transactionId);
  if (!transaction) return { refused: 'bank_transaction_not_found' };
  let left = cents(Math.max(0, transaction.amount - transaction.applied));
  if (left === 0 || (byItself && transaction.applied > 0)) return { refused: 'bank_transaction_exceeded', left };
  if (ids.some((id) => !there.includes(id))) return { refused: 'document_not_found' };
  const { zone } = (await settingsOf(tx)).settings;
  const receivedAt = atSecondOfDay(transaction.bookedOn, NOON_SECONDS, zone);
  const matching = <M extends { amount: Cents }>(match: M) => {
    left = cents(left - match.amount);
    return { id: context.newId(), transactionId, byItself: byItself ?? false, ...match };
  };
  // In the given order: if the amount is not enough for all, the first are paid.
  for (const target of documents) {
    const paid = await payOne(context, target, { ...transaction, left, receivedAt });
    if ('refused' in paid) return paid;
    const documentId = target.id;
    for (const { id: paymentId, amount } of paid.payments)
      insertMatch(tx, matching({ kind: 'paid' as const, documentId, paymentId, amount }), context.now);
    for (const { id: keptId, amount } of paid.kept)
      insertMatch(tx, matching({ kind: 'kept' as const, documentId, keptId, amount }), context.now);
  }
  for (const id of payments) {
    const found = await recordedPayment(tx, id);
    if (!found) return { refused: 'bank_payment_not_found' };
    const no = whyNotMatched(found, transaction.currency, left);
    if (no) return no;
    const { document_id: documentId, amount } = found;
    insertMatch(tx, matching({ kind: 'recorded' as const, documentId, paymentId: id, amount }), context.now);
  }
  for (const id of payouts) {
    const found = await recordedPayout(tx, id);
    if (!found || found.amount <= 0) return { refused: 'bank_payout_not_found' };
    const no = whyNotMatched(found, transaction.currency, left);
    if (no) return no;
    const match = matching({ kind: 'payout' as const, payoutId: id, amount: found.amount });
    if (!(await insertMatchOfPayout(tx, match, context.now))) return { refused: 'bank_match_exists' };
  }
  return undefined;
}

/** Its group is locked; it is reread for each payment, because a relative may have changed. */
async function payOne(
  context: Context,
  target: PaidDocument,
  transaction: PayingTransaction,
): Promise<Required<Pick<ExtraChanges, 'payments' | 'kept'>> | CannotApply> {
  const found = await loadDocumentGroup(context, target.id, claims);
  if ('refused' in found) return found;
  const paid = payByTransaction(found.asked.document, transaction, target, context);
  if (isRefusal(paid)) return paid;
  const { document, payments, kept } = paid;
  await commitDocumentGroup(context, { group: found }, withDocuments(found, document), { payments, kept });
  return { payments, kept };
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

/**
 * Undoes the application of a transaction: its payments are reversed by counter-entries, other
 * matches are removed. The same match is not suggested or applied automatically again.
 */
export async function undoApplication(
  context: Context,
  transactionId: string,
): Promise<undefined | Refused<'bank_transaction_not_found' | 'bank_transaction_not_applied' | 'excess_used'>> {
  const { tx, now } = context;
  const before = await matchesOf(tx, transactionId);
  for (const id of await inDocumentGroupOrder(tx, documentsOf(before))) await lockStoredDocumentGroup(tx, id);
  if (before.length > 0) await lockChainHead(tx, context.test);
  if (!(await lockBankTransaction(tx, transactionId))) return { refused: 'bank_transaction_not_found' };
  // Read again under the lock: it may have been undone, or its payment reversed, meanwhile.
  const current = await matchesOf(tx, transactionId);
  const known = new Set(before.map(({ id }) => id));
  if (current.length === 0 || current.some(({ id }) => !known.has(id)))
    return { refused: 'bank_transaction_not_applied' };
  for (const match of current) if (match.kind === 'paid') await unpay(context, match);
  for (const match of current) {
    const no = match.kind === 'kept' && (await drop(context, match));
    if (no) return no;
  }
  undoMatches(tx, transactionId, now);
  for (const key of keysOf(current)) dismiss(tx, transactionId, key, now);
  return undefined;
}

async function unpay(
  context: Context,
  { documentId, paymentId }: BankMatch & { documentId: string; paymentId: string },
) {
  const [found, payments] = await Promise.all([
    loadDocumentGroup(context, documentId, claims),
    paymentsOf(context.tx, documentId),
  ]);
  const payment = payments.find(({ id }) => id === paymentId);
  if ('refused' in found || !payment) throw new Error(`the payment ${paymentId} of a match does not exist`);
  const { document, entries } = unpayByTransaction(found.asked.document, payment, { ...context, payments });
  await commitDocumentGroup(context, { group: found }, withDocuments(found, document), { payments: entries });
}

/** Removes an overpayment of the transaction; refused if part of it was used. */
async function drop(context: Context, { documentId, keptId }: { documentId: string; keptId: string }) {
  const kept = await lockMoney(context.tx, keptId);
  const dropped = dropOverpayment(kept ? [kept] : []);
  if (isRefusal(dropped)) return dropped;
  const found = await loadDocumentGroup(context, documentId, claims);
  if ('refused' in found) throw new Error(`the document ${documentId} of an excess does not exist`);
  await commitDocumentGroup(context, { group: found }, found, { dropped });
  return undefined;
}

const documentsOf = (matches: readonly BankMatch[]): string[] =>
  matches.flatMap((match) => ('documentId' in match ? [match.documentId] : []));

function keysOf(matches: readonly BankMatch[]): string[] {
  const paid = matches.filter(({ kind }) => kind === 'paid');
  const recorded = matches.flatMap((match) => (match.kind === 'recorded' ? [match.paymentId] : []));
  return [
    ...(isSuggestible(paid) ? [keyOfDocuments(documentsOf(paid))] : []),
    ...(isSuggestible(recorded) ? [keyOfPayments(recorded)] : []),
    ...matches.flatMap((match) => (match.kind === 'payout' ? [`payout ${match.payoutId}`] : [])),
  ];
}

/** More are never suggested together, so need no dismissal. */
const isSuggestible = ({ length }: readonly unknown[]): boolean => length > 0 && length <= PARTS_OF_SUGGESTION_MAX;

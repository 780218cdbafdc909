import { lockChainHead } from '../../../db/audit/append-to-chain.ts';
import { lockStoredDocumentGroup } from '../../../db/billing/read-document-group.ts';
import {
  type BankMatch,
  dismiss,
  inDocumentGroupOrder,
  lockBankTransaction,
  matchesOf,
  undoMatches,
} from '../../../db/payments/bank-matches.ts';
import { lockMoney } from '../../../db/payments/customer-money.ts';
import { paymentsOf } from '../../../db/payments/payments.ts';
import { withDocuments } from '../../../domain/billing/document/group/document-group.ts';
import { unpayByTransaction } from '../../../domain/payments/matching/pay-by-transaction.ts';
import {
  keyOfDocuments,
  keyOfPayments,
  PARTS_OF_SUGGESTION_MAX,
} from '../../../domain/payments/matching/suggestion.ts';
import { dropOverpayment } from '../../../domain/payments/overpayment.ts';
import { isRefusal, type Refused } from '../../../domain/refusal.ts';
import { commitDocumentGroup } from '../../billing/document-group/commit-document-group.ts';
import { loadDocumentGroup } from '../../billing/document-group/load-document-group.ts';
import type { Context } from '../../context.ts';
import { claims } from '../claims.ts';

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

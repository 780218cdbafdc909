import { canonicalJson } from '../../audit/canonical-json.ts';
import { stateDigest } from '../../audit/chain/state-digest.ts';
import type { Payment } from '../../domain/payments/payment.ts';
import { civilDayOf } from '../../domain/time/civil-day.ts';
import { addDigest } from '../audit/pending-digests.ts';
import { sql, type Tx } from '../transaction.ts';

const INSERT = sql`
  insert into billing.payment (account_id, id, document_id, test, amount_cents, received_on, method, reverses_id, content,
    created_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`;
const OF_DOCUMENT = sql`
  select content from billing.payment where account_id = $1 and document_id = $2 order by created_at, id`;

/** Inserts an immutable payment, as the canonical text whose hash the audit chain records. */
export function insertPayment(tx: Tx, payment: Payment, test: boolean, zone: string): void {
  const text = canonicalJson(payment);
  const { id, documentId, amount, receivedAt, method, reversesId, createdAt } = payment;
  const receivedOn = civilDayOf(receivedAt, zone);
  const part = { documentId, amount, receivedOn, method, reversesId: reversesId ?? null, content: text, createdAt };
  addDigest(tx.standing, 'payment', id, () => stateDigest.payment(part));
  tx.write(INSERT, [
    tx.accountId,
    id,
    documentId,
    test,
    amount,
    receivedOn,
    method,
    reversesId ?? null,
    text,
    createdAt,
  ]);
}

/** The payments of a document and their counter-entries, oldest first. */
export const paymentsOf = async (tx: Tx, documentId: string): Promise<Payment[]> =>
  (await tx.read<{ content: string }>(OF_DOCUMENT, [tx.accountId, documentId])).map(
    ({ content }) => JSON.parse(content) as Payment,
  );

import { activityTypes } from '../../domain/home/activity.ts';
import type { BankMovement } from '../../domain/home/document-trail.ts';
import { sql, type Tx } from '../transaction.ts';
import type { ChainEntry } from './activity.ts';

/** An entry of the audit chain with its hash (SHA-256, hexadecimal). */
export type TrailEntry = ChainEntry & { readonly hash: string };

const PAYMENTS = sql`select id from billing.payment where account_id = $1 and document_id = any ($2::uuid[])`;
const ENTRIES = sql`
  select seq, link, encode(hash, 'hex') as hash from billing.chain_link
  where account_id = $1 and test = $2 and link::json ->> 'type' = any ($3)
    and (test, seq) in (select about.test, about.seq from billing.links_about($4) about)
  order by seq limit $5`;

/** The entries about documents and their payments, oldest first, at most `most`. */
export async function trailOf(
  tx: Tx,
  documentIds: readonly string[],
  { test, most }: { readonly test: boolean; readonly most: number },
): Promise<TrailEntry[]> {
  const payments = await tx.read<{ id: string }>(PAYMENTS, [tx.accountId, documentIds]);
  const subjects = [...documentIds, ...payments.map(({ id }) => id)];
  const rows = await tx.read(ENTRIES, [tx.accountId, test, activityTypes, subjects, most]);
  return rows.map(({ seq, link, hash }) => ({ ...(JSON.parse(link) as ChainEntry), seq, test, hash }));
}

const MOVEMENTS = sql`
  select m.document_id as "documentId", m.payment_id as "paymentId", t.booked_on::text as "bookedOn",
    m.amount_cents::float8 as amount, t.currency, t.label, t.counterpart, coalesce(a.iban, a.number, '') as account
  from billing.bank_match m
  join billing.bank_transaction t on t.account_id = $1 and t.id = m.transaction_id
  join billing.bank_account a on a.account_id = $1 and a.id = t.bank_account_id
  where m.account_id = $1 and m.document_id = any ($2::uuid[]) and m.undone_at is null
  order by t.booked_on, t.id, m.id limit $3`;

/** The bank movements behind the payments of documents, by day, at most `most`. */
export async function bankMovementsOf(tx: Tx, documentIds: readonly string[], most: number): Promise<BankMovement[]> {
  const rows = await tx.read(MOVEMENTS, [tx.accountId, documentIds, most]);
  return rows.map(({ paymentId, counterpart, ...movement }) => ({
    ...(movement as Omit<BankMovement, 'paymentId' | 'counterpart'>),
    ...(paymentId !== null && { paymentId }),
    ...(counterpart !== null && { counterpart }),
  }));
}

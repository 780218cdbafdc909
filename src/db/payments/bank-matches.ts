import type { Cents } from '../../domain/money/cents.ts';
import type { CurrencyCode } from '../../domain/money/currency.ts';
import type { CivilDay } from '../../domain/time/civil-day.ts';
import { JOBS_CHANNEL } from '../job-queue.ts';
import { type Row, sql, type Tx } from '../transaction.ts';

/** What a bank transaction is: a payment of a document, a provider's payout, or an overpayment. */
export type BankMatch = MatchOfPayment | MatchOfPayout | MatchOfExcess;
type Match = {
  readonly id: string;
  readonly transactionId: string;
  readonly amount: Cents;
  readonly byItself: boolean;
};
type MatchOfPayment = Match & {
  readonly kind: 'paid' | 'recorded';
  readonly documentId: string;
  readonly paymentId: string;
};
/** The part above the amount due, kept for the customer. */
type MatchOfExcess = Match & { readonly kind: 'kept'; readonly documentId: string; readonly keptId: string };
type MatchOfPayout = Match & { readonly kind: 'payout'; readonly payoutId: string };

/** An applied transaction, its row locked. */
export type AppliedTransaction = {
  readonly id: string;
  readonly test: boolean;
  readonly amount: Cents;
  readonly applied: Cents;
  readonly currency: CurrencyCode;
  readonly bookedOn: CivilDay;
};

/** A match with what is needed to show it. */
export type ListedMatch = BankMatch & {
  readonly createdAt: number;
  readonly bookedOn: CivilDay;
  readonly currency: CurrencyCode;
  readonly label: string;
  readonly counterpart?: string;
  readonly number?: string;
  readonly customerName?: string;
};

const LOCK = sql`
  select id, test, amount_cents as amount, applied_cents as applied, currency, booked_on::text as "bookedOn"
  from billing.bank_transaction where account_id = $1 and id = $2 and test = $3 for update`;
const LEFT = sql`
  select amount_cents - applied_cents as left from billing.bank_transaction where account_id = $1 and id = $2 and test = $3`;
const FAMILIES = sql`
  select id from billing.document where account_id = $1 and id = any ($2::uuid[]) order by family_id, id`;
// A trigger deducts the amount from the unmatched rest of the transaction; a check constraint
// refuses a larger amount.
const INSERT_INTO = `
  insert into billing.bank_match (account_id, id, test, transaction_id, kind, amount_cents, document_id, payment_id, payout_id, kept_id,
    by_itself, created_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`;
const INSERT = sql`${INSERT_INTO}`;
const INSERT_IF_FREE = sql`${INSERT_INTO}
  on conflict (account_id, payout_id) where undone_at is null do nothing returning id`;
const PAID = sql`select distinct document_id from billing.payment where account_id = $1 and id = any ($2::uuid[])`;
const STANDING = sql`
  select id, kind, amount_cents, transaction_id, document_id, payment_id, payout_id, kept_id, by_itself from billing.bank_match
  where account_id = $1 and transaction_id = $2 and undone_at is null order by id`;
const UNDO = sql`
  update billing.bank_match set undone_at = $3 where account_id = $1 and transaction_id = $2 and undone_at is null`;
const DISMISS = sql`
  insert into billing.bank_dismissal (account_id, transaction_id, key, test, created_at)
  select t.account_id, t.id, $3, $4, $5 from billing.bank_transaction t
  where t.account_id = $1 and t.id = $2
    and (select count(*) from billing.bank_dismissal where account_id = $1 and transaction_id = $2) < $6
  on conflict do nothing`;
const TAKE_UP = sql`delete from billing.bank_dismissal where account_id = $1 and transaction_id = $2`;
/** The overpayment received with a payment: one transaction contains both. */
export const EXCESS_OF_PAYMENT = `coalesce((select sum(s.received_cents) from billing.payment_session s
    where s.account_id = $1 and s.payment_id = p.id and s.source = 'recorded'), 0)::bigint`;
const RECORDED = sql`
  select p.id, p.document_id, p.amount_cents + ${EXCESS_OF_PAYMENT} as amount, d.currency, exists (
    select from billing.bank_match m where m.account_id = $1 and m.payment_id = p.id and m.undone_at is null) as matched
  from billing.payment p join billing.document d on d.account_id = $1 and d.id = p.document_id
  where p.account_id = $1 and p.test = $3 and p.id = $2 and p.reverses_id is null
    and not exists (select from billing.payment r where r.account_id = $1 and r.reverses_id = p.id)`;
const PAYOUT = sql`
  select o.id, o.amount_cents as amount, o.currency, exists (
    select from billing.bank_match m where m.account_id = $1 and m.payout_id = o.id and m.undone_at is null) as matched
  from billing.payout o where o.account_id = $1 and o.test = $3 and o.id = $2`;
const LIST = sql`
  select m.id, m.kind, m.amount_cents, m.transaction_id, m.document_id, m.payment_id, m.payout_id, m.kept_id, m.by_itself, m.created_at,
    t.booked_on::text, t.currency, t.label, t.counterpart, d.number,
    coalesce(d.content::json #>> '{sealed,customer,organization,name}', d.content::json #>> '{sealed,customer,name}') as customer_name,
    count(*) over () as total
  from billing.bank_match m
  join billing.bank_transaction t on t.account_id = $1 and t.id = m.transaction_id
  left join billing.document d on d.account_id = $1 and d.id = m.document_id
  where m.account_id = $1 and m.test = $2 and m.undone_at is null and ($3::boolean is null or m.by_itself = $3)
    and ($4::uuid is null or m.transaction_id = $4) and ($5::uuid is null or t.bank_account_id = $5)
  order by m.created_at desc, m.id desc limit $6 offset $7`;
const WAKE = sql`
  with queued as (
    insert into billing.job as j (account_id, subject_id, lane, share_id, test, due_at, ready)
    values ($1, $1, 'bank_matches', $1, $2, $3::bigint - billing.ahead_of($1, $2), true)
    on conflict (account_id, subject_id, lane, share_id, test) do update
      set due_at = least(j.due_at, excluded.due_at), ready = j.leased_until is null
    returning account_id)
  select pg_notify('${JOBS_CHANNEL}', 'bank_matches') from queued`;

/**
 * Suggestions of one transaction that may be dismissed; beyond this, set the whole transaction
 * aside.
 */
const DISMISSALS_MAX = 100;

/**
 * Locks a transaction in the caller's mode; undefined if there is none. Locked after document
 * groups and the chain.
 */
export const lockBankTransaction = async (tx: Tx, id: string): Promise<AppliedTransaction | undefined> =>
  (await tx.read<AppliedTransaction>(LOCK, [tx.accountId, id, tx.test]))[0];

/**
 * The unmatched amount of a transaction in the caller's mode, in cents; undefined if there is
 * none.
 */
export const remainingOfTransaction = async (tx: Tx, id: string): Promise<number | undefined> =>
  (await tx.read<{ left: number }>(LEFT, [tx.accountId, id, tx.test]))[0]?.left;

/** Documents in the lock order of their groups, to avoid deadlocks when several are locked. */
export const inDocumentGroupOrder = async (tx: Tx, ids: readonly string[]): Promise<string[]> =>
  (await tx.read<{ id: string }>(FAMILIES, [tx.accountId, ids])).map(({ id }) => id);

/**
 * The documents of these payments. Lock them before matching, because reversing or matching a
 * payment locks them too.
 */
export const documentsPaidBy = async (tx: Tx, payments: readonly string[]): Promise<string[]> =>
  (await tx.read<{ document_id: string }>(PAID, [tx.accountId, payments])).map((row) => row.document_id);

/**
 * Inserts a match of a payment or an overpayment, whose document is locked. It deducts its amount
 * from the transaction.
 */
export function insertMatch(tx: Tx, match: MatchOfPayment | MatchOfExcess, now: number): void {
  const what = match.kind === 'kept' ? [null, null, match.keptId] : [match.paymentId, null, null];
  tx.write(INSERT, valuesOf(tx, match, [match.documentId, ...what], now));
}

/** Inserts a match of a payout; false if another transaction already explains it. */
export const insertMatchOfPayout = async (tx: Tx, match: MatchOfPayout, now: number): Promise<boolean> =>
  (await tx.read(INSERT_IF_FREE, valuesOf(tx, match, [null, null, match.payoutId, null], now))).length > 0;

const valuesOf = (tx: Tx, match: BankMatch, what: readonly (string | null)[], now: number): unknown[] => {
  const { id, transactionId, kind, amount, byItself } = match;
  return [tx.accountId, id, tx.test, transactionId, kind, amount, ...what, byItself, now];
};

/** The current matches of a transaction. */
export const matchesOf = async (tx: Tx, transactionId: string): Promise<BankMatch[]> =>
  (await tx.read<Row>(STANDING, [tx.accountId, transactionId])).map(matchFrom);

/** Undoes the matches of a transaction; matches of reversed payments are undone with them. */
export const undoMatches = (tx: Tx, transactionId: string, now: number): void =>
  tx.write(UNDO, [tx.accountId, transactionId, now]);

/** Stores that a suggestion was dismissed or, with `*`, the whole transaction. */
export const dismiss = (tx: Tx, transactionId: string, key: string, now: number): void =>
  tx.write(DISMISS, [tx.accountId, transactionId, key, tx.test, now, DISMISSALS_MAX]);

/** Deletes the dismissals of a transaction. */
export const clearDismissals = (tx: Tx, transactionId: string): void =>
  tx.write(TAKE_UP, [tx.accountId, transactionId]);

type Recorded = { readonly id: string; readonly amount: Cents; readonly currency: string; readonly matched: boolean };

/** A payment that is not reversed, and whether a transaction explains it. */
export const recordedPayment = async (tx: Tx, id: string) =>
  (await tx.read<Recorded & { document_id: string }>(RECORDED, [tx.accountId, id, tx.test]))[0];

/** A provider's payout, and whether a transaction explains it. */
export const recordedPayout = async (tx: Tx, id: string): Promise<Recorded | undefined> =>
  (await tx.read<Recorded>(PAYOUT, [tx.accountId, id, tx.test]))[0];

/** Filters matches: automatic ones, by transaction, by bank account. */
type MatchFilter = {
  readonly byItself?: boolean | undefined;
  readonly transactionId?: string | undefined;
  readonly bankAccountId?: string | undefined;
};

/** A page of current matches, newest first, with the total. */
export async function listMatches(
  tx: Tx,
  { byItself, transactionId, bankAccountId }: MatchFilter,
  { limit, page }: { limit: number; page: number },
): Promise<{ matches: ListedMatch[]; total: number }> {
  const narrowed = [tx.accountId, tx.test, byItself ?? null, transactionId ?? null, bankAccountId ?? null];
  const rows = await tx.read<Row>(LIST, [...narrowed, limit, (page - 1) * limit]);
  return { matches: rows.map(listedFrom), total: Number(rows[0]?.total ?? 0) };
}

/** Queues a search for transactions that can be applied automatically. */
export const wakeBankMatches = (tx: Tx, { test, now }: { test: boolean; now: number }): void =>
  tx.write(WAKE, [tx.accountId, test, now]);

function matchFrom(row: Row): BankMatch {
  const { id, kind, transaction_id: transactionId, amount_cents: amount, by_itself: byItself } = row;
  const { document_id: documentId, payment_id: paymentId, payout_id: payoutId, kept_id: keptId } = row;
  const of = kind === 'payout' ? { payoutId } : kind === 'kept' ? { documentId, keptId } : { documentId, paymentId };
  return { id, kind, transactionId, amount, byItself, ...of } as BankMatch;
}

const listedFrom = (row: Row): ListedMatch => ({
  ...matchFrom(row),
  ...{ createdAt: row.created_at, bookedOn: row.booked_on, currency: row.currency, label: row.label },
  ...(row.counterpart !== null && { counterpart: row.counterpart }),
  ...(row.number !== null && { number: row.number }),
  ...(row.customer_name !== null && { customerName: row.customer_name }),
});

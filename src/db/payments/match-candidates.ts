import { claimKinds } from '../../domain/billing/document/kind.ts';
import type { Party } from '../../domain/customers/party.ts';
import type { Cents } from '../../domain/money/cents.ts';
import { payerOf } from '../../domain/payments/matching/label-words.ts';
import {
  dismissedKey,
  type MatchFacts,
  type OpenClaim,
  type OpenPayout,
  type OpenTransaction,
  type RecordedPayment,
} from '../../domain/payments/matching/suggestion.ts';
import { addDays, type CivilDay } from '../../domain/time/civil-day.ts';
import { REST_TO_PAY } from '../billing/document-filter.ts';
import { kindsInSql } from '../billing/document-kind-sql.ts';
import { type Row, sql, type Tx } from '../transaction.ts';
import { EXCESS_OF_PAYMENT } from './bank-matches.ts';
import { DOUBTFUL } from './bank-transactions.ts';

/**
 * Limits: unpaid documents, unmatched payments and payouts, and known payers considered, newest
 * first.
 */
const CLAIMS_MAX = 5_000;
const RECORDED_MAX = 5_000;
const PAYERS_MAX = 2_000;
/** Days around transactions in which payments and payouts are searched. */
const AROUND_DAYS = 10;

/** An organization is the debtor for all its contacts. */
const DEBTOR = 'coalesce(c.organization_id, c.id, d.id)';
const OF_CUSTOMER = `left join billing.customer c on c.account_id = $1 and c.id = d.customer_id
  cross join lateral json_to_record(d.content::json) as said (sealed json, content json)`;

const OPEN = sql`
  select t.id, t.booked_on::text as "bookedOn", t.amount_cents - t.applied_cents as left, t.applied_cents = 0 as "isWhole", t.currency,
    t.label, t.counterpart, t.reference, t.bank_account_id as "bankAccountId", ${DOUBTFUL} as "isDoubtful"
  from billing.bank_transaction t
  where t.account_id = $1 and t.test = $2 and t.amount_cents > t.applied_cents
    and ($3::date is null or (t.booked_on, t.id) < ($3::date, $4::uuid))
    and ($5::uuid is null or t.id = $5)
    and not exists (select from billing.bank_dismissal x where x.account_id = $1 and x.transaction_id = t.id and x.key = '*')
  order by t.booked_on desc, t.id desc limit $6`;
const CLAIMS = sql`
  select d.id, d.number, ${DEBTOR} as debtor, (said.sealed -> 'customer')::text as customer, ${REST_TO_PAY} as "toPay", d.currency,
    d.emitted_on::text as "emittedOn", d.due_on::text as "dueOn"
  from billing.document d ${OF_CUSTOMER}
  where d.account_id = $1 and d.test = $2 and d.state = 'finalized' and d.kind in ${kindsInSql(claimKinds)} and d.canceled_at is null
    and ${REST_TO_PAY} > 0
  order by d.emitted_on desc, d.id desc limit ${String(CLAIMS_MAX)}`;
const RECORDED = sql`
  select p.id, d.id as "documentId", d.number, ${DEBTOR} as debtor, (said.sealed -> 'customer')::text as customer, p.amount_cents + ${EXCESS_OF_PAYMENT} as amount,
    d.currency, p.received_on::text as "receivedOn", said.content -> 'paymentRequest' is not null as agency
  from billing.payment p join billing.document d on d.account_id = $1 and d.id = p.document_id ${OF_CUSTOMER}
  where p.account_id = $1 and p.test = $2 and p.received_on between $3::date and $4::date and p.reverses_id is null
    and p.method not in ('stripe', 'cash') and p.content not like '%"transactionId"%'
    and not exists (select from billing.payment r where r.account_id = $1 and r.reverses_id = p.id)
    and not exists (select from billing.bank_match m where m.account_id = $1 and m.payment_id = p.id and m.undone_at is null)
  order by p.received_on desc, p.id desc limit ${String(RECORDED_MAX)}`;
const PAYOUTS = sql`
  select o.id, o.provider, o.amount_cents as amount, o.currency, o.arrives_on::text as "arrivesOn" from billing.payout o
  where o.account_id = $1 and o.test = $2 and o.arrives_on between $3::date and $4::date and o.amount_cents > 0
    and not exists (select from billing.bank_match m where m.account_id = $1 and m.payout_id = o.id and m.undone_at is null)
  order by o.arrives_on, o.id limit ${String(RECORDED_MAX)}`;
const PAYERS = sql`
  select t.label, t.counterpart, coalesce(c.organization_id, c.id, d.id) as debtor
  from billing.bank_match m
  join billing.bank_transaction t on t.account_id = $1 and t.id = m.transaction_id
  join billing.document d on d.account_id = $1 and d.id = m.document_id
  left join billing.customer c on c.account_id = $1 and c.id = d.customer_id
  where m.account_id = $1 and m.test = $2 and m.undone_at is null
  order by m.created_at desc, m.id desc limit ${String(PAYERS_MAX)}`;
const DISMISSED = sql`
  select transaction_id, key from billing.bank_dismissal where account_id = $1 and transaction_id = any ($2::uuid[])`;

/** How bank labels name the provider of a payout. */
const providerNames: Readonly<Record<string, string>> = { stripe: 'Stripe', mollie: 'Mollie', stand_in: 'Stand-in' };
/** Who pays instead of the customer for requests to Urssaf. */
const AGENCY = 'URSSAF';

/** Where a list of transactions ended. */
export type OpenTransactionCursor = { readonly bookedOn: CivilDay; readonly id: string };
/** A transaction to match, with its bank account. */
export type OpenBankTransaction = OpenTransaction & { readonly bankAccountId: string };

/** Incoming transactions that are not fully matched, newest first, without those set aside. */
export const openTransactions = async (
  tx: Tx,
  {
    after,
    id,
    limit,
  }: { readonly after?: OpenTransactionCursor | undefined; readonly id?: string | undefined; readonly limit: number },
): Promise<OpenBankTransaction[]> =>
  (
    await tx.read<Row>(OPEN, [
      ...[tx.accountId, tx.test, after?.bookedOn ?? null, after?.id ?? null, id ?? null, limit],
    ])
  ).map(({ counterpart, reference, ...row }) => ({
    ...(row as OpenBankTransaction),
    ...(counterpart !== null && { counterpart }),
    ...(reference !== null && { reference }),
  }));

/** All candidates for these transactions, and the dismissals. */
export async function matchFacts(tx: Tx, transactions: readonly OpenTransaction[]): Promise<MatchFacts> {
  const days = transactions.map(({ bookedOn }) => bookedOn).sort();
  const range = [addDays(days[0] ?? '2000-01-01', -AROUND_DAYS), addDays(days.at(-1) ?? '2000-01-01', AROUND_DAYS)];
  const scopeValues = [tx.accountId, tx.test];
  const [claims, payments, payouts, payers, dismissed] = await Promise.all([
    tx.read<Row>(CLAIMS, scopeValues),
    tx.read<Row>(RECORDED, [...scopeValues, ...range]),
    tx.read<Row>(PAYOUTS, [...scopeValues, ...range]),
    tx.read<Row>(PAYERS, scopeValues),
    tx.read<Row>(DISMISSED, [tx.accountId, transactions.map(({ id }) => id)]),
  ]);
  return {
    claims: claims.map(claimFrom),
    payments: payments.map(recordedFrom),
    payouts: payouts.map((row) => ({ ...row, provider: providerNames[row.provider] ?? row.provider }) as OpenPayout),
    knownPayers: knownFrom(payers),
    dismissed: new Set(dismissed.map(({ transaction_id, key }) => dismissedKey(transaction_id, key))),
  };
}

const claimFrom = ({ customer, dueOn, toPay, ...row }: Row): OpenClaim => ({
  ...(row as Omit<OpenClaim, 'names' | 'toPay'>),
  ...{ toPay: Number(toPay) as Cents, names: namesOf(customer) },
  ...(dueOn !== null && { dueOn }),
});

const recordedFrom = ({ customer, agency, debtor, ...row }: Row): RecordedPayment => ({
  ...(row as Omit<RecordedPayment, 'names' | 'debtor'>),
  ...(agency ? { debtor: AGENCY, names: [AGENCY] } : { debtor, names: namesOf(customer) }),
});

function namesOf(customer: string | null): string[] {
  const party = customer === null ? undefined : (JSON.parse(customer) as Party);
  const names = [party?.name, party?.commercialName, party?.organization?.name, party?.organization?.commercialName];
  return names.filter((name) => name !== undefined);
}

/** Payers of a single debtor; a name that paid for two identifies neither. */
function knownFrom(rows: readonly Row[]): ReadonlyMap<string, string> {
  const byPayer = new Map<string, Set<string>>();
  for (const { label, counterpart, debtor } of rows) {
    const payer = payerOf({ label, ...(counterpart !== null && { counterpart }) });
    if (payer !== undefined) byPayer.set(payer, (byPayer.get(payer) ?? new Set()).add(debtor));
  }
  return new Map(
    [...byPayer].flatMap(([payer, debtors]) => (debtors.size === 1 ? [[payer, ...debtors] as [string, string]] : [])),
  );
}

import type { Kind } from '../../domain/billing/document/kind.ts';
import type { PaymentSession } from '../../domain/payments/payment-session.ts';
import { keptLines, type Payout, type PayoutLine, type ProviderPayout } from '../../domain/payments/payout.ts';
import type { CivilDay } from '../../domain/time/civil-day.ts';
import { JOBS_CHANNEL } from '../job-queue.ts';
import { type Row, sql, type Tx } from '../transaction.ts';
import { sessionFrom } from './customer-money.ts';
import { sessionColumns } from './payment-sessions.ts';

const KNOWN = sql`select provider_id from billing.payout where account_id = $1 and provider = $2 and arrives_on >= $3::date`;
const INSERT = sql`
  insert into billing.payout (account_id, id, test, provider, provider_id, amount_cents, currency, arrives_on, created_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict do nothing returning id`;
// A line names a session by the ID of its page or of its payment.
const INSERT_LINES = sql`
  insert into billing.payout_line (account_id, id, test, payout_id, kind, reference, session_id, gross_cents, fee_cents)
  select a.account_id, l.id, $2, $3, l.kind, l.reference,
    (select s.id from billing.payment_session s
     where s.account_id = $1 and s.provider = $4 and (s.provider_id = l.reference or s.reference = l.reference) limit 1),
    l.gross, l.fee
  from billing.account a, unnest($5::uuid[], $6::text[], $7::text[], $8::bigint[], $9::bigint[]) as l (id, kind, reference, gross, fee)
  where a.account_id = $1`;
const NOT_PAID_OUT = sql`
  select ${sessionColumns} from billing.payment_session s
  where s.account_id = $1 and s.test and s.provider = 'stand_in' and s.state = 'paid' and not exists (
    select from billing.payout_line l where l.account_id = $1 and l.session_id = s.id)
  order by s.id limit 500`;
const LIST = sql`
  select id, test, provider, provider_id, amount_cents, currency, arrives_on::text, count(*) over () as total
  from billing.payout
  where account_id = $1 and test = $2 and arrives_on between coalesce($3::date, '-infinity') and coalesce($4::date, 'infinity')
  order by arrives_on desc, id desc limit $5 offset $6`;
const DETAILS = `l.id, l.payout_id, l.kind, l.reference, l.gross_cents, l.fee_cents, s.document_id, d.number, d.kind as document_kind,
  coalesce(d.content::json #>> '{sealed,customer,organization,name}', d.content::json #>> '{sealed,customer,name}') as customer_name`;
const WITH_DOCUMENTS = `left join billing.payment_session s on s.account_id = $1 and s.id = l.session_id
  left join billing.document d on d.account_id = $1 and d.id = s.document_id`;
const LINES = sql`
  select ${DETAILS} from billing.payout_line l ${WITH_DOCUMENTS}
  where l.account_id = $1 and l.payout_id = any ($2::uuid[]) order by l.payout_id, l.id`;
const SUMS = sql`
  select p.currency, count(*) as count, sum(p.amount_cents)::bigint as amount, coalesce(sum(l.gross), 0)::bigint as gross,
    coalesce(sum(l.fee), 0)::bigint as fee
  from billing.payout p left join lateral (
    select sum(gross_cents) as gross, sum(fee_cents) as fee from billing.payout_line x
    where x.account_id = $1 and x.payout_id = p.id) l on true
  where p.account_id = $1 and p.test = $2 and p.arrives_on between coalesce($3::date, '-infinity') and coalesce($4::date, 'infinity')
  group by p.currency order by p.currency`;
const AFTER = sql`
  select ${DETAILS}, p.provider, p.provider_id, p.currency, p.arrives_on::text, p.amount_cents
  from billing.payout_line l join billing.payout p on p.account_id = $1 and p.id = l.payout_id ${WITH_DOCUMENTS}
  where l.account_id = $1 and l.test = $2 and l.id > $3
    and p.arrives_on between coalesce($4::date, '-infinity') and coalesce($5::date, 'infinity')
  order by l.id limit $6`;
const WAKE = sql`
  with queued as (
    insert into billing.job as j (account_id, subject_id, lane, share_id, test, due_at, ready)
    values ($1, $1, 'payouts', $1, $2, $4::bigint, $4::bigint <= $3::bigint)
    on conflict (account_id, subject_id, lane, share_id, test) do update
      set due_at = least(j.due_at, excluded.due_at), ready = j.leased_until is null and least(j.due_at, excluded.due_at) <= $3::bigint
    returning account_id)
  select pg_notify('${JOBS_CHANNEL}', 'payouts') from queued`;

/** A line of a payout with its document, if its payment was made here. */
export type ListedLine = PayoutLine & {
  readonly id: string;
  readonly documentId?: string;
  readonly documentKind?: Kind;
  readonly number?: string;
  readonly customerName?: string;
};
type ListedPayout = Payout & { readonly lines: readonly ListedLine[] };
/** Arrival dates of payouts; both are included, absent means open. */
export type PayoutPeriod = { readonly from?: CivilDay | undefined; readonly to?: CivilDay | undefined };

/** The IDs of a provider's stored payouts since a day. */
export const storedPayoutIds = async (tx: Tx, provider: string, since: CivilDay): Promise<ReadonlySet<string>> =>
  new Set((await tx.read<Row>(KNOWN, [tx.accountId, provider, since])).map(({ provider_id }) => provider_id));

/** Stores a payout with its lines, once: a second call writes nothing. */
export async function storePayout(
  tx: Tx,
  { id, test, provider, ...rest }: Pick<Payout, 'id' | 'test' | 'provider'> & ProviderPayout,
  { newId, now }: { newId: () => string; now: number },
): Promise<void> {
  const { providerId, amount, currency, arrivesOn } = rest;
  const values = [tx.accountId, id, test, provider, providerId, amount, currency, arrivesOn, now];
  if ((await tx.read(INSERT, values)).length === 0) return;
  const lines = keptLines(rest.lines);
  const columns = [
    lines.map(() => newId()),
    lines.map(({ kind }) => kind),
    lines.map(({ reference }) => reference ?? null),
    lines.map(({ gross }) => gross),
    lines.map(({ fee }) => fee),
  ];
  tx.write(INSERT_LINES, [tx.accountId, test, id, provider, ...columns]);
}

/** Test payments the simulator has not paid out yet. */
export const unpaidTestSessions = async (tx: Tx): Promise<PaymentSession[]> =>
  (await tx.read(NOT_PAID_OUT, [tx.accountId])).map(sessionFrom);

/** A page of payouts in the caller's mode, newest first, with the total. */
export async function listPayouts(
  tx: Tx,
  { from, to }: PayoutPeriod,
  { limit, page }: { limit: number; page: number },
): Promise<{ payouts: ListedPayout[]; total: number }> {
  const rows = await tx.read<Row>(LIST, [tx.accountId, tx.test, from ?? null, to ?? null, limit, (page - 1) * limit]);
  const lines = rows.length === 0 ? [] : await tx.read<Row>(LINES, [tx.accountId, rows.map(({ id }) => id)]);
  const payouts = rows.map((row) => ({
    ...payoutFrom(row),
    lines: lines.filter(({ payout_id }) => payout_id === row.id).map(lineFrom),
  }));
  return { payouts, total: Number(rows[0]?.total ?? 0) };
}

/** The sums of the payouts of a period, by currency. */
export const sumPayouts = async (tx: Tx, { from, to }: PayoutPeriod) =>
  tx.read<{ currency: Payout['currency']; count: number; amount: number; gross: number; fee: number }>(SUMS, [
    ...[tx.accountId, tx.test, from ?? null, to ?? null],
  ]);

/** Lines of payouts with what they belong to, by their IDs. */
export const payoutLinesAfter = async (
  tx: Tx,
  { from, to }: PayoutPeriod,
  { after, limit }: { after: string; limit: number },
): Promise<(ListedLine & { readonly payout: Payout })[]> =>
  (await tx.read<Row>(AFTER, [tx.accountId, tx.test, after, from ?? null, to ?? null, limit])).map((row) => ({
    ...lineFrom(row),
    payout: payoutFrom({ ...row, id: row.payout_id, test: tx.test }),
  }));

/** Queues a check for payouts at a given time, or earlier if already scheduled. */
export const wakePayouts = (tx: Tx, { test, now, dueAt }: { test: boolean; now: number; dueAt: number }): void =>
  tx.write(WAKE, [tx.accountId, test, now, dueAt]);

const payoutFrom = (row: Row): Payout => ({
  ...{ id: row.id, test: row.test, provider: row.provider, providerId: row.provider_id },
  ...{ amount: row.amount_cents, currency: row.currency, arrivesOn: row.arrives_on },
});

const lineFrom = (row: Row): ListedLine => ({
  ...{ id: row.id, kind: row.kind, gross: row.gross_cents, fee: row.fee_cents },
  ...(row.reference !== null && { reference: row.reference }),
  ...(row.document_id !== null && { documentId: row.document_id, documentKind: row.document_kind, number: row.number }),
  ...(row.customer_name !== null && { customerName: row.customer_name }),
});

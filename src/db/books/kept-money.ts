import { excessByReceipt, type KeptChange } from '../../domain/books/online-excess.ts';
import type { ReceiptEvent } from '../../domain/books/receipts-book.ts';
import { methodOf, type PaymentProvider } from '../../domain/payments/payment-session.ts';
import { civilDayOf } from '../../domain/time/civil-day.ts';
import { type Row, sql, type Tx } from '../transaction.ts';
import { type BookSpan, isEarlier, type StoredReceipt } from './recorded-receipts.ts';

// Money paid beyond a document is rare: those pages have an index of their own, and their movements
// are read at once.
const SESSIONS = sql`
  select s.id, s.document_id, s.source, s.provider, s.method, s.other_method, s.amount_cents as amount, s.opened_at, s.paid_at
  from billing.payment_session s
  where s.account_id = $1 and s.test = $2 and (s.source <> 'online' or s.unapplied_cents > 0 or s.awaited_cents > 0
    or s.returned_cents > 0 or s.refunded_cents > 0 or s.received_cents > 0 and s.payment_id is null)
  union
  select s.id, s.document_id, s.source, s.provider, s.method, s.other_method, s.amount_cents, s.opened_at, s.paid_at
  from billing.unapplied_use u join billing.payment_session s on s.account_id = $1 and s.id = u.session_id
  where u.account_id = $1 and u.test = $2`;
const USES = sql`
  select u.id, u.session_id, u.kind, u.amount_cents as amount, u.payment_id, u.created_at, u.taken_back_at
  from billing.unapplied_use u
  where u.account_id = $1 and u.test = $2 and (u.returned_by is null or u.returned_by = 'otherwise')`;
// The transaction that books a state writes its payments: both have its time.
const RECEIPTS = sql`
  select r.session_id, r.created_at as at, r.received_cents as received, r.refunded_cents as refunded,
    r.restored_cents as restored, coalesce((
      select sum(m.amount_cents) from billing.payment m
      where m.account_id = $1 and m.document_id = s.document_id and m.created_at = r.created_at), 0)::bigint as paid
  from billing.payment_receipt r join billing.payment_session s on s.account_id = $1 and s.id = r.session_id
  where r.account_id = $1 and r.test = $2 and r.session_id = any ($3::uuid[])
  order by r.session_id, r.created_at, r.refunded_cents, r.restored_cents`;

/** The movements of money that no document took, or no longer takes, in the order of the book. */
export async function keptMoney(tx: Tx, span: BookSpan): Promise<StoredReceipt[]> {
  const values = [tx.accountId, span.test];
  const [sessions, uses] = await Promise.all([tx.read(SESSIONS, values), tx.read(USES, values)]);
  if (sessions.length === 0) return [];
  const online = sessions.flatMap(({ id, source }) => (source === 'online' ? [id as string] : []));
  const receipts = online.length === 0 ? [] : await tx.read(RECEIPTS, [...values, online]);
  const [usesOf, receiptsOf] = [Map.groupBy(uses, inSession), Map.groupBy(receipts, inSession)];
  const moved = sessions.flatMap((session) => {
    const [used, booked] = [usesOf.get(session.id) ?? [], receiptsOf.get(session.id) ?? []];
    const came = session.source === 'online' ? cameOnline(session, booked, used) : [cameByHand(session)];
    return [...came, ...used.flatMap(usesFrom)].map((each) => ({ ...stated(session, span.zone, each), ...each }));
  });
  return moved
    .map(({ when: _, ...receipt }) => receipt)
    .filter(({ on, amount }) => on >= span.from && on <= span.to && amount !== 0)
    .toSorted((a, b) => (isEarlier(a, b) ? -1 : 1));
}

const inSession = ({ session_id }: Row): string => session_id;

/** A movement before its session is stated; `when` decides on the day. */
type Moved = {
  readonly id: string;
  readonly event: ReceiptEvent;
  readonly amount: number;
  readonly at: number;
  readonly when: number;
  readonly correctsId?: string;
};

const cameByHand = ({ id, amount, opened_at, paid_at }: Row): Moved => ({
  ...{ id, event: 'overpayment', amount, at: opened_at, when: paid_at },
});

function cameOnline(session: Row, booked: readonly Row[], used: readonly Row[]): Moved[] {
  const changes: KeptChange[] = used.flatMap((use) => usesFrom(use).map(({ at, amount }) => ({ at, amount })));
  const amounts = excessByReceipt(
    booked.map(({ at, received, refunded, restored, paid }) => ({ at, received, refunded, restored, paid })),
    changes,
  );
  return booked.map(({ at }, place) => {
    const amount = amounts[place] ?? 0;
    return {
      ...{ id: place === 0 ? session.id : `${session.id}-${place}`, amount, at },
      event: amount < 0 ? 'overpayment_returned' : 'overpayment',
      when: place === 0 ? (session.paid_at ?? at) : at,
      ...(amount < 0 && { correctsId: session.id }),
    };
  });
}

/** A use takes money away; an application that is reversed brings it back. */
function usesFrom({ id, session_id, kind, amount, created_at, taken_back_at }: Row): Moved[] {
  const event: ReceiptEvent = kind === 'applied' ? 'overpayment_applied' : 'overpayment_returned';
  const use: Moved = { id, event, amount: -amount, at: created_at, when: created_at, correctsId: session_id };
  if (taken_back_at === null) return [use];
  const back: Moved = {
    ...{ id: `${id}-`, event: 'overpayment_restored', amount, at: taken_back_at, when: taken_back_at },
    correctsId: id,
  };
  return [use, back];
}

function stated(session: Row, zone: string, { when }: Moved) {
  const { document_id, provider, method, other_method } = session;
  const means = (method ?? methodOf[provider as PaymentProvider]) as string;
  return {
    ...{ on: civilDayOf(when, zone), documentId: document_id as string, method: means },
    ...(other_method !== null && { otherMethod: other_method as string }),
  };
}

import { type PurchasePace, purchasePaces, type RecurringPurchase } from '../../domain/books/recurring-purchase.ts';
import type { CivilDay } from '../../domain/time/civil-day.ts';
import { queueJob } from '../job-queue.ts';
import { type Row, sql, type Tx } from '../transaction.ts';

const COLUMNS = `r.id, r.facts::text as facts, r.from_on::text as from_on, r.until_on::text as until_on, r.months,
  r.on_last_day, r.state, r.next_on::text as next_on, r.paused_because, r.created_at`;
const INSERT = sql`
  insert into billing.recurring_purchase (account_id, id, test, facts, from_on, until_on, months, on_last_day, state,
    next_on, created_at)
  values ($1, $2, $3, $4::jsonb, $5, $6, $7, $8, $9, $10, $11)`;
const SAVE = sql`
  update billing.recurring_purchase set state = $3, next_on = $4, paused_because = $5, facts = $6::jsonb, from_on = $7,
    until_on = $8, months = $9, on_last_day = $10
  where account_id = $1 and id = $2`;
const LOCK = sql`
  select ${COLUMNS} from billing.recurring_purchase r
  where r.account_id = $1 and r.test = $2 and r.id = $3 for update`;
const LIST = sql`
  select ${COLUMNS} from billing.recurring_purchase r where r.account_id = $1 and r.test = $2
  order by r.state = 'ended', r.created_at desc, r.id desc limit $3`;
const COUNT = sql`
  select count(*)::int as count from billing.recurring_purchase
  where account_id = $1 and test = $2 and state <> 'ended'`;
const LAST_DAY = sql`
  select max(d.occurs_on)::text as last from billing.recurring_purchase_day d
  where d.account_id = $1 and d.recurring_id = $2`;
const INSERT_DAY = sql`
  insert into billing.recurring_purchase_day (account_id, recurring_id, occurs_on, test, purchase_id)
  values ($1, $2, $3, $4, $5)`;

export const insertRecurringPurchase = (tx: Tx, recurring: RecurringPurchase): void =>
  tx.write(INSERT, [
    ...[tx.accountId, recurring.id, tx.test, JSON.stringify(recurring.facts), recurring.from, recurring.until ?? null],
    ...[purchasePaces[recurring.every], recurring.onLastDay, recurring.state, recurring.next ?? null],
    recurring.createdAt,
  ]);

/** Stores its state, its days, what it states, and why it was paused. */
export const saveRecurringPurchase = (tx: Tx, { id, facts, state, next, ...recurring }: RecurringPurchase): void =>
  tx.write(SAVE, [
    ...[tx.accountId, id, state, next ?? null, recurring.pausedBecause ?? null, JSON.stringify(facts), recurring.from],
    ...[recurring.until ?? null, purchasePaces[recurring.every], recurring.onLastDay],
  ]);

/** Of the caller’s mode, locked. */
export async function lockRecurringPurchase(tx: Tx, id: string): Promise<RecurringPurchase | undefined> {
  const [row] = await tx.read(LOCK, [tx.accountId, tx.test, id]);
  return row && recurringFrom(row);
}

/** Those of the caller’s mode, the newest first, ended ones last. */
export const recurringPurchases = async (tx: Tx, limit: number): Promise<RecurringPurchase[]> =>
  (await tx.read(LIST, [tx.accountId, tx.test, limit])).map(recurringFrom);

/** How many are active or paused. */
export const countRecurringPurchases = async (tx: Tx): Promise<number> =>
  (await tx.read<{ count: number }>(COUNT, [tx.accountId, tx.test]))[0]?.count ?? 0;

/** The last day with a purchase; undefined before the first. */
export const lastRecurringDay = async (tx: Tx, id: string): Promise<CivilDay | undefined> =>
  (await tx.read<{ last: CivilDay | null }>(LAST_DAY, [tx.accountId, id]))[0]?.last ?? undefined;

/** The purchase of a day; a second one of the day violates the key. */
export const insertRecurringDay = (tx: Tx, id: string, on: CivilDay, purchaseId: string): void =>
  tx.write(INSERT_DAY, [tx.accountId, id, on, tx.test, purchaseId]);

/** Queues the next purchase. Times are the account’s, Unix seconds. */
export const queueRecurringPurchase = (tx: Tx, id: string, dueAt: number, now: number): void =>
  queueJob(tx, { lane: 'recurring_purchases', subjectId: id, test: tx.test }, dueAt, now);

const paces = new Map(Object.entries(purchasePaces).map(([pace, months]) => [months, pace as PurchasePace]));

const recurringFrom = (row: Row): RecurringPurchase => ({
  ...{ id: row.id, facts: JSON.parse(row.facts), from: row.from_on, every: paces.get(row.months) ?? 'month' },
  ...(row.until_on !== null && { until: row.until_on }),
  ...{ onLastDay: row.on_last_day, state: row.state, createdAt: row.created_at },
  ...(row.next_on !== null && { next: row.next_on }),
  ...(row.paused_because !== null && { pausedBecause: row.paused_because }),
});

import type pg from 'pg';
import { canonicalJson } from '../../audit/canonical-json.ts';
import { sha256Hex } from '../../audit/chain/chain-link.ts';
import type { Closure, LastClosed } from '../../domain/account/closure/closure.ts';
import type { PeriodKind } from '../../domain/account/closure/period.ts';
import type { CivilDay } from '../../domain/time/civil-day.ts';
import { JOBS_CHANNEL } from '../job-queue.ts';
import { type ListCursor, narrowing, readKeysetPage } from '../keyset-page.ts';
import { sql, type Tx } from '../transaction.ts';

const INSERT = sql`
  insert into billing.closure (account_id, test, kind, starts_on, id, n, first_seq, last_seq, content, made_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`;
const LAST = sql`
  select c.kind, c.content from (values ('day'), ('month'), ('year')) k (kind)
  cross join lateral (
    select kind, content from billing.closure
    where account_id = $1 and test = $2 and kind = k.kind order by n desc limit 1) c`;
const SINCE = sql`
  select content from billing.closure where account_id = $1 and test = $2 and kind = $3 and first_seq > $4 order by n`;
const ONE = sql`select content from billing.closure where account_id = $1 and id = $2`;
const LOOKED = sql`
  select looked_seq as "lookedSeq", h.seq as "headSeq" from billing.chain_head h
  join billing.closing c on c.account_id = $1 and c.test = h.test
  where h.account_id = $1 and h.test = $2`;
const LOOK_AGAIN = sql`
  update billing.closing set looked_seq = $3, look_at = $4, period_over_at = $5 where account_id = $1 and test = $2`;

/**
 * Stores a closure, which never changes, and returns its canonical text, whose hash the audit
 * chain records.
 */
export function insertClosure(tx: Tx, closure: Closure): string {
  const { test, kind, startsOn, id, n, firstSeq, lastSeq, madeAt } = closure;
  const text = canonicalJson(closure);
  tx.write(INSERT, [tx.accountId, test, kind, startsOn, id, n, firstSeq, lastSeq, text, madeAt]);
  return text;
}

/** The hash of a closure, which the next closure of the same kind and the audit chain record. */
export const sha256OfClosure = (closure: Closure): string => sha256Hex(canonicalJson(closure));

/** The last closure of each kind. */
export async function lastClosures(tx: Tx, test: boolean): Promise<LastClosed> {
  const rows = await tx.read<{ kind: PeriodKind; content: string }>(LAST, [tx.accountId, test]);
  return Object.fromEntries(rows.map(({ kind, content }) => [kind, JSON.parse(content) as Closure]));
}

/**
 * The closures of a kind that start after an entry of the chain: the days since the last month,
 * the months since the last year.
 */
export async function closuresSince(tx: Tx, test: boolean, kind: PeriodKind, seq: number): Promise<Closure[]> {
  const rows = await tx.read<{ content: string }>(SINCE, [tx.accountId, test, kind, seq]);
  return rows.map(({ content }) => JSON.parse(content) as Closure);
}

/**
 * Up to which entry the audit chain was checked without finding anything to close (`lookedSeq`),
 * and its last entry (`headSeq`).
 */
export async function lastCheck(tx: Tx, test: boolean): Promise<{ lookedSeq: number; headSeq: number }> {
  const [row] = await tx.read<{ lookedSeq: number; headSeq: number }>(LOOKED, [tx.accountId, test]);
  if (!row) throw new Error(`account ${tx.accountId} has no audit chain`);
  return row;
}

/**
 * When to check the books again: at `lookAt` if the chain has moved past `lookedSeq` by then, or
 * if the month or year that ends at `periodOverAt` still needs its closure.
 */
export type NextCheck = { lookedSeq: number; lookAt: number; periodOverAt: number | undefined };

export const scheduleNextCheck = (tx: Tx, test: boolean, { lookedSeq, lookAt, periodOverAt }: NextCheck): void =>
  tx.write(LOOK_AGAIN, [tx.accountId, test, lookedSeq, lookAt, periodOverAt ?? null]);

export async function findClosure(tx: Tx, id: string): Promise<Closure | undefined> {
  const [row] = await tx.read<{ content: string }>(ONE, [tx.accountId, id]);
  return row && (JSON.parse(row.content) as Closure);
}

export type ClosuresQuery = {
  test: boolean;
  kind?: PeriodKind | undefined;
  /** Periods that start within these days, both included. */
  from?: CivilDay | undefined;
  to?: CivilDay | undefined;
  page: number;
  limit: number;
  place?: ListCursor<'startsOn'> | undefined;
};

/** A page of closures, newest first. */
export async function listClosures(tx: Tx, { test, kind, from, to, page, limit, place }: ClosuresQuery) {
  const narrowed = narrowing(tx);
  narrowed.where('c.account_id = $1');
  narrowed.where(`c.test = ${narrowed.given(test)}`);
  if (kind) narrowed.where(`c.kind = ${narrowed.given(kind)}`);
  if (from) narrowed.where(`c.starts_on >= ${narrowed.given(from)}`);
  if (to) narrowed.where(`c.starts_on <= ${narrowed.given(to)}`);
  const { rows, total, next } = await readKeysetPage(
    tx,
    { by: 'startsOn', direction: 'DESC', limit, page, place },
    { columns: 'c.id, c.content', from: 'billing.closure c', alias: 'c', key: 'c.starts_on', narrowed },
  );
  return { closures: rows.map(({ content }) => JSON.parse(content) as Closure), total, next };
}

/** The live or test books of an account. */
export type BooksNamed = { accountId: string; test: boolean };

/**
 * Queues books of any account that may need closing and returns those that were due, at most
 * `most`; if it returns that many, there may be more.
 */
export async function claimClosures(
  pool: Pick<pg.Pool, 'query'>,
  { now, most }: { now: number; most: number },
): Promise<BooksNamed[]> {
  const { rows } = await pool.query(
    'select account_id as "accountId", test from billing.queue_closures($1, $2, false, $3)',
    [now, ZERO_UUID, most],
  );
  if (rows.length > 0) await pool.query(`select pg_notify('${JOBS_CHANNEL}', 'closures')`);
  return rows;
}

const ZERO_UUID = '00000000-0000-0000-0000-000000000000';

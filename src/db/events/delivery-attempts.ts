import { type BatchDeletion, deleteInBatches } from '../delete-in-batches.ts';
import { type Row, sql, type Tx } from '../transaction.ts';

/** One attempt to deliver an event, and the state of the delivery. Times are Unix seconds. */
export type Attempt = {
  eventId: string;
  type: string;
  n: number;
  at: number;
  latencyMs: number;
  status: number | null;
  fault: string | null;
  answer: string | null;
  state: 'waiting' | 'delivered' | 'given_up';
  nextAt: number | null;
};

/** Where a page of attempts ended. */
export type AttemptCursor = { at: number; eventId: string; n: number };

const COUNT = sql`
  select count(*) as total from billing.try
  where account_id = $1 and test = $2 and lane = 'delivery' and share_id = $3 and ($4::uuid is null or subject_id = $4)`;
const LIST = sql`
  select a.subject_id, e.type, a.n, a.at, a.latency_ms, a.status, a.fault, a.answer, j.due_at, (
      select l.fault is null from billing.try l
      where l.account_id = $1 and l.subject_id = a.subject_id and l.lane = 'delivery' and l.share_id = $3 and l.test = $2
      order by l.n desc limit 1) as taken
  from billing.try a
  join billing.event e on e.account_id = $1 and e.id = a.subject_id
  left join billing.job j on j.account_id = $1 and j.subject_id = a.subject_id and j.lane = 'delivery' and j.share_id = $3
    and j.test = $2
  where a.account_id = $1 and a.test = $2 and a.lane = 'delivery' and a.share_id = $3
    and ($4::uuid is null or a.subject_id = $4)
    and ($5::bigint is null or (a.at, a.subject_id, a.n) < ($5, $6::uuid, $7::int))
  order by a.at desc, a.subject_id desc, a.n desc limit $8 offset $9`;

/** One page of the attempts of an endpoint, newest first, with the total. */
export async function listAttempts(
  tx: Tx,
  query: {
    endpointId: string;
    eventId?: string | undefined;
    limit: number;
    page: number;
    place?: AttemptCursor | undefined;
  },
): Promise<{ attempts: Attempt[]; total: number; next?: AttemptCursor }> {
  const { limit, page, place } = query;
  const scopeValues = [tx.accountId, tx.test, query.endpointId, query.eventId ?? null];
  const after = [place?.at ?? null, place?.eventId ?? null, place?.n ?? null];
  const [[counted], rows] = await Promise.all([
    tx.read<{ total: number }>(COUNT, scopeValues),
    tx.read(LIST, [...scopeValues, ...after, limit + 1, place ? 0 : (page - 1) * limit]),
  ]);
  const attempts = rows.slice(0, limit).map(attemptFrom);
  const last = attempts.at(-1);
  const next = last && rows.length > limit && { at: last.at, eventId: last.eventId, n: last.n };
  return { attempts, total: counted?.total ?? 0, ...(next && { next }) };
}

const attemptFrom = (row: Row): Attempt => ({
  eventId: row.subject_id,
  type: row.type,
  n: row.n,
  at: row.at,
  latencyMs: row.latency_ms,
  status: row.status,
  fault: row.fault,
  answer: row.answer,
  state: stateOf(row),
  nextAt: row.due_at,
});

/** A waiting delivery is a job; otherwise the last attempt succeeded or it was given up. */
function stateOf({ due_at, taken }: Row): Attempt['state'] {
  if (due_at !== null) return 'waiting';
  return taken ? 'delivered' : 'given_up';
}

/** Deletes attempts older than `before` (Unix seconds) in all accounts. */
export const deleteOldAttempts = (forgetting: BatchDeletion, before: number): Promise<number> =>
  deleteInBatches(forgetting, 'select billing.forget_attempts($1, $2) as gone', before);

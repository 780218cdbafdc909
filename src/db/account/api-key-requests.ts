import type { KeyRequest } from '../../domain/account/key-request.ts';
import { type BatchDeletion, deleteInBatches } from '../delete-in-batches.ts';
import { type Row, sql, type Tx } from '../transaction.ts';

const NOTE = sql`select billing.note_key_requests($1, $2, $3, $4, $5, $6, $7, $8)`;
// Losing the last requests in a crash is acceptable, so do not wait for the disk.
const SOON = sql`set local synchronous_commit = off`;
const KEEP_NEWEST = sql`
  delete from billing.key_request where account_id = $1 and (at, id) <= (
    select at, id from billing.key_request where account_id = $1 order by at desc, id desc offset $2 limit 1)`;
const ASKED = `account_id = $1 and key_id = $2 and (not $3 or status >= 400 or code is not null)`;
const COUNT = sql`select count(*) as total from billing.key_request where ${ASKED}`;
const LIST = sql`
  select id, key_id, at, operation, status, duration_ms, code from billing.key_request
  where ${ASKED} and ($4::bigint is null or (at, id) < ($4, $5::uuid))
  order by at desc, id desc limit $6 offset $7`;

/**
 * Stores requests of keys of any accounts in one statement. Skips requests whose key does not
 * belong to the account.
 */
export function recordKeyRequests(tx: Tx, requests: readonly (KeyRequest & { readonly accountId: string })[]): void {
  const columns = ['accountId', 'keyId', 'at', 'id', 'operation', 'status', 'durationMs', 'code'] as const;
  tx.write(SOON);
  tx.write(
    NOTE,
    columns.map((name) => requests.map((request) => request[name] ?? null)),
  );
}

/** Deletes all but the `keep` newest requests of the account. */
export const deleteOlderKeyRequests = (tx: Tx, keep: number): void => tx.write(KEEP_NEWEST, [tx.accountId, keep]);

/** Where a page of requests ended. */
export type KeyRequestCursor = { at: number; id: string };

/**
 * One page of the requests of a key, newest first, with the total count; optionally only the
 * failed ones.
 */
export async function listKeyRequests(
  tx: Tx,
  query: {
    keyId: string;
    failed: boolean;
    limit: number;
    page: number;
    place?: KeyRequestCursor | undefined;
  },
): Promise<{ requests: KeyRequest[]; total: number; next?: KeyRequestCursor }> {
  const { keyId, failed, limit, page, place } = query;
  const scopeValues = [tx.accountId, keyId, failed];
  const [[counted], rows] = await Promise.all([
    tx.read<{ total: number }>(COUNT, scopeValues),
    tx.read(LIST, [...scopeValues, place?.at ?? null, place?.id ?? null, limit + 1, place ? 0 : (page - 1) * limit]),
  ]);
  const requests = rows.slice(0, limit).map(requestFrom);
  const last = requests.at(-1);
  return {
    requests,
    total: counted?.total ?? 0,
    ...(last && rows.length > limit && { next: { at: last.at, id: last.id } }),
  };
}

const requestFrom = (row: Row): KeyRequest => ({
  id: row.id,
  keyId: row.key_id,
  at: row.at,
  operation: row.operation,
  status: row.status,
  durationMs: row.duration_ms,
  ...(row.code !== null && { code: row.code }),
});

/** Deletes requests older than `before` (Unix seconds) in all accounts. */
export const deleteOldKeyRequests = (forgetting: BatchDeletion, before: number): Promise<number> =>
  deleteInBatches(forgetting, 'select billing.forget_key_requests($1, $2) as gone', before);

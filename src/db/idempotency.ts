import { createHash } from 'node:crypto';
import { type BatchDeletion, deleteInBatches } from './delete-in-batches.ts';
import { sql, type Tx } from './transaction.ts';

/** Seconds an answer is kept for its key. */
const ANSWERS_KEPT_SECONDS = 24 * 3600;

/** The header that says of an answer that it was given before. */
export const REPLAYED = 'idempotent-replayed';

/** A request as its key remembers it: the caller's key, and the digest of the operation and its input. */
export type Request = { key: string; sha256: Buffer };
/** An answer as it is kept: its text, byte for byte. */
type Answer = { status: number; headers: Readonly<Record<string, string>>; body?: string };
type Seen =
  | Answer
  | { refused: 'idempotency_key_reused' }
  | { refused: 'idempotency_key_in_flight' }
  | { refused: 'secret_shown_once'; id: string };

/** Kept in the place of a status where the answer held a secret; the body is then the id of what was made. */
const SHOWN_ONCE = 0;

const TRY_LOCK = sql`select pg_try_advisory_xact_lock(hashtextextended($1 || ' ' || $2 || ' ' || $3, 0)) as mine`;
const FIND = sql`
  select request_sha256, status, headers, body from billing.idempotency
  where account_id = $1 and test = $2 and key = $3`;
const KEEP = sql`
  insert into billing.idempotency (account_id, test, key, request_sha256, status, headers, body, created_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8)`;

/**
 * What the key already answered, byte for byte; a refusal where it was used for another request or is being used right
 * now; undefined where the request is new. Holds the key for the length of the transaction.
 */
export async function look(tx: Tx, request: Request): Promise<Seen | undefined> {
  const name = hashOf(request.key);
  const mine = tx.read<{ mine: boolean }>(TRY_LOCK, [tx.accountId, tx.test ? 'test' : 'live', name]);
  const found = await tx.read(FIND, [tx.accountId, tx.test, name]);
  const [kept] = found;
  if (kept) {
    if (!request.sha256.equals(kept.request_sha256)) return { refused: 'idempotency_key_reused' };
    if (kept.status === SHOWN_ONCE) return { refused: 'secret_shown_once', id: kept.body };
    const headers = { ...JSON.parse(kept.headers), [REPLAYED]: 'true' };
    if (kept.body === null) return { status: kept.status, headers };
    return { status: kept.status, headers, body: kept.body };
  }
  return (await mine)[0]?.mine ? undefined : { refused: 'idempotency_key_in_flight' };
}

/**
 * Keeps the answer with its key, in the transaction of the effect: both are there, or neither. The secrets of portals are left
 * out of it.
 */
export function keep(tx: Tx, { key, sha256 }: Request, { status, headers, body }: Answer, now: number): void {
  const text = body?.replaceAll(PORTAL_TOKEN, '"token":""').replaceAll(CUSTOMER_LINK, '"$1":""') ?? null;
  tx.write(KEEP, [tx.accountId, tx.test, hashOf(key), sha256, status, JSON.stringify(headers), text, now]);
}

/**
 * The same for an answer that held a secret (a new API key): it is kept nowhere, only the id of what was made. The caller's
 * keys are guessable, so they could not protect it.
 */
export const keepShownOnce = (tx: Tx, request: Request, id: string, now: number): void =>
  keep(tx, request, { status: SHOWN_ONCE, headers: {}, body: id }, now);

/** What opens a customer's portal, as an answer writes it: made again for whoever may have it when the answer is given again. */
const PORTAL_TOKEN = /"token":"[\w-]+"/g;
/** The same of a link in a customer's hands. */
const CUSTOMER_LINK = /"(magicLink|url)":"[^"]+\/c\/[\w-]{86}"/g;

const hashOf = (key: string): string => createHash('sha256').update(key).digest('base64url');

/** Forgets the answers that have been kept long enough, of every account; gives how many. `now` is Unix seconds. */
export const deleteOldIdempotencyKeys = (forgetting: BatchDeletion, now: number): Promise<number> =>
  deleteInBatches(forgetting, 'select billing.forget_answers($1, $2) as gone', now - ANSWERS_KEPT_SECONDS);

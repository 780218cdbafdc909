import { createHash } from 'node:crypto';
import { type BatchDeletion, deleteInBatches } from './delete-in-batches.ts';
import { sql, type Tx } from './transaction.ts';

/** Seconds an answer is stored for its key. */
const ANSWERS_KEPT_SECONDS = 24 * 3600;

/** The header that marks a replayed answer. */
export const REPLAYED = 'idempotent-replayed';

/**
 * A request as stored with its key: the caller's key and the digest of the operation and its
 * input.
 */
export type Request = { key: string; sha256: Buffer };
/** A stored answer: its text, byte for byte. */
type Answer = { status: number; headers: Readonly<Record<string, string>>; body?: string };
type StoredResult =
  | Answer
  | { refused: 'idempotency_key_reused' }
  | { refused: 'idempotency_key_in_flight' }
  | { refused: 'secret_shown_once'; id: string };

/**
 * Stored instead of a status if the answer contained a secret. The stored body is then the ID of
 * the created object.
 */
const SHOWN_ONCE = 0;

const TRY_LOCK = sql`select pg_try_advisory_xact_lock(hashtextextended($1 || ' ' || $2 || ' ' || $3, 0)) as mine`;
const FIND = sql`
  select request_sha256, status, headers, body from billing.idempotency
  where account_id = $1 and test = $2 and key = $3`;
const KEEP = sql`
  insert into billing.idempotency (account_id, test, key, request_sha256, status, headers, body, created_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8)`;

/**
 * The stored answer of an idempotency key; a refusal if the key was used for another request or is
 * in use right now; undefined if the request is new. Locks the key for the transaction.
 */
export async function look(tx: Tx, request: Request): Promise<StoredResult | undefined> {
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
 * Stores the answer with its key in the transaction of its effect: both or neither. Portal secrets
 * are removed.
 */
export function keep(tx: Tx, { key, sha256 }: Request, { status, headers, body }: Answer, now: number): void {
  const text = body?.replaceAll(PORTAL_TOKEN, '"token":""').replaceAll(CUSTOMER_LINK, '"$1":""') ?? null;
  tx.write(KEEP, [tx.accountId, tx.test, hashOf(key), sha256, status, JSON.stringify(headers), text, now]);
}

/**
 * Stores that an answer with a secret (such as a new API key) was given: only the ID of the created
 * object is stored, because idempotency keys are guessable and could not protect the secret.
 */
export const keepShownOnce = (tx: Tx, request: Request, id: string, now: number): void =>
  keep(tx, request, { status: SHOWN_ONCE, headers: {}, body: id }, now);

/**
 * A customer portal token in an answer. On replay it is created again if the caller may have it.
 */
const PORTAL_TOKEN = /"token":"[\w-]+"/g;
/** A customer link in an answer. On replay it is created again if the caller may have it. */
const CUSTOMER_LINK = /"(magicLink|url)":"[^"]+\/c\/[\w-]{86}"/g;

const hashOf = (key: string): string => createHash('sha256').update(key).digest('base64url');

/** Deletes expired answers in all accounts; returns how many. `now` is Unix seconds. */
export const deleteOldIdempotencyKeys = (forgetting: BatchDeletion, now: number): Promise<number> =>
  deleteInBatches(forgetting, 'select billing.forget_answers($1, $2) as gone', now - ANSWERS_KEPT_SECONDS);

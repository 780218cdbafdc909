import type pg from 'pg';
import { stateDigest } from '../../audit/chain/state-digest.ts';
import type { KeyRecord } from '../../domain/account/stored-key.ts';
import { addDigest } from '../audit/pending-digests.ts';
import { switchAccount } from '../begin-transaction.ts';
import { NO_ACCOUNT } from '../row-security.ts';
import { inTransaction, type Row, sql, type Tx } from '../transaction.ts';

const COLUMNS =
  'id, test, name, scopes, created_at, expires_at, revoked_at, last_used_at, replaced_by, made_by, ending';
const FIND_HASH = sql`select ${COLUMNS}, secret_sha256 from billing.api_key where account_id = $1 and id = $2`;
const LOCK = sql`select ${COLUMNS}, secret_sha256 from billing.api_key where account_id = $1 and id = $2 for update`;
const LOCK_MADE_BY = sql`
  select ${COLUMNS}, secret_sha256 from billing.api_key
  where account_id = $1 and made_by = $2 and revoked_at is null order by id for update`;
const LOCK_STANDING = sql`
  select ${COLUMNS}, secret_sha256 from billing.api_key
  where account_id = $1 and revoked_at is null order by id for update`;
const LIST_MADE_BY = sql`
  select ${COLUMNS} from billing.api_key
  where account_id = $1 and made_by = $2 and revoked_at is null order by created_at desc, id desc`;
const COUNT_USABLE = sql`
  select count(*) as usable from billing.api_key
  where account_id = $1 and revoked_at is null and replaced_by is null and (expires_at is null or expires_at > $2)`;
const INSERT = sql`
  insert into billing.api_key (account_id, id, test, secret_sha256, name, scopes, created_at, expires_at, made_by,
    ending)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`;
const UPDATE = sql`
  update billing.api_key set expires_at = $3, revoked_at = $4, replaced_by = $5 where account_id = $1 and id = $2`;
const NOTE_USE = sql`
  update billing.api_key set last_used_at = $3
  where account_id = $1 and id = $2 and (last_used_at is null or last_used_at < $3)`;
const COUNT = sql`select count(*) as total from billing.api_key where account_id = $1`;
const LIST = sql`
  select ${COLUMNS} from billing.api_key
  where account_id = $1 and ($2::bigint is null or (created_at, id) < ($2, $3::uuid))
  order by created_at desc, id desc limit $4 offset $5`;

type HashedKey = { key: KeyRecord; sha256: Buffer };

/** A key with the hash of its secret. */
export const findKey = (tx: Tx, id: string): Promise<HashedKey | undefined> => findKeyOf(tx, tx.accountId, id);

/**
 * Finds keys of several accounts in one round trip, in the given order. Each row is read as its
 * own account, so row-level security applies. Not available with sharding (`switchAccount`).
 */
export async function findKeysOfAccounts(
  pool: pg.Pool,
  keys: readonly { accountId: string; test: boolean; id: string }[],
): Promise<(HashedKey | undefined)[]> {
  const nobody = { accountId: NO_ACCOUNT, test: false, isReadOnly: true };
  const { finding } = await inTransaction(pool, nobody, async (tx) => {
    const found = keys.map((key) => {
      switchAccount(tx, key);
      return findKeyOf(tx, key.accountId, key.id);
    });
    // Not awaited here: the end of the transaction is sent in the same round trip.
    const finding = Promise.all(found);
    finding.catch(() => {});
    return { commit: true, answer: { finding } };
  });
  return finding;
}

async function findKeyOf(tx: Tx, accountId: string, id: string): Promise<HashedKey | undefined> {
  const [row] = await tx.read(FIND_HASH, [accountId, id]);
  return row && { key: keyFrom(row), sha256: row.secret_sha256 };
}

/** A key with the hash of its secret, locked until the transaction ends. */
export async function lockKey(tx: Tx, id: string): Promise<HashedKey | undefined> {
  const [row] = await tx.read(LOCK, [tx.accountId, id]);
  return row && { key: keyFrom(row), sha256: row.secret_sha256 };
}

/** The keys a person created that are not revoked, locked until the transaction ends. */
export async function lockKeysMadeBy(tx: Tx, personId: string): Promise<HashedKey[]> {
  const rows = await tx.read(LOCK_MADE_BY, [tx.accountId, personId]);
  return rows.map((row) => ({ key: keyFrom(row), sha256: row.secret_sha256 }));
}

/** The keys of the account that are not revoked, locked until the transaction ends. */
export async function lockStandingKeys(tx: Tx): Promise<HashedKey[]> {
  const rows = await tx.read(LOCK_STANDING, [tx.accountId]);
  return rows.map((row) => ({ key: keyFrom(row), sha256: row.secret_sha256 }));
}

/** The keys a person created that are not revoked, newest first, without locks. */
export const keysMadeBy = async (tx: Tx, personId: string): Promise<KeyRecord[]> =>
  (await tx.read(LIST_MADE_BY, [tx.accountId, personId])).map(keyFrom);

/** The number of keys usable at `now`; rotated keys in their grace period do not count. */
export async function countUsableKeys(tx: Tx, now: number): Promise<number> {
  const [row] = await tx.read<{ usable: number }>(COUNT_USABLE, [tx.accountId, now]);
  return row?.usable ?? 0;
}

/** Inserts a key. */
export function insertKey(tx: Tx, key: KeyRecord, sha256: Buffer): void {
  const { id, test, name, scopes, createdAt, expiresAt = null, madeBy = null, ending = null } = key;
  standKey(tx, key, sha256);
  tx.write(INSERT, [tx.accountId, id, test, sha256, name, scopes, createdAt, expiresAt, madeBy, ending]);
}

/** Updates the mutable fields of a locked key: its end and its successor. */
export function updateKey(tx: Tx, key: KeyRecord, sha256: Buffer): void {
  standKey(tx, key, sha256);
  tx.write(UPDATE, [tx.accountId, key.id, key.expiresAt ?? null, key.revokedAt ?? null, key.replacedBy ?? null]);
}

function standKey({ standing }: Tx, key: KeyRecord, sha256: Buffer): void {
  const { test, name, scopes, createdAt, expiresAt = null, revokedAt = null, replacedBy = null, madeBy } = key;
  const part = {
    test,
    name,
    scopes,
    createdAt,
    expiresAt,
    revokedAt,
    replacedBy,
    ...(madeBy !== undefined && { madeBy }),
  };
  addDigest(standing, 'api_key', key.id, () => stateDigest.api_key({ ...part, secretSha256: sha256.toString('hex') }));
}

export const recordKeyUse = (tx: Tx, id: string, now: number): void => tx.write(NOTE_USE, [tx.accountId, id, now]);

export type KeyCursor = { createdAt: number; id: string };

/** One page of keys, newest first, with the total count. */
export async function listKeys(
  tx: Tx,
  { limit, page, place }: { limit: number; page: number; place?: KeyCursor | undefined },
): Promise<{ keys: KeyRecord[]; total: number; next?: KeyCursor }> {
  const offset = place ? 0 : (page - 1) * limit;
  const [[counted], rows] = await Promise.all([
    tx.read<{ total: number }>(COUNT, [tx.accountId]),
    tx.read(LIST, [tx.accountId, place?.createdAt ?? null, place?.id ?? null, limit + 1, offset]),
  ]);
  const keys = rows.slice(0, limit).map(keyFrom);
  const last = keys.at(-1);
  return {
    keys,
    total: counted?.total ?? 0,
    ...(last && rows.length > limit && { next: { createdAt: last.createdAt, id: last.id } }),
  };
}

const keyFrom = (row: Row): KeyRecord => ({
  id: row.id,
  test: row.test,
  name: row.name,
  scopes: row.scopes,
  createdAt: row.created_at,
  ...(row.expires_at !== null && { expiresAt: row.expires_at }),
  ...(row.revoked_at !== null && { revokedAt: row.revoked_at }),
  ...(row.last_used_at !== null && { lastUsedAt: row.last_used_at }),
  ...(row.replaced_by !== null && { replacedBy: row.replaced_by }),
  ...(row.made_by !== null && { madeBy: row.made_by }),
  ...(row.ending !== null && { ending: row.ending }),
});

import { timingSafeEqual } from 'node:crypto';
import type pg from 'pg';
import { findKey, findKeysOfAccounts, recordKeyUse } from '../../db/account/api-keys.ts';
import { inTransaction } from '../../db/transaction.ts';
import { parseApiKey } from '../../domain/account/api-key.ts';
import type { KeyRecord } from '../../domain/account/stored-key.ts';
import { hashOfKey } from './api-keys.ts';

export type KeyHolder = { accountId: string; key: KeyRecord };

/** Seconds between two updates of a key's last use, to save a write per request. */
const USE_NOTED_EVERY_SECONDS = 60;

/**
 * The holder of a key, including revoked and expired ones; undefined if the key does not exist.
 * Its use is recorded after the request. The key's text names the account, so this lookup obeys
 * row-level security too. `learn` gets the hash of the key with this ID, even if it is not the one
 * presented.
 */
export async function findKeyHolder(
  pool: pg.Pool,
  text: string,
  now: number,
  learn?: (sha256: Buffer) => void,
): Promise<KeyHolder | undefined> {
  const parsed = parseApiKey(text);
  if (!parsed) return undefined;
  const scope = { accountId: parsed.accountId, test: parsed.test };
  const { finding } = await inTransaction(pool, { ...scope, isReadOnly: true }, async (tx) => {
    // Not awaited here: the end of the transaction is sent in the same round trip.
    const lookups = findKey(tx, parsed.keyId);
    lookups.catch(() => {});
    return { commit: true, answer: { finding: lookups } };
  });
  const found = await finding;
  if (found) learn?.(found.sha256);
  // Compared by hash and in constant time.
  if (!found || !timingSafeEqual(found.sha256, hashOfKey(text))) return undefined;
  const holder = { accountId: parsed.accountId, key: found.key };
  if (isToNote(holder, now)) void noteUseBehind(pool, holder, now);
  return holder;
}

/**
 * Rereads the holders of keys of many accounts in one round trip and returns them in the order
 * given; undefined where the key is gone or is not the one whose hash was given, `sha256` of the
 * text a client sent. Not available with sharding (`isSharded`).
 */
export async function findHoldersAgain(
  pool: pg.Pool,
  known: readonly { holder: KeyHolder; sha256: Buffer }[],
  now: number,
): Promise<(KeyHolder | undefined)[]> {
  const finding = known.map(({ holder: { accountId, key } }) => ({ accountId, test: key.test, id: key.id }));
  const found = await findKeysOfAccounts(pool, finding);
  const holders = known.map(({ holder: { accountId }, sha256 }, at) => {
    const hashed = found[at];
    return hashed && timingSafeEqual(hashed.sha256, sha256) ? { accountId, key: hashed.key } : undefined;
  });
  void noteUses(pool, holders, now);
  return holders;
}

/** One after the other: each needs a connection, and many keys may be due at once. */
async function noteUses(pool: pg.Pool, holders: readonly (KeyHolder | undefined)[], now: number): Promise<void> {
  for (const holder of holders) if (holder && isToNote(holder, now)) await noteUseBehind(pool, holder, now);
}

const isToNote = ({ key }: KeyHolder, now: number): boolean => now - (key.lastUsedAt ?? 0) >= USE_NOTED_EVERY_SECONDS;

/**
 * Records one use of a key at a time; failures are ignored, because the next request records it
 * again.
 */
async function noteUseBehind(pool: pg.Pool, { accountId, key }: KeyHolder, now: number): Promise<void> {
  if (beingNoted.has(key.id)) return;
  beingNoted.add(key.id);
  const noting = inTransaction(pool, { accountId, test: key.test }, async (tx) => {
    recordKeyUse(tx, key.id, now);
    return { commit: true, answer: undefined };
  });
  await noting.catch(() => {}).finally(() => beingNoted.delete(key.id));
}

const beingNoted = new Set<string>();

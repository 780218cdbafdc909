import { timingSafeEqual } from 'node:crypto';
import type pg from 'pg';
import { findKey, findKeysOfAccounts, recordKeyUse } from '../../db/account/api-keys.ts';
import { inTransaction } from '../../db/transaction.ts';
import { parseApiKey } from '../../domain/account/api-key.ts';
import type { KeyRecord } from '../../domain/account/stored-key.ts';
import { hashOfKey } from './issue-key.ts';

export type KeyHolder = { accountId: string; key: KeyRecord };

/** Seconds between two notes of a key's last use: a note is a write, a request need not cost one. */
const USE_NOTED_EVERY_SECONDS = 60;

/**
 * Whose key this is, revoked and expired ones included; undefined where nobody's. Its use is noted behind the request.
 * The key's own text names the account, so even this look-up obeys row-level security. `learn` hears the hash of the key
 * that has this id, whether or not it is the one that was shown.
 */
export async function findKeyHolder(
  pool: pg.Pool,
  text: string,
  now: number,
  learn?: (sha256: Buffer) => void,
): Promise<KeyHolder | undefined> {
  const said = parseApiKey(text);
  if (!said) return undefined;
  const whose = { accountId: said.accountId, test: said.test };
  const { finding } = await inTransaction(pool, { ...whose, isReadOnly: true }, async (tx) => {
    // Not waited for: the end of the transaction travels with it.
    const asked = findKey(tx, said.keyId);
    asked.catch(() => {});
    return { commit: true, answer: { finding: asked } };
  });
  const found = await finding;
  if (found) learn?.(found.sha256);
  // Compared by hash, and in the same time wherever they differ.
  if (!found || !timingSafeEqual(found.sha256, hashOfKey(text))) return undefined;
  const holder = { accountId: said.accountId, key: found.key };
  if (isToNote(holder, now)) void noteUseBehind(pool, holder, now);
  return holder;
}

/**
 * Whose keys these are now, that were these before: of many accounts in one journey, in their order. Each says the hash of the text
 * that was shown for it. Not where tables are spread over machines (`isSharded`).
 */
export async function findHoldersAgain(
  pool: pg.Pool,
  known: readonly { holder: KeyHolder; sha256: Buffer }[],
  now: number,
): Promise<(KeyHolder | undefined)[]> {
  const asked = known.map(({ holder: { accountId, key } }) => ({ accountId, test: key.test, id: key.id }));
  const found = await findKeysOfAccounts(pool, asked);
  const holders = known.map(({ holder: { accountId }, sha256 }, at) => {
    const hashed = found[at];
    return hashed && timingSafeEqual(hashed.sha256, sha256) ? { accountId, key: hashed.key } : undefined;
  });
  void noteUses(pool, holders, now);
  return holders;
}

/** One after the other: of keys that are all due at once each takes a connection. */
async function noteUses(pool: pg.Pool, holders: readonly (KeyHolder | undefined)[], now: number): Promise<void> {
  for (const holder of holders) if (holder && isToNote(holder, now)) await noteUseBehind(pool, holder, now);
}

const isToNote = ({ key }: KeyHolder, now: number): boolean => now - (key.lastUsedAt ?? 0) >= USE_NOTED_EVERY_SECONDS;

/** Notes at most one use of a key at a time, and gives up silently: the next request notes it as well. */
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

import { timingSafeEqual } from 'node:crypto';
import type pg from 'pg';
import { parseApiKey } from '../../domain/account/api-key.ts';
import type { KeyRecord } from '../../domain/account/key-record.ts';
import { findKey, noteUse } from '../../store/account/api-keys.ts';
import { inTransaction } from '../../store/transaction.ts';
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
  const { finding } = await inTransaction(pool, { ...whose, readsOnly: true }, async (tx) => {
    // Not waited for: the end of the transaction travels with it.
    const asked = findKey(tx, said.keyId);
    asked.catch(() => {});
    return { commit: true, answer: { finding: asked } };
  });
  const found = await finding;
  if (found) learn?.(found.sha256);
  // Compared by hash, and in the same time wherever they differ.
  if (!found || !timingSafeEqual(found.sha256, hashOfKey(text))) return undefined;
  if (now - (found.key.lastUsedAt ?? 0) >= USE_NOTED_EVERY_SECONDS) noteUseBehind(pool, whose, said.keyId, now);
  return { accountId: said.accountId, key: found.key };
}

/** Notes at most one use of a key at a time, and gives up silently: the next request notes it as well. */
function noteUseBehind(pool: pg.Pool, whose: { accountId: string; test: boolean }, keyId: string, now: number): void {
  if (beingNoted.has(keyId)) return;
  beingNoted.add(keyId);
  inTransaction(pool, whose, async (tx) => {
    noteUse(tx, keyId, now);
    return { commit: true, answer: undefined };
  })
    .catch(() => {})
    .finally(() => beingNoted.delete(keyId));
}

const beingNoted = new Set<string>();

import type pg from 'pg';
import { inTransaction, sql } from '../transaction.ts';
import type { ObjectName, ObjectStore } from './object-store.ts';

const FORGOTTEN = 'select account_id, sha256 from billing.forgotten_objects($1)';
const TAKE = sql`
  delete from billing.forgotten_object where account_id = $1 and sha256 = (
    select sha256 from billing.forgotten_object where account_id = $1 and sha256 = $2 for update skip locked)
  returning 1 as taken`;

/** Objects listed per batch. */
const BATCH = 200;

/**
 * Deletes objects that no row names, each in a transaction that locks the name: a transaction that
 * stores the same bytes waits for the deletion and then writes them. If the store does not answer,
 * the names stay for the next run.
 */
export async function deleteUnusedObjects(
  pool: pg.Pool,
  objects: ObjectStore,
  isEnding: () => boolean = () => false,
): Promise<void> {
  for (let removed = BATCH; removed > 0 && !isEnding(); ) {
    const { rows } = await pool.query<{ account_id: string; sha256: Buffer }>(FORGOTTEN, [BATCH]);
    removed = 0;
    for (const { account_id: accountId, sha256 } of rows)
      if (await forgetObject(pool, objects, { accountId, sha256 })) removed++;
  }
}

/** Whether the object was deleted: not if it is stored again or another process deletes it. */
const forgetObject = (pool: pg.Pool, objects: ObjectStore, name: ObjectName): Promise<boolean> =>
  inTransaction(pool, { accountId: name.accountId, test: false }, async (tx) => {
    const taken = await tx.read(TAKE, [name.accountId, name.sha256]);
    if (taken.length > 0) await objects.remove(name);
    return { commit: true, answer: taken.length > 0 };
  });

import type pg from 'pg';
import { v7 } from 'uuid';
import { inTransaction, sql } from '../../../src/db/transaction.ts';

/** Rows per statement. */
const BATCH = 500;
const COPY = sql`
  insert into billing.customer (account_id, id, test, kind, sort_name, found_by, content, created_at, updated_at)
  select c.account_id, u.id, c.test, c.kind, c.sort_name || ' ' || (u.place + $4::int), c.found_by || ' ' || (u.place + $4::int), c.content, c.created_at, c.updated_at
  from billing.customer c, unnest($3::uuid[]) with ordinality u(id, place) where c.account_id = $1 and c.id = $2`;

/** Copies a live customer; each copy has a number in its search words. */
export async function copyCustomers(
  pool: pg.Pool,
  { accountId, customerId, copies }: { accountId: string; customerId: string; copies: number },
): Promise<void> {
  for (let made = 0; made < copies; made += BATCH) {
    const ids = Array.from({ length: Math.min(BATCH, copies - made) }, () => v7());
    await inTransaction(pool, { accountId, test: false }, async (tx) => {
      tx.write(COPY, [accountId, customerId, ids, made]);
      return { commit: true, answer: undefined };
    });
  }
}

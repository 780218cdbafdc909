import type pg from 'pg';
import { v7 } from 'uuid';
import { inTransaction, sql } from '../../../src/db/transaction.ts';

const COPY = sql`
  insert into billing.document (account_id, id, test, kind, family_id, parent_id, customer_id, currency, emitted_at, emitted_on,
    due_on, net_cents, vat_cents, total_cents, content, title, found_by, life, created_at, updated_at)
  select d.account_id, u.id, d.test, d.kind, case when $4 then d.family_id else u.id end,
    case when $4 then d.parent_id end, d.customer_id, d.currency, d.emitted_at, d.emitted_on, d.due_on,
    d.net_cents, d.vat_cents, d.total_cents, d.content, d.title, d.found_by, d.life, d.created_at, d.updated_at
  from billing.document d, unnest($3::uuid[]) u(id) where d.account_id = $1 and d.id = $2`;

/**
 * Copies a live draft as the service would have written it: each alone, or all in the document
 * group of the first.
 */
export async function copyDrafts(
  pool: pg.Pool,
  {
    accountId,
    documentId,
    copies,
    inDocumentGroup = false,
  }: { accountId: string; documentId: string; copies: number; inDocumentGroup?: boolean },
): Promise<void> {
  const ids = Array.from({ length: copies }, () => v7());
  await inTransaction(pool, { accountId, test: false }, async (tx) => {
    tx.write(COPY, [accountId, documentId, ids, inDocumentGroup]);
    return { commit: true, answer: undefined };
  });
}

import { inTransaction, sql } from '../../../src/db/transaction.ts';
import type { TestService } from '../service/in-process-service.ts';

const INSERT = sql`
  insert into billing.document (account_id, id, test, kind, family_id, customer_id, currency, emitted_at, emitted_on,
    net_cents, vat_cents, total_cents, content, created_at, updated_at)
  values ($1, $2, $3, 'invoice', $2, $4, 'EUR', $5, '2026-03-02', 0, 0, 0, '{}', $5, $5)`;

/** Inserts a minimal draft invoice row, for tests that only need one to exist. */
export async function insertDocument(
  { services, live, clock }: TestService,
  { customerId, test = false }: { customerId: string; test?: boolean },
): Promise<string> {
  const id = services.newId();
  return inTransaction(services.pool, live, async (tx) => {
    tx.write(INSERT, [tx.accountId, id, test, customerId, clock.now]);
    return { commit: true, answer: id };
  });
}

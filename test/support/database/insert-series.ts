import { inTransaction, sql } from '../../../src/db/transaction.ts';
import type { TestService } from '../service/in-process-service.ts';

const INSERT = sql`
  insert into billing.series (account_id, test, prefix, year, last) values ($1, false, $2, $3, $4)`;

/** Inserts a live series that has already assigned `last` numbers in a year. */
export async function insertSeries(
  { services }: TestService,
  accountId: string,
  { prefix, year, last }: { prefix: string; year: number; last: number },
): Promise<void> {
  await inTransaction(services.pool, { accountId, test: false }, async (tx) => {
    tx.write(INSERT, [accountId, prefix, year, last]);
    return { commit: true, answer: undefined };
  });
}

import { inTransaction, sql } from '../../../src/db/transaction.ts';
import type { TestService } from '../service/in-process-service.ts';

const ACCOUNT = sql`
  insert into billing.bank_account (account_id, id, test, identity, currency, created_at) values ($1, $2, $3, $4, 'EUR', $5)`;
const STATEMENT = sql`
  insert into billing.bank_statement (account_id, id, test, bank_account_id, format, digest, lines, sum_cents, added, created_at)
  values ($1, $2::uuid, $3, $2::uuid, 'ofx', sha256(convert_to($2::uuid::text, 'UTF8')), 0, 0, 0, $4)`;
const LINE = sql`
  insert into billing.bank_transaction (account_id, id, test, bank_account_id, statement_id, booked_on, amount_cents, currency, label,
    counterpart, format, content_key, nth, created_at)
  values ($1, $2::uuid, $3, $4, $4, $5, $6, 'EUR', $7, $8, 'ofx', sha256(convert_to($2::uuid::text, 'UTF8')), 1, $9)`;

/**
 * Stored statement lines of a separate bank account. Returns a function that inserts one, in cents.
 */
export async function bankLines(service: TestService, whose = service.live) {
  const { newId } = service.services;
  const { now } = service.clock;
  const bankAccountId = newId();
  const write = (...statements: [ReturnType<typeof sql>, unknown[]][]) =>
    inTransaction(service.services.pool, whose, async (tx) => {
      for (const [statement, values] of statements) await tx.read(statement, values);
      return { commit: true, answer: undefined };
    });
  await write(
    [ACCOUNT, [whose.accountId, bankAccountId, whose.test, bankAccountId, now]],
    [STATEMENT, [whose.accountId, bankAccountId, whose.test, now]],
  );
  return async (amount: number, label: string, said: { on?: string; counterpart?: string } = {}): Promise<string> => {
    const id = newId();
    const { on = '2026-03-02', counterpart = null } = said;
    await write([LINE, [whose.accountId, id, whose.test, bankAccountId, on, amount, label, counterpart, now]]);
    return id;
  };
}

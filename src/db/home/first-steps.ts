import type { Begun } from '../../domain/home/first-steps.ts';
import { sql, type Tx } from '../transaction.ts';

const BEGUN = sql`
  select exists (select from billing.customer where account_id = $1 and test = $2) as "hasCustomer",
    exists (select from billing.document where account_id = $1 and test = $2) as "hasDocument"`;

/** Whether an account has a customer and a document in this mode. */
export async function accountProgress(tx: Tx, test: boolean): Promise<Omit<Begun, 'isSent'>> {
  const [row] = await tx.read<Omit<Begun, 'isSent'>>(BEGUN, [tx.accountId, test]);
  return { hasCustomer: row?.hasCustomer === true, hasDocument: row?.hasDocument === true };
}

import { claimKinds } from '../../domain/billing/document/kind.ts';
import { kindsInSql } from '../billing/document-kind-sql.ts';
import { sql, type Tx } from '../transaction.ts';

const PAID = sql`
  select count(*) as paid, round(avg(days))::int as days from (
    select max(m.received_on) - d.emitted_on as days from billing.document d
    join billing.payment m on m.account_id = $1 and m.document_id = d.id
    where d.account_id = $1 and d.test = $3 and d.state = 'paid' and d.kind in ${kindsInSql(claimKinds)}
      and d.customer_id in (
        select c.id from billing.customer c where c.account_id = $1 and (c.id = $2 or c.organization_id = $2))
    group by d.id, d.emitted_on) each`;
const KNOWN = sql`select from billing.customer where account_id = $1 and id = $2`;

/** Whether a contact or organization exists. `id` must be a UUID. */
export const customerExists = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx.read(KNOWN, [tx.accountId, id])).length > 0;

/**
 * The number of paid invoices and advances of a customer, and the average days from issue to the
 * last payment.
 */
export async function paidBy(tx: Tx, id: string, test: boolean): Promise<{ paid: number; days: number | null }> {
  const [row] = await tx.read<{ paid: number; days: number | null }>(PAID, [tx.accountId, id, test]);
  return row ?? { paid: 0, days: null };
}

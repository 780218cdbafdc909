import { sql, type Tx } from '../transaction.ts';

const CUSTOMER_ARCHIVED = sql`
  select c.archived_at is not null or o.archived_at is not null as archived
  from billing.customer c left join billing.customer o on o.account_id = $1 and o.id = c.organization_id
  where c.account_id = $1 and c.id = $2`;
const GIVEN_UP = sql`select from billing.mail where account_id = $1 and id = $2 and state = 'given_up'`;

/** Whether a customer or its organization is archived. */
export async function isCustomerArchived(tx: Tx, customerId: string | undefined): Promise<boolean> {
  if (customerId === undefined) return false;
  const [row] = await tx.read<{ archived: boolean }>(CUSTOMER_ARCHIVED, [tx.accountId, customerId]);
  return row?.archived ?? false;
}

/** Whether a mail failed for good. */
export const hasMailFailed = async (tx: Tx, mailId: string): Promise<boolean> =>
  (await tx.read(GIVEN_UP, [tx.accountId, mailId])).length > 0;

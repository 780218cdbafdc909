import { PORTALS_OF_ADDRESS_MAX } from '../../domain/portal/customer-link.ts';
import { likePatterns } from '../billing/search-text.ts';
import { sql, type Tx } from '../transaction.ts';

// Locks the customers until the transaction ends, so that concurrent requests are counted.
// Documents may be created for these customers meanwhile.
const AT_ADDRESS = sql`
  select c.id from billing.customer c
  where c.account_id = $1 and c.test = $2 and c.archived_at is null and c.id in (select billing.customers_found($3))
    and exists (select from json_array_elements_text(c.content::json -> 'emails') each where lower(each) = lower($4))
  order by c.id limit ${String(PORTALS_OF_ADDRESS_MAX)} for no key update`;
const GIVEN = sql`
  select customer_id, count(*) as given from billing.customer_link
  where account_id = $1 and customer_id = any($2) and created_at > $3 group by customer_id`;
const ACCOUNTS = sql`select account_id, test from billing.accounts_of_customer($1)`;

/**
 * The customers of a mode with this e-mail address in their details, without archived ones;
 * locked.
 */
export async function customersByEmail(
  tx: Tx,
  { address, test }: { address: string; test: boolean },
): Promise<string[]> {
  const [pattern = '%'] = likePatterns(address);
  return (await tx.read(AT_ADDRESS, [tx.accountId, test, pattern, address])).map(({ id }) => id);
}

/** The number of portal links each customer got after an instant (Unix seconds). */
export const countRecentLinks = async (tx: Tx, ids: readonly string[], after: number): Promise<Map<string, number>> =>
  new Map((await tx.read(GIVEN, [tx.accountId, ids, after])).map((row) => [row.customer_id, Number(row.given)]));

/**
 * The accounts with this customer ID, and the mode of the customer. The caller's right to see the
 * customer is not checked yet.
 */
export const accountsOfCustomer = async (tx: Tx, id: string): Promise<{ accountId: string; test: boolean }[]> =>
  (await tx.read(ACCOUNTS, [id])).map((row) => ({ accountId: row.account_id, test: row.test }));

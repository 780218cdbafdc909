import type { Customer } from '../../domain/customers/customer.ts';
import { sql, type Tx } from '../transaction.ts';
import { customerFrom } from './customers.ts';

/**
 * SQL of the name by which another program finds a customer, from its row `t`: with the end of its
 * ID if another customer sorts the same, because programs compare without case and accents. The
 * account is $1.
 */
export const uniqueNameOf = (t: string): string => `(
  coalesce(${t}.content::json ->> 'name', concat_ws(' ', ${t}.content::json ->> 'firstname', ${t}.content::json ->> 'lastname'))
  || case when exists (
    select from billing.customer same where same.account_id = $1 and same.test = ${t}.test and same.organization_id is null
      and same.sort_name = ${t}.sort_name and same.id <> ${t}.id)
    then ' (' || right(${t}.id::text, 6) || ')' else '' end)`;

const AFTER = sql`
  select c.id, c.test, c.kind, c.organization_id, c.is_default, c.content, c.created_at, c.updated_at, c.archived_at,
    ${uniqueNameOf('c')} as name, case when o.id is not null then ${uniqueNameOf('o')} end as organization
  from billing.customer c
  left join billing.customer o on o.account_id = $1 and o.id = c.organization_id
  where c.account_id = $1 and c.test = $2 and c.id > $3::uuid order by c.id limit $4`;

/** A customer, or a contact of one, with the names that other programs find them by. */
export type ThirdParty = {
  readonly id: string;
  readonly customer: Customer;
  readonly name: string;
  /** The organization it is a contact of. */
  readonly organization?: string;
};

/** The next customers in creation order, archived ones too, because documents name them. */
export async function thirdPartiesAfter(
  tx: Tx,
  { after, limit }: { after: string; limit: number },
): Promise<ThirdParty[]> {
  const rows = await tx.read(AFTER, [tx.accountId, tx.test, after, limit]);
  return rows.map((row) => ({
    id: row.id,
    customer: customerFrom(row),
    name: row.name,
    ...(row.organization !== null && { organization: row.organization }),
  }));
}

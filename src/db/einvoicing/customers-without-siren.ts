import type { ClientAddress } from '../../domain/customers/address.ts';
import { isInSirene } from '../../domain/vat/vat-territory.ts';
import { sql, type Tx } from '../transaction.ts';

/** Organizations read at most: more than these are not counted. */
const CUSTOMERS_COUNTED_MAX = 1_000;

const WITHOUT_SIREN = sql`
  select c.content::jsonb -> 'billingAddress' as address from billing.customer c
  where c.account_id = $1 and not c.test and c.kind = 'organization' and c.archived_at is null
    and c.content::jsonb -> 'siren' is null and c.content::jsonb -> 'siret' is null
  limit ${String(CUSTOMERS_COUNTED_MAX)}`;

/**
 * How many organizations of live mode have no SIREN although businesses at their address have one;
 * at most CUSTOMERS_COUNTED_MAX.
 */
export async function customersWithoutSiren(tx: Tx): Promise<number> {
  const rows = await tx.read<{ address: ClientAddress | null }>(WITHOUT_SIREN, [tx.accountId]);
  return rows.filter(({ address }) => isInSirene(placeOf(address))).length;
}

const placeOf = (address: ClientAddress | null) =>
  address ? { country: address.country, zipCode: address.zipCode ?? '' } : undefined;

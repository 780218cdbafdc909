import { JOBS_CHANNEL } from '../job-queue.ts';
import { type Row, sql, type Tx } from '../transaction.ts';

const FIND = sql`select id, locked_keys from billing.agency_account where account_id = $1`;
const WRITE = sql`
  insert into billing.agency_account (account_id, id, locked_keys, created_at) values ($1, $2, $3, $4)
  on conflict (account_id) do update set id = excluded.id, locked_keys = excluded.locked_keys, created_at = excluded.created_at`;
const DELETE = sql`delete from billing.agency_account where account_id = $1`;
const WAKE_ALL = sql`
  with woken as (
    update billing.job set due_at = least(due_at, $2::bigint), ready = leased_until is null
    where account_id = $1 and lane in ('payment_requests', 'agency_customers') and not test returning lane)
  select pg_notify('${JOBS_CHANNEL}', lane) from (select distinct lane from woken) as lanes`;

/** An account's Urssaf credentials, encrypted for its ID. */
export type LockedAgencyKeys = { readonly id: string; readonly lockedKeys: string };

export async function findAgencyKeys(tx: Tx): Promise<LockedAgencyKeys | undefined> {
  const [row] = await tx.read<Row>(FIND, [tx.accountId]);
  return row && { id: row.id, lockedKeys: row.locked_keys };
}

/** Replaces the credentials and retries everything that waited for them. */
export function writeAgencyKeys(tx: Tx, { id, lockedKeys }: LockedAgencyKeys, now: number): void {
  tx.write(WRITE, [tx.accountId, id, lockedKeys, now]);
  tx.write(WAKE_ALL, [tx.accountId, now]);
}

export const deleteAgencyKeys = (tx: Tx): void => tx.write(DELETE, [tx.accountId]);

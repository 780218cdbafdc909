import type { Role } from '../../domain/people/role.ts';
import { sql, type Tx } from '../transaction.ts';

const HAS_OWNER = sql`
  select exists (select from billing.membership where account_id = $1 and role = 'owner' and left_at is null) as owned`;
// Who comes back is a member as he was invited now; who is one already stays what he is.
const JOIN = sql`
  insert into billing.membership (account_id, person_id, role, joined_at) values ($1, $2, $3, $4)
  on conflict (account_id, person_id) do update set role = excluded.role, joined_at = excluded.joined_at, left_at = null
  where membership.left_at is not null`;

/** Whether the account of this transaction has an owner. */
export async function hasOwner(tx: Tx): Promise<boolean> {
  const [row] = await tx.read<{ owned: boolean }>(HAS_OWNER, [tx.accountId]);
  return row?.owned ?? false;
}

/** Makes somebody a member of the account. */
export const join = (tx: Tx, { personId, role, now }: { personId: string; role: Role; now: number }): void =>
  tx.write(JOIN, [tx.accountId, personId, role, now]);

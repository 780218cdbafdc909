import type { Membership } from '../../domain/people/membership.ts';
import type { Role } from '../../domain/people/role.ts';
import { type Row, sql, type Tx } from '../transaction.ts';

const HAS_OWNER = sql`
  select exists (select from billing.membership where account_id = $1 and role = 'owner' and left_at is null) as owned`;
// Returning members get their new role; current members keep theirs.
const JOIN = sql`
  insert into billing.membership (account_id, person_id, role, joined_at) values ($1, $2, $3, $4)
  on conflict (account_id, person_id) do update set role = excluded.role, joined_at = excluded.joined_at, left_at = null
  where membership.left_at is not null`;

/** Whether the account of this transaction has an owner. */
export async function hasOwner(tx: Tx): Promise<boolean> {
  const [row] = await tx.read<{ owned: boolean }>(HAS_OWNER, [tx.accountId]);
  return row?.owned ?? false;
}

/** Adds a member to the account. */
export const join = (tx: Tx, { personId, role, now }: { personId: string; role: Role; now: number }): void =>
  tx.write(JOIN, [tx.accountId, personId, role, now]);

const LIST = sql`
  select person_id, role, joined_at, left_at from billing.membership where account_id = $1 order by joined_at, person_id`;
// Joined from the account row, so that the query runs on the account's node.
const PEOPLE = sql`
  select p.person_id, p.email, p.name, p.role, p.joined_at, p.left_at
  from billing.account a cross join lateral billing.people_of_account() p where a.account_id = $1`;
const UPDATE = sql`
  update billing.membership set role = $3, left_at = $4 where account_id = $1 and person_id = $2`;

/**
 * Current and former members of the account. Changes require the lock of the account row
 * (`lockSettings`).
 */
export async function membersOf(tx: Tx): Promise<Membership[]> {
  return (await tx.read(LIST, [tx.accountId])).map(membershipFrom);
}

export type NamedMember = Membership & { readonly email: string; readonly name: string };

/** Current and former members of the account with their names, sorted by name. */
export async function peopleOf(tx: Tx): Promise<NamedMember[]> {
  const rows = await tx.read(PEOPLE, [tx.accountId]);
  return rows.map((row) => ({ ...membershipFrom(row), email: row.email, name: row.name }));
}

/** Updates the mutable fields of a member: role and departure. */
export const updateMembership = (tx: Tx, { personId, role, leftAt }: Membership): void =>
  tx.write(UPDATE, [tx.accountId, personId, role, leftAt ?? null]);

const membershipFrom = (row: Row): Membership => ({
  personId: row.person_id,
  role: row.role,
  joinedAt: row.joined_at,
  ...(row.left_at !== null && { leftAt: row.left_at }),
});

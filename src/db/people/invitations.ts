import type { Invitation } from '../../domain/people/invitation.ts';
import { type Row, sql, type Tx } from '../transaction.ts';

const COLUMNS = 'id, email, role, invited_by, created_at, ends_at, accepted_at, revoked_at';
const FIND_HASH = sql`select secret_sha256 from billing.invitation where account_id = $1 and id = $2`;
const LOCK = sql`select ${COLUMNS}, secret_sha256 from billing.invitation where account_id = $1 and id = $2 for update`;
const INSERT = sql`
  insert into billing.invitation (account_id, id, email, role, secret_sha256, invited_by, created_at, ends_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8)`;
const ACCEPT = sql`
  update billing.invitation set accepted_at = $3, accepted_by = $4 where account_id = $1 and id = $2`;
const OPEN = sql`
  select ${COLUMNS} from billing.invitation
  where account_id = $1 and accepted_at is null and revoked_at is null and ends_at > $2 and email is not null
  order by created_at desc, id desc`;
const REVOKE = sql`update billing.invitation set revoked_at = $3 where account_id = $1 and id = $2`;
const REVOKE_ALL_OF = sql`
  update billing.invitation set revoked_at = $3
  where account_id = $1 and invited_by = $2 and accepted_at is null and revoked_at is null`;
const ACCOUNT_NAME = sql`select settings from billing.account where account_id = $1`;

type Found = { invitation: Invitation; sha256: Buffer };

/** The hash of the secret of an invitation to the account of this transaction. */
export async function hashOfInvitation(tx: Tx, id: string): Promise<Buffer | undefined> {
  const [row] = await tx.read(FIND_HASH, [tx.accountId, id]);
  return row?.secret_sha256;
}

/**
 * An invitation to the account of this transaction with the hash of its secret, locked until the
 * transaction ends so that it is used once.
 */
export async function lockInvitation(tx: Tx, id: string): Promise<Found | undefined> {
  return foundIn(await tx.read(LOCK, [tx.accountId, id]));
}

/** Inserts an invitation. */
export function insertInvitation(tx: Tx, invitation: Invitation, sha256: Buffer): void {
  const { id, email, role, invitedBy, createdAt, endsAt } = invitation;
  tx.write(INSERT, [tx.accountId, id, email ?? null, role, sha256, invitedBy, createdAt, endsAt]);
}

/** Records who used a locked invitation. */
export const acceptInvitation = (tx: Tx, id: string, { now, personId }: { now: number; personId: string }): void =>
  tx.write(ACCEPT, [tx.accountId, id, now, personId]);

/** Invitations that can still be used, newest first. */
export async function openInvitations(tx: Tx, now: number): Promise<Invitation[]> {
  return (await tx.read(OPEN, [tx.accountId, now])).map(invitationFrom);
}

/** Revokes a locked invitation. */
export const revokeInvitation = (tx: Tx, id: string, now: number): void => tx.write(REVOKE, [tx.accountId, id, now]);

/** Revokes the unused invitations of a person. The account is locked. */
export const revokeInvitationsOf = (tx: Tx, personId: string, now: number): void =>
  tx.write(REVOKE_ALL_OF, [tx.accountId, personId, now]);

/** The name of the account of this transaction. */
export async function accountName(tx: Tx): Promise<string> {
  const [row] = await tx.read<{ settings: string }>(ACCOUNT_NAME, [tx.accountId]);
  return row ? JSON.parse(row.settings).name : '';
}

const foundIn = ([row]: Row[]): Found | undefined =>
  row && { invitation: invitationFrom(row), sha256: row.secret_sha256 };

const invitationFrom = (row: Row): Invitation => ({
  id: row.id,
  ...(row.email !== null && { email: row.email }),
  role: row.role,
  invitedBy: row.invited_by,
  createdAt: row.created_at,
  endsAt: row.ends_at,
  ...(row.accepted_at !== null && { acceptedAt: row.accepted_at }),
  ...(row.revoked_at !== null && { revokedAt: row.revoked_at }),
});

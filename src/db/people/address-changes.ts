import type { AddressChange } from '../../domain/people/address-change.ts';
import { sql, type Tx } from '../transaction.ts';

const LOCK = sql`
  select id, email, created_at, ends_at, used_at, secret_sha256 from billing.address_change
  where person_id = $1 and id = $2 for update`;
const FORGET = sql`delete from billing.address_change where person_id = $1`;
const INSERT = sql`
  insert into billing.address_change (person_id, id, email, email_folded, secret_sha256, created_at, ends_at, used_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8)
  on conflict (person_id) where used_at is null do update set id = excluded.id, email = excluded.email,
    email_folded = excluded.email_folded, secret_sha256 = excluded.secret_sha256, created_at = excluded.created_at,
    ends_at = excluded.ends_at`;
const USE = sql`update billing.address_change set used_at = $3 where person_id = $1 and id = $2`;

/** A pending change with the hash of its secret, locked until the transaction ends. */
export async function lockAddressChange(
  tx: Tx,
  ref: { personId: string; id: string },
): Promise<{ change: AddressChange; sha256: Buffer } | undefined> {
  const [row] = await tx.read(LOCK, [ref.personId, ref.id]);
  return (
    row && {
      change: {
        id: row.id,
        email: row.email,
        createdAt: row.created_at,
        endsAt: row.ends_at,
        ...(row.used_at !== null && { usedAt: row.used_at }),
      },
      sha256: row.secret_sha256,
    }
  );
}

/** Replaces all earlier changes, including concurrent ones. */
export function replaceAddressChange(
  tx: Tx,
  personId: string,
  { change, folded, sha256 }: { change: AddressChange; folded: string; sha256: Buffer },
): void {
  deleteAddressChanges(tx, personId);
  const { id, email, createdAt, endsAt, usedAt = null } = change;
  tx.write(INSERT, [personId, id, email, folded, sha256, createdAt, endsAt, usedAt]);
}

/** Deletes pending changes, which invalidates their links. */
export const deleteAddressChanges = (tx: Tx, personId: string): void => tx.write(FORGET, [personId]);

/** Marks a change as used; the address changes in the same transaction. */
export const useAddressChange = (tx: Tx, ref: { personId: string; id: string }, now: number): void =>
  tx.write(USE, [ref.personId, ref.id, now]);

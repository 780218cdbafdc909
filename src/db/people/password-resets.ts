import type { PasswordReset } from '../../domain/people/password-reset.ts';
import { sql, type Tx } from '../transaction.ts';

const LOCK = sql`
  select id, created_at, ends_at, used_at, secret_sha256 from billing.password_reset
  where person_id = $1 and id = $2 for update`;
const INSERT = sql`
  insert into billing.password_reset (person_id, id, secret_sha256, created_at, ends_at) values ($1, $2, $3, $4, $5)`;
const FORGET = sql`delete from billing.password_reset where person_id = $1 and ends_at <= $2`;
const USE_ALL = sql`
  update billing.password_reset set used_at = $2 where person_id = $1 and used_at is null`;

/** A password reset link with the hash of its secret, locked until the transaction ends. */
export async function lockReset(
  tx: Tx,
  ref: { personId: string; id: string },
): Promise<{ reset: PasswordReset; sha256: Buffer } | undefined> {
  const [row] = await tx.read(LOCK, [ref.personId, ref.id]);
  return (
    row && {
      reset: {
        id: row.id,
        createdAt: row.created_at,
        endsAt: row.ends_at,
        ...(row.used_at !== null && { usedAt: row.used_at }),
      },
      sha256: row.secret_sha256,
    }
  );
}

/** Inserts a link and deletes expired ones. */
export function insertReset(tx: Tx, personId: string, { id, createdAt, endsAt }: PasswordReset, sha256: Buffer): void {
  tx.write(FORGET, [personId, createdAt]);
  tx.write(INSERT, [personId, id, sha256, createdAt, endsAt]);
}

/** Using one link invalidates all open ones. */
export const useResets = (tx: Tx, personId: string, now: number): void => tx.write(USE_ALL, [personId, now]);

import type { OwnAccount, Person } from '../../domain/people/person.ts';
import { type Row, sql, type Tx } from '../transaction.ts';

/** The stored credentials of a person. */
export type Credentials = {
  readonly passwordHash: string;
  /** Used to create the marks of known browsers. */
  readonly deviceSecret: Buffer;
};

const ID_OF = sql`select billing.person_with_email($1) as id`;
const FIND = sql`
  select p.person_id, p.email, name, p.created_at, totp_locked is not null as second_factor, p.steps_put_away,
    p.review_since,
    exists (select from billing.passkey k where k.person_id = $1) as has_passkey, password_hash, device_secret,
    a.email as new_email, a.ends_at as new_email_until
  from billing.person p left join billing.address_change a on a.person_id = $1 and a.used_at is null
  where p.person_id = $1`;
const ACCOUNTS = sql`select account_id, name, role, sample from billing.accounts_of_person()`;
const INSERT = sql`
  insert into billing.person (person_id, email, email_folded, name, password_hash, device_secret, created_at)
  values ($1, $2, $3, $4, $5, $6, $7)`;

const NAME = sql`
  update billing.person set name = $2, email = case when email_folded = $4 then $3 else email end, steps_put_away = $5
  where person_id = $1`;
const RENAME = sql`
  update billing.person set name = $2, email = $3, email_folded = $4, steps_put_away = $5 where person_id = $1`;
const HOLD_PASSWORD = sql`
  select password_hash = $2 as stands from billing.person where person_id = $1 for no key update`;
const SAVE_CREDENTIALS = sql`
  update billing.person set password_hash = $2, device_secret = $3, wrong_codes = 0 where person_id = $1`;
const BEGIN_REVIEW = sql`update billing.person set review_since = $2 where person_id = $1`;
const END_REVIEW = sql`update billing.person set review_since = null where person_id = $1`;

/** The person with this folded address (`foldedEmail`); undefined if there is none. */
export async function personIdOf(tx: Tx, folded: string): Promise<string | undefined> {
  const [row] = await tx.read<{ id: string | null }>(ID_OF, [folded]);
  return row?.id ?? undefined;
}

/** The person of a transaction with their credentials. */
export async function findPerson(
  tx: Tx,
  personId: string,
): Promise<{ person: Person; credentials: Credentials } | undefined> {
  const [row] = await tx.read(FIND, [personId]);
  return row && { person: personFrom(row), credentials: credentialsFrom(row) };
}

/** The accounts of the transaction's person, oldest first. */
export async function accountsOfPerson(tx: Tx): Promise<OwnAccount[]> {
  const rows = await tx.read(ACCOUNTS);
  return rows.map((row) => ({ id: row.account_id, name: row.name, role: row.role, isSample: row.sample }));
}

/**
 * Updates a person's name, spelling of the address and dismissed steps. A concurrently changed
 * address stays.
 */
export const namePerson = (tx: Tx, { id, name, email, stepsPutAway }: Person, folded: string): void =>
  tx.write(NAME, [id, name, email, folded, stepsPutAway]);

/** Updates a person with a new sign-in address; fails if the address was taken meanwhile. */
export const renamePerson = (tx: Tx, { id, name, email, stepsPutAway }: Person, folded: string): void =>
  tx.write(RENAME, [id, name, email, folded, stepsPutAway]);

/**
 * Whether the password that was just verified is still current: verification is slow, and the
 * password may have changed meanwhile. Locks the person's row until the transaction ends: a
 * password change either comes first, or ends the session that this transaction opens.
 */
export async function lockPassword(tx: Tx, personId: string, { passwordHash }: Credentials): Promise<boolean> {
  const [row] = await tx.read<{ stands: boolean }>(HOLD_PASSWORD, [personId, passwordHash]);
  return row?.stands ?? false;
}

/** Stores new credentials. Earlier wrong codes no longer count. */
export const saveCredentials = (tx: Tx, personId: string, { passwordHash, deviceSecret }: Credentials): void =>
  tx.write(SAVE_CREDENTIALS, [personId, passwordHash, deviceSecret]);

/** From now on (Unix seconds) the person is asked to review other ways of access. */
export const beginReview = (tx: Tx, personId: string, now: number): void => tx.write(BEGIN_REVIEW, [personId, now]);

export const endReview = (tx: Tx, personId: string): void => tx.write(END_REVIEW, [personId]);

/** Inserts a person; fails if the address was taken meanwhile. */
export function insertPerson(
  tx: Tx,
  person: Person,
  folded: string,
  { passwordHash, deviceSecret }: Credentials,
): void {
  const { id, email, name, createdAt } = person;
  tx.write(INSERT, [id, email, folded, name, passwordHash, deviceSecret, createdAt]);
}

/** Whether a transaction failed because the address was taken meanwhile. */
export const isEmailTaken = (error: unknown): boolean =>
  (error as { constraint?: string }).constraint === 'person_email_folded_key';

const personFrom = (row: Row): Person => ({
  id: row.person_id,
  email: row.email,
  name: row.name,
  createdAt: row.created_at,
  secondFactor: row.second_factor,
  hasPasskey: row.has_passkey,
  stepsPutAway: row.steps_put_away,
  ...(row.review_since !== null && { reviewSince: row.review_since }),
  ...(row.new_email !== null && { newEmail: { email: row.new_email, endsAt: row.new_email_until } }),
});

const credentialsFrom = (row: Row): Credentials => ({
  passwordHash: row.password_hash,
  deviceSecret: row.device_secret,
});

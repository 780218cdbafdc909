import type { Passkey } from '../../domain/people/passkey.ts';
import { type Row, sql, type Tx } from '../transaction.ts';

const COLUMNS = 'id, credential, public_key, counter, transports, name, created_at, last_used_at';
const LIST = sql`select ${COLUMNS} from billing.passkey where person_id = $1 order by created_at, id`;
const LOCK = sql`select ${COLUMNS} from billing.passkey where person_id = $1 and credential = $2 for update`;
const INSERT = sql`
  insert into billing.passkey (person_id, id, credential, public_key, counter, transports, name, created_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8)`;
const NOTE_USE = sql`
  update billing.passkey set counter = $3, last_used_at = $4 where person_id = $1 and id = $2`;
const DELETE = sql`delete from billing.passkey where person_id = $1 and id = $2 returning id`;
const FORGET_CHALLENGES = sql`delete from billing.used_challenge where person_id = $1 and ends_at <= $2`;
const USE_CHALLENGE = sql`
  insert into billing.used_challenge (person_id, sha256, ends_at) values ($1, $2, $3)
  on conflict do nothing returning 1 as used`;

/** The passkeys of a person in creation order. */
export const listPasskeys = async (tx: Tx, personId: string): Promise<Passkey[]> =>
  (await tx.read(LIST, [personId])).map(passkeyFrom);

/** A passkey by its credential ID, locked until the transaction ends. */
export async function lockPasskey(tx: Tx, personId: string, credential: string): Promise<Passkey | undefined> {
  const [row] = await tx.read(LOCK, [personId, credential]);
  return row && passkeyFrom(row);
}

/** Inserts a passkey. */
export function insertPasskey(tx: Tx, personId: string, passkey: Passkey): void {
  const { id, credential, publicKey, counter, transports, name, createdAt } = passkey;
  const bytes = Buffer.from(publicKey);
  tx.write(INSERT, [personId, id, credential, bytes, counter, transports.join(' '), name, createdAt]);
}

/** Records a use of a locked passkey. */
export const recordPasskeyUse = (
  tx: Tx,
  personId: string,
  { id, counter, now }: { id: string; counter: number; now: number },
): void => tx.write(NOTE_USE, [personId, id, counter, now]);

/** Deletes a passkey; false if there is none. */
export const deletePasskey = async (tx: Tx, personId: string, id: string): Promise<boolean> =>
  (await tx.read(DELETE, [personId, id])).length > 0;

/** Marks a challenge as used; false if it already was. */
export async function useChallenge(
  tx: Tx,
  personId: string,
  { sha256, now, endsAt }: { sha256: Buffer; now: number; endsAt: number },
): Promise<boolean> {
  tx.write(FORGET_CHALLENGES, [personId, now]);
  return (await tx.read(USE_CHALLENGE, [personId, sha256, endsAt])).length > 0;
}

const passkeyFrom = (row: Row): Passkey => ({
  id: row.id,
  credential: row.credential,
  publicKey: new Uint8Array(row.public_key),
  counter: row.counter,
  transports: row.transports.split(' ').filter(Boolean),
  name: row.name,
  createdAt: row.created_at,
  ...(row.last_used_at !== null && { lastUsedAt: row.last_used_at }),
});

import type { Session } from '../../domain/people/session.ts';
import { type Row, sql, type Tx } from '../transaction.ts';

const COLUMNS = 'id, created_at, last_used_at, ends_at, network, user_agent';
const FIND = sql`select ${COLUMNS}, token_sha256 from billing.person_session where person_id = $1 and id = $2`;
const LIST = sql`
  select ${COLUMNS} from billing.person_session where person_id = $1 order by last_used_at desc, id desc`;
const INSERT = sql`
  insert into billing.person_session
    (person_id, id, token_sha256, created_at, last_used_at, ends_at, network, user_agent)
  values ($1, $2, $3, $4, $5, $6, $7, $8)`;
const END = sql`delete from billing.person_session where person_id = $1 and id = $2`;
const END_OTHERS = sql`
  delete from billing.person_session where person_id = $1 and ($2::uuid is null or id <> $2)`;
const KEEP_NEWEST = sql`
  delete from billing.person_session where person_id = $1 and (ends_at <= $3 or id in (
    select id from billing.person_session where person_id = $1 order by last_used_at desc, id desc offset $2))`;
const NOTE_USE = sql`
  update billing.person_session set last_used_at = $3 where person_id = $1 and id = $2 and last_used_at < $3`;

/** A session with the hash of its token. */
export async function findSession(
  tx: Tx,
  ref: { personId: string; id: string },
): Promise<{ session: Session; sha256: Buffer } | undefined> {
  const [row] = await tx.read(FIND, [ref.personId, ref.id]);
  return row && { session: sessionFrom(row), sha256: row.token_sha256 };
}

/** Every session of a person, including expired ones; last used first. */
export async function listSessions(tx: Tx, personId: string): Promise<Session[]> {
  return (await tx.read(LIST, [personId])).map(sessionFrom);
}

/** Inserts a session, deletes expired ones, and ends those beyond `most`, longest unused first. */
export function insertSession(
  tx: Tx,
  personId: string,
  session: Session,
  options: { sha256: Buffer; most: number },
): void {
  const { id, createdAt, lastUsedAt, endsAt, network, userAgent } = session;
  tx.write(INSERT, [personId, id, options.sha256, createdAt, lastUsedAt, endsAt, network, userAgent]);
  tx.write(KEEP_NEWEST, [personId, options.most, createdAt]);
}

/** Ends one session. */
export const endSession = (tx: Tx, personId: string, id: string): void => tx.write(END, [personId, id]);

/** Ends every session of a person except the given one. */
export const endSessions = (tx: Tx, personId: string, but?: string): void =>
  tx.write(END_OTHERS, [personId, but ?? null]);

export const recordSessionUse = (tx: Tx, personId: string, id: string, now: number): void =>
  tx.write(NOTE_USE, [personId, id, now]);

const sessionFrom = (row: Row): Session => ({
  id: row.id,
  createdAt: row.created_at,
  lastUsedAt: row.last_used_at,
  endsAt: row.ends_at,
  network: row.network,
  userAgent: row.user_agent,
});

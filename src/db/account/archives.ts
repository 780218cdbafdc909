import { ARCHIVES_MAX, type Archive, type ArchiveContents, type ArchiveFailure } from '../../domain/account/archive.ts';
import type { KeptFile } from '../billing/stored-files.ts';
import { type ListCursor, narrowing, readKeysetPage } from '../keyset-page.ts';
import { type Row, sql, type Tx } from '../transaction.ts';

const COLUMNS = `a.id, a.test, a.from_day, a.to_day, a.actor, a.state, a.failure, a.made, a.size, a.created_at, a.ended_at`;
const INSERT = sql`
  insert into billing.archive (account_id, id, test, from_day, to_day, actor, state, created_at)
  values ($1, $2, $3, $4, $5, $6, 'waiting', $7)`;
const COUNT = sql`select count(*)::int as there from billing.archive where account_id = $1 and test = $2`;
const FIND = sql`select ${COLUMNS} from billing.archive a where a.account_id = $1 and a.test = $2 and a.id = $3`;
const LOCK = sql`
  select ${COLUMNS} from billing.archive a where a.account_id = $1 and a.test = $2 and a.id = $3 for update`;
const BEGIN = sql`
  update billing.archive set state = 'under_way', attempt = $4 where account_id = $1 and test = $2 and id = $3`;
const DROP_PARTS = sql`delete from billing.archive_part where account_id = $1 and archive_id = $2 and attempt <> $3`;
const UNDER_WAY = sql`
  select 1 as mine from billing.archive
  where account_id = $1 and test = $2 and id = $3 and attempt = $4 and state = 'under_way' for update`;
const ADD_PART = sql`
  insert into billing.archive_part (account_id, archive_id, test, attempt, number, sha256) values ($1, $2, $3, $4, $5, $6)`;
const READY = sql`
  update billing.archive set state = 'ready', made = $4, size = $5, ended_at = $6
  where account_id = $1 and test = $2 and id = $3`;
const FAIL = sql`
  update billing.archive set state = 'failed', failure = $4, ended_at = $5
  where account_id = $1 and test = $2 and id = $3`;
const DELETE = sql`delete from billing.archive where account_id = $1 and test = $2 and id = $3`;
const PART = sql`
  select f.sha256, f.bytes from billing.archive a
  join billing.archive_part p on p.account_id = $1 and p.archive_id = a.id and p.attempt = a.attempt and p.number = $4
  join billing.file f on f.account_id = $1 and f.sha256 = p.sha256
  where a.account_id = $1 and a.test = $2 and a.id = $3 and a.state = 'ready'`;
// The function finds the entries with an index, which row-level security would prevent.
const RECORD = sql`
  select seq, (link::json ->> 'at')::bigint as at, link::json ->> 'sha256' as sha256 from billing.chain_link
  where account_id = $1 and test = $2 and link like '%"type":"archive_made"%'
    and (test, seq) in (select about.test, about.seq from billing.links_about(array[$3]) about)
  order by seq limit 1`;

export const insertArchive = (tx: Tx, archive: Pick<Archive, 'id' | 'from' | 'to' | 'actor' | 'createdAt'>): void =>
  tx.write(INSERT, [
    ...[tx.accountId, archive.id, tx.test, archive.from, archive.to, archive.actor, archive.createdAt],
  ]);

/** Whether the caller's mode has room for another archive. Take a turn first. */
export async function hasRoomForArchive(tx: Tx): Promise<boolean> {
  const [row] = await tx.read<{ there: number }>(COUNT, [tx.accountId, tx.test]);
  return (row?.there ?? 0) < ARCHIVES_MAX;
}

/** An archive of the caller's mode. */
export async function findArchive(tx: Tx, id: string): Promise<Archive | undefined> {
  const [row] = await tx.read<Row>(FIND, [tx.accountId, tx.test, id]);
  return row && archiveFrom(row);
}

/** The same, locked until the transaction ends. */
export async function lockArchive(tx: Tx, id: string): Promise<Archive | undefined> {
  const [row] = await tx.read<Row>(LOCK, [tx.accountId, tx.test, id]);
  return row && archiveFrom(row);
}

/** Begins an attempt to write the file of a locked archive, and drops the parts of earlier ones. */
export function beginArchive(tx: Tx, id: string, attempt: number): void {
  tx.write(BEGIN, [tx.accountId, tx.test, id, attempt]);
  tx.write(DROP_PARTS, [tx.accountId, id, attempt]);
}

/**
 * Locks an archive if this attempt still writes it: it may have been deleted, or taken over by
 * another process.
 */
export const isArchiveAttempt = async (tx: Tx, id: string, attempt: number): Promise<boolean> =>
  (await tx.read(UNDER_WAY, [tx.accountId, tx.test, id, attempt])).length > 0;

/** Adds a part of the file; its bytes are stored in the same transaction. */
export const addArchivePart = (tx: Tx, id: string, part: { attempt: number; number: number; sha256: Buffer }): void =>
  tx.write(ADD_PART, [tx.accountId, id, tx.test, part.attempt, part.number, part.sha256]);

export const completeArchive = (
  tx: Tx,
  id: string,
  { made, size, now }: { made: ArchiveContents; size: number; now: number },
): void => tx.write(READY, [tx.accountId, tx.test, id, JSON.stringify(made), size, now]);

/** Gives a locked archive up, and drops its parts. */
export function failArchive(tx: Tx, id: string, { failure, now }: { failure: ArchiveFailure; now: number }): void {
  tx.write(FAIL, [tx.accountId, tx.test, id, failure, now]);
  tx.write(DROP_PARTS, [tx.accountId, id, NO_ATTEMPT]);
}

/** No attempt has this number, so all parts are dropped. */
const NO_ATTEMPT = -1;

/** Deletes an archive and its parts; the bytes go when nothing refers to them. */
export const deleteArchiveRow = (tx: Tx, id: string): void => tx.write(DELETE, [tx.accountId, tx.test, id]);

/** A part of the file of a finished archive; undefined after the last. */
export async function archivePart(tx: Tx, id: string, number: number): Promise<KeptFile | undefined> {
  const [row] = await tx.read<KeptFile>(PART, [tx.accountId, tx.test, id, number]);
  return row;
}

/** The entry of the audit trail of the caller's mode that records an archive. */
export async function recordOfArchive(
  tx: Tx,
  id: string,
): Promise<{ seq: number; at: number; sha256: string } | undefined> {
  const [row] = await tx.read<{ seq: number; at: number; sha256: string }>(RECORD, [tx.accountId, tx.test, id]);
  return row;
}

export type ArchiveCursor = ListCursor<'createdAt'>;

/** A page of archives of the caller's mode, newest first. */
export async function listArchivesOf(
  tx: Tx,
  { page, limit, place }: { page: number; limit: number; place?: ArchiveCursor | undefined },
): Promise<{ archives: Archive[]; total: number; next?: ArchiveCursor }> {
  const narrowed = narrowing(tx);
  narrowed.where('a.account_id = $1');
  narrowed.where(`a.test = ${narrowed.given(tx.test)}`);
  const { rows, total, next } = await readKeysetPage(
    tx,
    { by: 'createdAt', direction: 'DESC', limit, page, place },
    { columns: COLUMNS, from: 'billing.archive a', alias: 'a', key: 'a.created_at', narrowed },
  );
  return { archives: rows.map(archiveFrom), total, ...(next && { next }) };
}

const archiveFrom = (row: Row): Archive => ({
  ...{ id: row.id, test: row.test, from: row.from_day, to: row.to_day, actor: row.actor, state: row.state },
  createdAt: row.created_at,
  ...(row.ended_at !== null && { endedAt: row.ended_at }),
  ...(row.failure !== null && { failure: row.failure }),
  ...(row.made !== null && { made: JSON.parse(row.made) as ArchiveContents, size: row.size }),
});

import { ARCHIVES_MAX, type Archive, type ArchiveContents, type ArchiveFailure } from '../../domain/account/archive.ts';
import { type ListCursor, narrowing, readKeysetPage } from '../keyset-page.ts';
import { type Row, sql, type Tx } from '../transaction.ts';
import { filesInParts, statementsOfParts } from './files-in-parts.ts';

const COLUMNS = `a.id, a.test, a.from_day, a.to_day, a.actor, a.state, a.failure, a.made, a.size, a.created_at, a.ended_at`;
const INSERT = sql`
  insert into billing.archive (account_id, id, test, from_day, to_day, actor, state, created_at)
  values ($1, $2, $3, $4, $5, $6, 'waiting', $7)`;
const FIND = sql`select ${COLUMNS} from billing.archive a where a.account_id = $1 and a.test = $2 and a.id = $3`;
const LOCK = sql`
  select ${COLUMNS} from billing.archive a where a.account_id = $1 and a.test = $2 and a.id = $3 for update`;
const file = filesInParts<ArchiveContents, ArchiveFailure>(statementsOfParts({ table: 'archive', key: 'archive_id' }));
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
export const hasRoomForArchive = async (tx: Tx): Promise<boolean> => (await file.count(tx)) < ARCHIVES_MAX;

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

export const {
  begin: beginArchive,
  isAttempt: isArchiveAttempt,
  addPart: addArchivePart,
  complete: completeArchive,
  fail: failArchive,
  drop: deleteArchiveRow,
  part: archivePart,
} = file;

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

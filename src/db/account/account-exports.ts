import {
  ACCOUNT_EXPORTS_MAX,
  type AccountExport,
  type AccountExportContents,
  type AccountExportFailure,
} from '../../domain/account/account-export.ts';
import type { KeptFile } from '../billing/stored-files.ts';
import { type ListCursor, narrowing, readKeysetPage } from '../keyset-page.ts';
import { type Row, sql, type Tx } from '../transaction.ts';

const COLUMNS = `a.id, a.test, a.actor, a.state, a.failure, a.made, a.size, a.created_at, a.ended_at`;
const INSERT = sql`
  insert into billing.account_export (account_id, id, test, actor, state, created_at)
  values ($1, $2, $3, $4, 'waiting', $5)`;
const COUNT = sql`select count(*)::int as there from billing.account_export where account_id = $1 and test = $2`;
const FIND = sql`select ${COLUMNS} from billing.account_export a where a.account_id = $1 and a.test = $2 and a.id = $3`;
const LOCK = sql`
  select ${COLUMNS} from billing.account_export a where a.account_id = $1 and a.test = $2 and a.id = $3 for update`;
const BEGIN = sql`
  update billing.account_export set state = 'under_way', attempt = $4 where account_id = $1 and test = $2 and id = $3`;
const DROP_PARTS = sql`delete from billing.account_export_part where account_id = $1 and export_id = $2 and attempt <> $3`;
const UNDER_WAY = sql`
  select 1 as mine from billing.account_export
  where account_id = $1 and test = $2 and id = $3 and attempt = $4 and state = 'under_way' for update`;
const ADD_PART = sql`
  insert into billing.account_export_part (account_id, export_id, test, attempt, number, sha256) values ($1, $2, $3, $4, $5, $6)`;
const READY = sql`
  update billing.account_export set state = 'ready', made = $4, size = $5, ended_at = $6
  where account_id = $1 and test = $2 and id = $3`;
const FAIL = sql`
  update billing.account_export set state = 'failed', failure = $4, ended_at = $5
  where account_id = $1 and test = $2 and id = $3`;
const DELETE = sql`delete from billing.account_export where account_id = $1 and test = $2 and id = $3`;
const PART = sql`
  select f.sha256, f.bytes from billing.account_export a
  join billing.account_export_part p on p.account_id = $1 and p.export_id = a.id and p.attempt = a.attempt and p.number = $4
  join billing.file f on f.account_id = $1 and f.sha256 = p.sha256
  where a.account_id = $1 and a.test = $2 and a.id = $3 and a.state = 'ready'`;

export const insertAccountExport = (tx: Tx, exported: Pick<AccountExport, 'id' | 'actor' | 'createdAt'>): void =>
  tx.write(INSERT, [tx.accountId, exported.id, tx.test, exported.actor, exported.createdAt]);

/** Whether the caller's mode has room for another export. Take a turn first. */
export async function hasRoomForAccountExport(tx: Tx): Promise<boolean> {
  const [row] = await tx.read<{ there: number }>(COUNT, [tx.accountId, tx.test]);
  return (row?.there ?? 0) < ACCOUNT_EXPORTS_MAX;
}

/** An export of the caller's mode. */
export async function findAccountExport(tx: Tx, id: string): Promise<AccountExport | undefined> {
  const [row] = await tx.read<Row>(FIND, [tx.accountId, tx.test, id]);
  return row && accountExportFrom(row);
}

/** The same, locked until the transaction ends. */
export async function lockAccountExport(tx: Tx, id: string): Promise<AccountExport | undefined> {
  const [row] = await tx.read<Row>(LOCK, [tx.accountId, tx.test, id]);
  return row && accountExportFrom(row);
}

/** Begins an attempt to write the file of a locked export, and drops the parts of earlier ones. */
export function beginAccountExport(tx: Tx, id: string, attempt: number): void {
  tx.write(BEGIN, [tx.accountId, tx.test, id, attempt]);
  tx.write(DROP_PARTS, [tx.accountId, id, attempt]);
}

/**
 * Locks an export if this attempt still writes it: it may have been deleted, or taken over by
 * another process.
 */
export const isAccountExportAttempt = async (tx: Tx, id: string, attempt: number): Promise<boolean> =>
  (await tx.read(UNDER_WAY, [tx.accountId, tx.test, id, attempt])).length > 0;

/** Adds a part of the file; its bytes are stored in the same transaction. */
export const addAccountExportPart = (
  tx: Tx,
  id: string,
  part: { attempt: number; number: number; sha256: Buffer },
): void => tx.write(ADD_PART, [tx.accountId, id, tx.test, part.attempt, part.number, part.sha256]);

export const completeAccountExport = (
  tx: Tx,
  id: string,
  { made, size, now }: { made: AccountExportContents; size: number; now: number },
): void => tx.write(READY, [tx.accountId, tx.test, id, JSON.stringify(made), size, now]);

/** Gives a locked export up, and drops its parts. */
export function failAccountExport(
  tx: Tx,
  id: string,
  { failure, now }: { failure: AccountExportFailure; now: number },
): void {
  tx.write(FAIL, [tx.accountId, tx.test, id, failure, now]);
  tx.write(DROP_PARTS, [tx.accountId, id, NO_ATTEMPT]);
}

/** No attempt has this number, so all parts are dropped. */
const NO_ATTEMPT = -1;

/** Deletes an export and its parts; the bytes go when nothing refers to them. */
export const deleteAccountExportRow = (tx: Tx, id: string): void => tx.write(DELETE, [tx.accountId, tx.test, id]);

/** A part of the file of a finished export; undefined after the last. */
export async function accountExportPart(tx: Tx, id: string, number: number): Promise<KeptFile | undefined> {
  const [row] = await tx.read<KeptFile>(PART, [tx.accountId, tx.test, id, number]);
  return row;
}

export type AccountExportCursor = ListCursor<'createdAt'>;

/** A page of exports of the caller's mode, newest first. */
export async function listAccountExportsOf(
  tx: Tx,
  { page, limit, place }: { page: number; limit: number; place?: AccountExportCursor | undefined },
): Promise<{ exports: AccountExport[]; total: number; next?: AccountExportCursor }> {
  const narrowed = narrowing(tx);
  narrowed.where('a.account_id = $1');
  narrowed.where(`a.test = ${narrowed.given(tx.test)}`);
  const { rows, total, next } = await readKeysetPage(
    tx,
    { by: 'createdAt', direction: 'DESC', limit, page, place },
    { columns: COLUMNS, from: 'billing.account_export a', alias: 'a', key: 'a.created_at', narrowed },
  );
  return { exports: rows.map(accountExportFrom), total, ...(next && { next }) };
}

const accountExportFrom = (row: Row): AccountExport => ({
  ...{ id: row.id, test: row.test, actor: row.actor, state: row.state },
  createdAt: row.created_at,
  ...(row.ended_at !== null && { endedAt: row.ended_at }),
  ...(row.failure !== null && { failure: row.failure }),
  ...(row.made !== null && { made: JSON.parse(row.made) as AccountExportContents, size: row.size }),
});

import {
  ACCOUNT_EXPORTS_MAX,
  type AccountExport,
  type AccountExportContents,
  type AccountExportFailure,
} from '../../domain/account/account-export.ts';
import { type ListCursor, narrowing, readKeysetPage } from '../keyset-page.ts';
import { type Row, sql, type Tx } from '../transaction.ts';
import { filesInParts, statementsOfParts } from './files-in-parts.ts';

const COLUMNS = `a.id, a.test, a.actor, a.state, a.failure, a.made, a.size, a.created_at, a.ended_at`;
const INSERT = sql`
  insert into billing.account_export (account_id, id, test, actor, state, created_at)
  values ($1, $2, $3, $4, 'waiting', $5)`;
const FIND = sql`select ${COLUMNS} from billing.account_export a where a.account_id = $1 and a.test = $2 and a.id = $3`;
const LOCK = sql`
  select ${COLUMNS} from billing.account_export a where a.account_id = $1 and a.test = $2 and a.id = $3 for update`;
const file = filesInParts<AccountExportContents, AccountExportFailure>(
  statementsOfParts({ table: 'account_export', key: 'export_id' }),
);

export const insertAccountExport = (tx: Tx, exported: Pick<AccountExport, 'id' | 'actor' | 'createdAt'>): void =>
  tx.write(INSERT, [tx.accountId, exported.id, tx.test, exported.actor, exported.createdAt]);

/** Whether the caller's mode has room for another export. Take a turn first. */
export const hasRoomForAccountExport = async (tx: Tx): Promise<boolean> => (await file.count(tx)) < ACCOUNT_EXPORTS_MAX;

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

export const {
  begin: beginAccountExport,
  isAttempt: isAccountExportAttempt,
  addPart: addAccountExportPart,
  complete: completeAccountExport,
  fail: failAccountExport,
  drop: deleteAccountExportRow,
  part: accountExportPart,
} = file;

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

import type { ReadImportFile } from '../../../domain/billing/past/foreign-document.ts';
import type { Import, ImportResult, ImportState } from '../../../domain/billing/past/import-state.ts';
import type { FileChoices } from '../../../domain/billing/past/plan-import.ts';
import { toColumns } from '../../rows-to-columns.ts';
import { type Row, sql, type Tx } from '../../transaction.ts';

/** What was read in a file, or why it cannot be read. */
export type FileReading = ReadImportFile | { readonly fault: string };
export type StoredImportFile = {
  readonly id: string;
  readonly name: string;
  readonly size: number;
  /** Hexadecimal. */
  readonly sha256: string;
  readonly reading: FileReading;
  readonly choices: FileChoices;
};

const INSERT = sql`
  insert into billing.import (account_id, id, test, state, created_at) values ($1, $2, $3, 'open', $4)`;
const COLUMNS = `i.id, i.state, i.result, i.created_at, i.done_at, i.undone_at, (
    select count(*) from billing.import_file f where f.account_id = $1 and f.import_id = i.id)::int as files`;
const FIND = sql`select ${COLUMNS} from billing.import i where i.account_id = $1 and i.test = $2 and i.id = $3`;
const LOCK = sql`
  select ${COLUMNS} from billing.import i where i.account_id = $1 and i.test = $2 and i.id = $3 for no key update of i`;
const PAGE = sql`
  select ${COLUMNS} from billing.import i
  where i.account_id = $1 and i.test = $2 and ($3::bigint is null or (i.created_at::bigint, i.id) < ($3::bigint, $4::uuid))
  order by i.created_at desc, i.id desc limit $5`;

export const insertImport = (tx: Tx, id: string, at: number): void => tx.write(INSERT, [tx.accountId, id, tx.test, at]);

/** An import of the caller’s mode. */
export async function findImport(tx: Tx, id: string): Promise<Import | undefined> {
  const [row] = await tx.read(FIND, [tx.accountId, tx.test, id]);
  return row && importFrom(row);
}

/** The same, until the end of the transaction for the caller alone. */
export async function lockImport(tx: Tx, id: string): Promise<Import | undefined> {
  const [row] = await tx.read(LOCK, [tx.accountId, tx.test, id]);
  return row && importFrom(row);
}

/** Imports from the newest on, after a place. */
export const importsAfter = async (
  tx: Tx,
  place: { readonly at: number; readonly id: string } | undefined,
  limit: number,
): Promise<Import[]> =>
  (await tx.read(PAGE, [tx.accountId, tx.test, place?.at ?? null, place?.id ?? null, limit])).map(importFrom);

const importFrom = (row: Row): Import => ({
  ...{ id: row.id, state: row.state as ImportState, files: row.files, createdAt: row.created_at },
  ...(row.result !== null && { result: JSON.parse(row.result) as ImportResult }),
  ...(row.done_at !== null && { doneAt: row.done_at }),
  ...(row.undone_at !== null && { undoneAt: row.undone_at }),
});

const DONE = sql`
  update billing.import i set state = 'done', result = $3, done_at = $4 where i.account_id = $1 and i.id = $2`;
const UNDONE = sql`
  update billing.import i set state = 'undone', undone_at = $3 where i.account_id = $1 and i.id = $2`;
export const markDone = (tx: Tx, id: string, result: ImportResult, at: number): void =>
  tx.write(DONE, [tx.accountId, id, JSON.stringify(result), at]);
export const markUndone = (tx: Tx, id: string, at: number): void => tx.write(UNDONE, [tx.accountId, id, at]);

const INSERT_FILES = sql`
  insert into billing.import_file (account_id, id, import_id, test, name, size, sha256, reading, created_at)
  select a.account_id, n.id, $2, $3, n.name, n.size, decode(n.sha256, 'hex'), n.reading, $4
  from billing.account a, unnest($5::uuid[], $6::text[], $7::int[], $8::text[], $9::text[])
    as n (id, name, size, sha256, reading)
  where a.account_id = $1
  on conflict (account_id, import_id, sha256) do nothing`;
/** Adds files to an open import. A file that it has already stays as it is. */
export function insertImportFiles(
  tx: Tx,
  importId: string,
  files: readonly Omit<StoredImportFile, 'choices'>[],
  at: number,
): void {
  if (files.length === 0) return;
  const rows = files.map(({ id, name, size, sha256, reading }) => [id, name, size, sha256, JSON.stringify(reading)]);
  tx.write(INSERT_FILES, [tx.accountId, importId, tx.test, at, ...toColumns(rows)]);
}

const FILES = sql`
  select f.id, f.name, f.size, encode(f.sha256, 'hex') as sha256, f.reading, f.choices
  from billing.import_file f where f.account_id = $1 and f.import_id = $2 order by f.created_at, f.id`;
/** The files of an import in the order of their arrival. */
export const filesOfImport = async (tx: Tx, importId: string): Promise<StoredImportFile[]> =>
  (await tx.read(FILES, [tx.accountId, importId])).map((row) => ({
    ...{ id: row.id, name: row.name, size: row.size, sha256: row.sha256 },
    reading: JSON.parse(row.reading) as FileReading,
    choices: row.choices === null ? {} : (JSON.parse(row.choices) as FileChoices),
  }));

const CHOOSE = sql`
  update billing.import_file f set choices = $4 where f.account_id = $1 and f.import_id = $2 and f.id = $3`;
export const storeChoices = (tx: Tx, importId: string, fileId: string, choices: FileChoices): void =>
  tx.write(CHOOSE, [tx.accountId, importId, fileId, JSON.stringify(choices)]);

const BYTES = sql`
  select f.sha256, f.bytes from billing.import_file i
  join billing.file f on f.account_id = $1 and f.sha256 = i.sha256
  where i.account_id = $1 and i.import_id = $2 and i.id = $3`;
/** The stored bytes of a file of an import. */
export async function importedBytes(
  tx: Tx,
  importId: string,
  fileId: string,
): Promise<{ sha256: Buffer; bytes: Buffer | null } | undefined> {
  const [row] = await tx.read<{ sha256: Buffer; bytes: Buffer | null }>(BYTES, [tx.accountId, importId, fileId]);
  return row;
}

const INSERT_RECORDS = sql`
  insert into billing.import_record (account_id, import_id, test, kind, record_id)
  select a.account_id, $2, $3, $4, n.id from billing.account a, unnest($5::uuid[]) as n (id) where a.account_id = $1`;
/** Remembers which customers or products an import created, so that it can be undone. */
export const insertImportRecords = (
  tx: Tx,
  importId: string,
  kind: 'customer' | 'product',
  ids: readonly string[],
): void => {
  if (ids.length > 0) tx.write(INSERT_RECORDS, [tx.accountId, importId, tx.test, kind, ids]);
};

// A customer or product in use stays. A company follows its contacts.
const DELETE_CUSTOMERS = sql`
  delete from billing.customer c using billing.import_record r
  where c.account_id = $1 and r.account_id = $1 and r.import_id = $2 and r.kind = 'customer' and r.record_id = c.id
    and c.kind = $3
    and not exists (select from billing.document d where d.account_id = $1 and d.customer_id = c.id)
    and not exists (select from billing.past_document o where o.account_id = $1 and o.customer_id = c.id)
    and not exists (select from billing.project p where p.account_id = $1 and p.customer_id = c.id)
    and not exists (select from billing.task t where t.account_id = $1 and t.customer_id = c.id)
    and not exists (select from billing.trip t where t.account_id = $1 and t.customer_id = c.id)
    and not exists (select from billing.customer o where o.account_id = $1 and o.organization_id = c.id)
  returning c.id`;
const DELETE_PRODUCTS = sql`
  delete from billing.product p using billing.import_record r
  where p.account_id = $1 and r.account_id = $1 and r.import_id = $2 and r.kind = 'product' and r.record_id = p.id
    and not exists (select from billing.stock_move m where m.account_id = $1 and m.product_id = p.id)
  returning p.id`;
const COUNT_RECORDS = sql`
  select count(*)::int as total from billing.import_record r where r.account_id = $1 and r.import_id = $2`;

/** Deletes what an import created and nothing else uses; returns how many records stay. */
export async function deleteImportedRecords(tx: Tx, importId: string): Promise<number> {
  const [all] = await tx.read<{ total: number }>(COUNT_RECORDS, [tx.accountId, importId]);
  const contacts = await tx.read(DELETE_CUSTOMERS, [tx.accountId, importId, 'contact']);
  const organizations = await tx.read(DELETE_CUSTOMERS, [tx.accountId, importId, 'organization']);
  const products = await tx.read(DELETE_PRODUCTS, [tx.accountId, importId]);
  return (all?.total ?? 0) - contacts.length - organizations.length - products.length;
}

const DELETE_FILES = sql`
  delete from billing.import_file f using billing.import i
  where f.account_id = $1 and i.account_id = $1 and i.id = f.import_id and i.test = $2 and i.state = 'open'
    and (i.id = $3 or i.created_at < $4)`;
const DELETE_OPEN = sql`
  delete from billing.import i where i.account_id = $1 and i.test = $2 and i.state = 'open' and (i.id = $3 or i.created_at < $4)`;

/** Deletes an open import, and those begun before a time (Unix seconds) that were never done. */
export function deleteOpenImports(tx: Tx, { id, before }: { id?: string; before: number }): void {
  const values = [tx.accountId, tx.test, id ?? null, before];
  tx.write(DELETE_FILES, values);
  tx.write(DELETE_OPEN, values);
}
const COUNT_OPEN = sql`
  select count(*)::int as total from billing.import i where i.account_id = $1 and i.test = $2 and i.state = 'open'`;
export const countOpenImports = async (tx: Tx): Promise<number> =>
  (await tx.read<{ total: number }>(COUNT_OPEN, [tx.accountId, tx.test]))[0]?.total ?? 0;

import { addDigest } from '../../audit/pending-digests.ts';
import { KEY_COLUMNS, keyDigest } from '../../audit/row-digests.ts';
import { type Row, sql, type Tx } from '../../transaction.ts';
import type { ExportedTable } from './exported-tables.ts';

/** Columns of which a restored row has another value, as SQL of the staged row (`s`). */
const restoredValues: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  // Keys of another installation are known to programs that this one never let in.
  api_key: {
    secret_sha256: "sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8'))",
    revoked_at: 'coalesce(s.revoked_at, extract(epoch from now())::bigint)',
  },
  // The certificate stays, so that signed files can be verified; a new one signs the next.
  account_seal: { locked_key: "''" },
  endpoint: { active: 'false' },
  job: { ready: 'false' },
  // The old installation sends what waited there.
  mail: { state: "case when s.state = 'waiting' then 'given_up' else s.state end", next_at: 'null' },
};

/** Written apart: the account, its people, and the files with their bytes. */
const WRITTEN_APART: ReadonlySet<string> = new Set(['account', 'file']);

const UNLIMITED = sql`set local statement_timeout = 0`;
// Others wait for these locks too, so the restore does not wait for them long.
const LOCK_WAIT = sql`set local lock_timeout = '20s'`;

/** Prepares a transaction of the tables’ owner that restores the account of its scope. */
export function beginRestore(tx: Tx): void {
  tx.write(UNLIMITED);
  tx.write(LOCK_WAIT);
}

const EXISTS = sql`select 1 as there from billing.account where account_id = $1`;
const INSERT_ACCOUNT = sql`
  insert into billing.account (account_id, settings, version, created_at) values ($1, $2, $3, $4)`;

/** Whether the account of the transaction exists. */
export const isAccountThere = async (tx: Tx): Promise<boolean> => (await tx.read(EXISTS, [tx.accountId])).length > 0;

export const insertRestoredAccount = (
  tx: Tx,
  account: { settings: string; version: number; createdAt: number },
): void => tx.write(INSERT_ACCOUNT, [tx.accountId, account.settings, account.version, account.createdAt]);

/** A staging table for the rows of a table, of columns that an export has. */
export type StagedTable = { readonly table: ExportedTable; readonly columns: readonly string[] };

/** Creates the staging table of a table, which vanishes with the transaction. */
export async function stage(tx: Tx, { table, columns }: StagedTable): Promise<void> {
  await tx.read({
    text: `create temp table ${stagedName(table)} on commit drop as
      select ${columns.map((column) => `t.${column}`).join(', ')} from billing.${table.name} t with no data`,
  });
}

/** Adds rows, as JSON texts, to a staging table. */
export async function addStagedRows(tx: Tx, { table }: StagedTable, texts: readonly string[]): Promise<void> {
  const name = stagedName(table);
  await tx.read({ text: `insert into ${name} select * from json_populate_recordset(null::${name}, $1::json)` }, [
    `[${texts.join(',')}]`,
  ]);
}

/** Whether a staged row belongs to another account. */
export async function hasForeignRow(tx: Tx, { table }: StagedTable): Promise<boolean> {
  const text = `select 1 as there from ${stagedName(table)} s where s.account_id is distinct from $1::uuid limit 1`;
  return (await tx.read({ text }, [tx.accountId])).length > 0;
}

/** Members whose address belongs to another person here are that person. */
export async function replaceStagedPeople(tx: Tx, persons: ReadonlyMap<string, string>): Promise<void> {
  for (const [before, after] of persons)
    await tx.read({ text: 'update pg_temp.restored_membership set person_id = $2 where person_id = $1' }, [
      ...[before, after],
    ]);
}

const stagedName = ({ name }: ExportedTable): string => `pg_temp.restored_${name}`;

const FOREIGN_KEYS = sql`
  select distinct c.relname as child, p.relname as parent from pg_constraint f
  join pg_class c on c.oid = f.conrelid join pg_class p on p.oid = f.confrelid
  where f.contype = 'f' and c.relnamespace = 'billing'::regnamespace and f.conrelid <> f.confrelid`;

/**
 * Writes all staged rows at once: triggers that keep rows as they were recorded, number them or
 * count them are off until all are there, because every row passed them before. Foreign keys and
 * checks stay on. Other accounts wait meanwhile, for some seconds at most.
 */
export async function writeStagedRows(tx: Tx, staged: readonly StagedTable[]): Promise<void> {
  const keys = (await tx.read(FOREIGN_KEYS)) as { child: string; parent: string }[];
  const order = parentsFirst(
    staged.filter(({ table }) => !WRITTEN_APART.has(table.name)),
    keys,
  );
  await tx.read({ text: `do $do$ begin ${triggers(order, 'disable')} end $do$` });
  for (const each of order) await tx.read({ text: insertOf(each) });
  await tx.read({ text: 'set constraints all immediate' });
  await tx.read({ text: `do $do$ begin ${triggers(order, 'enable')} end $do$` });
}

const triggers = (staged: readonly StagedTable[], what: 'disable' | 'enable'): string =>
  staged.map(({ table }) => `alter table billing.${table.name} ${what} trigger user;`).join(' ');

function insertOf({ table, columns }: StagedTable): string {
  const others = restoredValues[table.name] ?? {};
  const generated = new Set(table.columns.flatMap(({ name, isGenerated }) => (isGenerated ? name : [])));
  const values = new Map(columns.filter((name) => !generated.has(name)).map((name) => [name, `s.${name}`]));
  for (const [name, value] of Object.entries(others)) values.set(name, value);
  return `insert into billing.${table.name} (${[...values.keys()].join(', ')})
    select ${[...values.values()].join(', ')} from ${stagedName(table)} s`;
}

/** Tables in an order in which each comes after those its foreign keys lead to. */
function parentsFirst(
  staged: readonly StagedTable[],
  keys: readonly { child: string; parent: string }[],
): StagedTable[] {
  const left = new Map(staged.map((each) => [each.table.name, each]));
  const ordered: StagedTable[] = [];
  while (left.size > 0) {
    const free = [...left.values()].filter(
      ({ table }) => !keys.some(({ child, parent }) => child === table.name && left.has(parent)),
    );
    if (free.length === 0) throw new Error(`foreign keys form a circle: ${[...left.keys()].join(', ')}`);
    for (const each of free) left.delete(each.table.name);
    ordered.push(...free);
  }
  return ordered;
}

const KEYS = sql`select ${KEY_COLUMNS} from billing.api_key k where k.account_id = $1 order by k.id`;
const SIGNING_KEYS = sql`select distinct key_id as "keyId" from billing.chain_link where account_id = $1`;

/** Restored API keys ended with the restore: the next entry of the audit chain says so. */
export async function addKeyDigests(tx: Tx): Promise<void> {
  for (const row of await tx.read<Row>(KEYS, [tx.accountId]))
    addDigest(tx.standing, 'api_key', row.id, () => keyDigest(row));
}

/** Ids of the keys that signed the chains of the account. */
export const signingKeysOf = async (tx: Tx): Promise<string[]> =>
  (await tx.read<{ keyId: string }>(SIGNING_KEYS, [tx.accountId])).map(({ keyId }) => keyId);

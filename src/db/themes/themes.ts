import type { Kind } from '../../domain/billing/document/kind.ts';
import { type Row, sql, type Tx } from '../transaction.ts';

/** A stored theme; its design is opaque to the database layer. */
export type KeptTheme<Design> = {
  readonly id: string;
  readonly design: Design;
  readonly createdAt: number;
  readonly updatedAt: number;
};

/** The theme of each document kind: an ID of the account, or the name of a built-in theme. */
export type ThemeDefaults = Readonly<Partial<Record<Kind, string>>>;

const COLUMNS = 'id, content, created_at, updated_at';

const LOCK_ACCOUNT = sql`select from billing.account where account_id = $1 for no key update`;
const LIST = sql`select ${COLUMNS} from billing.theme where account_id = $1 order by id`;
const FIND = sql`select ${COLUMNS} from billing.theme where account_id = $1 and id = $2`;
const COUNT = sql`select count(*)::int as count from billing.theme where account_id = $1`;
const INSERT = sql`
  insert into billing.theme (account_id, id, content, created_at, updated_at) values ($1, $2, $3, $4, $5)`;
const UPDATE = sql`update billing.theme set content = $3, updated_at = $4 where account_id = $1 and id = $2`;
const DELETE = sql`delete from billing.theme where account_id = $1 and id = $2`;
const DEFAULTS = sql`select kind, theme from billing.theme_default where account_id = $1`;
const ASSIGN = sql`
  insert into billing.theme_default (account_id, kind, theme) values ($1, $2, $3)
  on conflict (account_id, kind) do update set theme = excluded.theme`;
const UNASSIGN = sql`delete from billing.theme_default where account_id = $1 and kind = $2`;
const UNASSIGN_THEME = sql`delete from billing.theme_default where account_id = $1 and theme = $2`;

/** Locks the account's themes until the transaction ends, to serialize changes. */
export const lockThemes = (tx: Tx): void => tx.write(LOCK_ACCOUNT, [tx.accountId]);

/** The account's own themes, oldest first. */
export const listThemes = async <Design>(tx: Tx): Promise<KeptTheme<Design>[]> =>
  (await tx.read(LIST, [tx.accountId])).map(themeFrom<Design>);

/** One of the account's own themes. `id` must be a UUID. */
export async function findTheme<Design>(tx: Tx, id: string): Promise<KeptTheme<Design> | undefined> {
  const [row] = await tx.read(FIND, [tx.accountId, id]);
  return row && themeFrom<Design>(row);
}

export async function countThemes(tx: Tx): Promise<number> {
  const [row] = await tx.read<{ count: number }>(COUNT, [tx.accountId]);
  return row?.count ?? 0;
}

export const insertTheme = (tx: Tx, { id, design, createdAt, updatedAt }: KeptTheme<unknown>): void =>
  tx.write(INSERT, [tx.accountId, id, JSON.stringify(design), createdAt, updatedAt]);

/** Updates a theme; the themes must be locked. */
export const updateTheme = (tx: Tx, { id, design, updatedAt }: KeptTheme<unknown>): void =>
  tx.write(UPDATE, [tx.accountId, id, JSON.stringify(design), updatedAt]);

/** Deletes a theme; kinds that used it have none afterwards. */
export function deleteTheme(tx: Tx, id: string): void {
  tx.write(UNASSIGN_THEME, [tx.accountId, id]);
  tx.write(DELETE, [tx.accountId, id]);
}

export const themeDefaults = async (tx: Tx): Promise<ThemeDefaults> =>
  Object.fromEntries((await tx.read(DEFAULTS, [tx.accountId])).map(({ kind, theme }) => [kind, theme]));

/** Sets or clears the theme of a document kind. */
export const assignTheme = (tx: Tx, kind: Kind, theme: string | null): void =>
  theme === null ? tx.write(UNASSIGN, [tx.accountId, kind]) : tx.write(ASSIGN, [tx.accountId, kind, theme]);

const themeFrom = <Design>(row: Row): KeptTheme<Design> => ({
  id: row.id,
  design: JSON.parse(row.content),
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

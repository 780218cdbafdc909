import type pg from 'pg';
import type { AccountSettings } from '../../domain/account/settings.ts';
import type { Row } from '../transaction.ts';
import { settingsFrom } from './settings.ts';

export type Account = { id: string; settings: AccountSettings; createdAt: number };

/** Accounts read per batch; bounds the memory. */
const ACCOUNTS_AT_ONCE = 500;
/** Sorts before every account. */
const ZERO_UUID = '00000000-0000-0000-0000-000000000000';

type Owner = Pick<pg.Pool, 'query'>;

/**
 * All accounts in the order of their IDs, which is the order of creation, in batches. `owner` has
 * the table owner's role: no other role reads across accounts. An account created meanwhile may or
 * may not be included.
 */
export const allAccounts = (owner: Owner): AsyncGenerator<Account> =>
  paged(owner, 'select account_id, settings, created_at from billing.accounts_after($1, $2)');

/** The accounts that may get the last hash of their audit chains by mail; can include others. */
export const accountsMailedHeads = (owner: Owner): AsyncGenerator<Account> =>
  paged(owner, 'select account_id, settings, created_at from billing.accounts_mailed_heads($1, $2)');

/** The IDs of all accounts, in order, in batches. */
export async function* allAccountIds(owner: Owner): AsyncGenerator<string> {
  for await (const { id } of allAccounts(owner)) yield id;
}

/** The first accounts that are not samples, in ID order, at most `most`. */
export async function realAccounts(owner: Owner, most: number): Promise<Account[]> {
  const { rows } = await owner.query('select account_id, settings, created_at from billing.accounts_of_business($1)', [
    most,
  ]);
  return rows.map(accountFrom);
}

/** Which of these accounts exist. */
export async function existingAccounts(owner: Owner, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await owner.query('select id from billing.accounts_there($1) id', [
    ids.filter((id) => UUID.test(id)),
  ]);
  return new Set(rows.map(({ id }) => id));
}

/** The number of accounts. */
export async function countAccounts(owner: Owner): Promise<number> {
  const { rows } = await owner.query('select billing.accounts_counted() as count');
  return Number(rows[0].count);
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

async function* paged(owner: Owner, text: string): AsyncGenerator<Account> {
  for (let past: string | undefined = ZERO_UUID; past !== undefined; ) {
    const { rows }: { rows: Row[] } = await owner.query(text, [past, ACCOUNTS_AT_ONCE]);
    for (const row of rows) yield accountFrom(row);
    past = rows.length < ACCOUNTS_AT_ONCE ? undefined : rows.at(-1)?.account_id;
  }
}

const accountFrom = (row: Row): Account => ({
  id: row.account_id,
  settings: settingsFrom(row.settings),
  createdAt: row.created_at,
});

import type pg from 'pg';
import { type AccountSettings, freshSettings } from '../domain/account/settings.ts';
import { genesis } from '../seal/chain-link.ts';
import { settingsFrom } from './settings.ts';
import { inTransaction, sql, type Tx } from './transaction.ts';

const INSERT = sql`insert into billing.account (account_id, settings, created_at) values ($1, $2, $3)`;
const OPEN_BOARD = sql`select billing.open_board($1, $2)`;
const OPEN_CHAIN = sql`insert into billing.chain_head (account_id, test, hash) values ($1, $2, $3)`;

/**
 * Creates an account with settings of its own, the board of its projects and its two audit chains, and gives its id. `owner` is a pool, opened
 * by `openPool`, of the role that owns the tables: the application cannot make accounts.
 */
export async function createAccount(
  owner: pg.Pool,
  { name, demo, now, newId }: { name: string; demo?: boolean; now: number; newId: () => string },
): Promise<string> {
  const accountId = newId();
  return inTransaction(owner, { accountId, test: false }, async (tx) => {
    tx.write(INSERT, [accountId, JSON.stringify({ ...freshSettings(name), ...(demo && { demo }) }), now]);
    tx.write(OPEN_BOARD, [accountId, now]);
    for (const test of [false, true]) tx.write(OPEN_CHAIN, [accountId, test, genesis(accountId, test)]);
    return { commit: true, answer: accountId };
  });
}

export type Account = { id: string; settings: AccountSettings; createdAt: number };

/** Every account of the database, the oldest first. `owner` as above: no other role reads across accounts. */
export async function listAccounts(owner: pg.Pool): Promise<Account[]> {
  const { rows } = await owner.query('select account_id, settings, created_at from billing.accounts_known()');
  return rows.map((row) => ({ id: row.account_id, settings: settingsFrom(row.settings), createdAt: row.created_at }));
}

// Not `for update`: every new row of the account refers to it, and one written by a transaction that holds the head of
// the audit chain would wait for whoever waits for that head.
const LOCK = sql`select settings, version from billing.account where account_id = $1 for no key update`;
const SAVE = sql`update billing.account set settings = $2, version = version + 1 where account_id = $1`;

/** The account's settings, locked until the transaction ends: whoever changes settings or keys does so in turn. */
export async function lockSettings(tx: Tx): Promise<AccountSettings> {
  const [row] = await tx.read<{ settings: string }>(LOCK, [tx.accountId]);
  if (!row) throw new Error(`account ${tx.accountId} is not there`);
  return settingsFrom(row.settings);
}

/** Writes the locked settings over what they were. */
export const saveSettings = (tx: Tx, settings: AccountSettings): void =>
  tx.write(SAVE, [tx.accountId, JSON.stringify(settings)]);

import type pg from 'pg';
import { genesis, sha256Hex } from '../../audit/chain/chain-link.ts';
import type { ChainSigner } from '../../audit/chain/chain-signer.ts';
import { stateDigest } from '../../audit/chain/state-digest.ts';
import { type AccountSettings, freshSettings } from '../../domain/account/settings.ts';
import { append } from '../audit/append-to-chain.ts';
import { addDigest } from '../audit/pending-digests.ts';
import { inTransaction, sql, type Tx } from '../transaction.ts';
import { settingsFrom } from './settings.ts';

const INSERT = sql`insert into billing.account (account_id, settings, created_at) values ($1, $2, $3)`;
const OPEN_BOARD = sql`select billing.open_board($1, $2)`;
const OPEN_CHAIN = sql`insert into billing.chain_head (account_id, test, hash) values ($1, $2, $3)`;

/**
 * Creates an account with its settings, its task board and its two audit chains (the live one
 * records it), and returns its ID. `owner` is a pool from `openPool` of the table owner's role:
 * the application may only create sample accounts.
 */
export async function createAccount(
  owner: pg.Pool,
  {
    name,
    demo,
    now,
    newId,
    seal,
  }: { name: string; demo?: boolean; now: number; newId: () => string; seal: ChainSigner },
): Promise<string> {
  const accountId = newId();
  return inTransaction(owner, { accountId, test: false }, async (tx) => {
    const settings = JSON.stringify({ ...freshSettings(name), ...(demo && { demo }) });
    tx.write(INSERT, [accountId, settings, now]);
    tx.write(OPEN_BOARD, [accountId, now]);
    openChains(tx, { settings, now, actor: 'command-line', seal });
    return { commit: true, answer: accountId };
  });
}

/**
 * Creates a sample account within a transaction of the application, which may create no other kind
 * of account. The account has the ID of the transaction.
 */
export function openSampleAccount(
  tx: Tx,
  { name, now, actor, seal }: { name: string; now: number; actor: string; seal: ChainSigner },
): void {
  const settings = JSON.stringify({ ...freshSettings(name), demo: true });
  tx.write(INSERT, [tx.accountId, settings, now]);
  tx.write(OPEN_BOARD, [tx.accountId, now]);
  openChains(tx, { settings, now, actor, seal });
}

/** Starts both audit chains of a new account; the live one records the account. */
function openChains(
  tx: Tx,
  { settings, now, actor, seal }: { settings: string; now: number; actor: string; seal: ChainSigner },
): void {
  const { accountId } = tx;
  for (const test of [false, true]) tx.write(OPEN_CHAIN, [accountId, test, genesis(accountId, test)]);
  addDigest(tx.standing, 'account', accountId, () => stateDigest.account(settings));
  const head = { seq: 0, hash: genesis(accountId, false) };
  const subject = { kind: 'account', id: accountId };
  const opened = {
    type: 'account_opened',
    at: now,
    actor,
    subject,
    sha256: sha256Hex(settings),
  } as const;
  append(tx, { test: false, head, seal }, opened);
}

/** Whether any account exists. */
export async function hasAccount(owner: Pick<pg.Pool, 'query'>): Promise<boolean> {
  const { rows } = await owner.query<{ there: boolean }>(
    "select exists (select from billing.accounts_after('00000000-0000-0000-0000-000000000000', 1)) as there",
  );
  return rows[0]?.there ?? false;
}

// Not `for update`: every new row of the account references the account row, so a transaction that
// holds the audit chain would wait for this one while this one waits for the chain.
const LOCK = sql`select settings, version from billing.account where account_id = $1 for no key update`;
const SAVE = sql`update billing.account set settings = $2, version = version + 1 where account_id = $1`;

/**
 * The account's settings, locked until the transaction ends, so that changes of settings and keys
 * are serialized.
 */
export async function lockSettings(tx: Tx): Promise<AccountSettings> {
  const [row] = await tx.read<{ settings: string }>(LOCK, [tx.accountId]);
  if (!row) throw new Error(`account ${tx.accountId} does not exist`);
  return settingsFrom(row.settings);
}

/** Overwrites the locked settings. */
export function saveSettings(tx: Tx, settings: AccountSettings): void {
  const text = JSON.stringify(settings);
  addDigest(tx.standing, 'account', tx.accountId, () => stateDigest.account(text));
  tx.write(SAVE, [tx.accountId, text]);
}

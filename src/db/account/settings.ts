import type { AccountSettings } from '../../domain/account/settings.ts';
import { sql, type Tx } from '../transaction.ts';

const SETTINGS = sql`select settings, version from billing.account where account_id = $1`;

/** What the account has decided, and the version of it. */
export async function settingsOf(tx: Tx): Promise<{ settings: AccountSettings; version: number }> {
  const [row] = await tx.read<{ settings: string; version: number }>(SETTINGS, [tx.accountId]);
  if (!row) throw new Error(`account ${tx.accountId} is not there`);
  return { settings: settingsFrom(row.settings), version: row.version };
}

/** Settings change rarely and are read with every document: the last few parsed texts are kept. */
const SETTINGS_KEPT = 256;
const parsed = new Map<string, AccountSettings>();

/** Reads the settings text of an account. The same text gives the same value; nobody changes it. */
export function settingsFrom(text: string): AccountSettings {
  const known = parsed.get(text);
  if (known) return known;
  if (parsed.size >= SETTINGS_KEPT) parsed.clear();
  const settings = JSON.parse(text) as AccountSettings;
  parsed.set(text, settings);
  return settings;
}

import type { AccountSettings } from '../../domain/account/settings.ts';
import { sql, type Tx } from '../transaction.ts';

const SETTINGS = sql`select settings, version from billing.account where account_id = $1`;

/** The account's settings and their version. */
export async function settingsOf(tx: Tx): Promise<{ settings: AccountSettings; version: number }> {
  const [row] = await tx.read<{ settings: string; version: number }>(SETTINGS, [tx.accountId]);
  if (!row) throw new Error(`account ${tx.accountId} does not exist`);
  return { settings: settingsFrom(row.settings), version: row.version };
}

/** Settings change rarely and are read with every document, so the last parsed texts are cached. */
const SETTINGS_CACHED_MAX = 256;
const parsed = new Map<string, AccountSettings>();

/** Parses the settings text of an account. Equal texts share one immutable value. */
export function settingsFrom(text: string): AccountSettings {
  const known = parsed.get(text);
  if (known) return known;
  if (parsed.size >= SETTINGS_CACHED_MAX) parsed.clear();
  const settings = JSON.parse(text) as AccountSettings;
  parsed.set(text, settings);
  return settings;
}

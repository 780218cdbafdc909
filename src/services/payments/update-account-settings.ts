import { canonicalJson } from '../../audit/canonical-json.ts';
import { sha256Hex } from '../../audit/chain/chain-link.ts';
import { lockSettings, saveSettings } from '../../db/account/accounts.ts';
import { append, lockChainHead } from '../../db/audit/append-to-chain.ts';
import type { AccountSettings } from '../../domain/account/settings.ts';
import type { Context } from '../context.ts';

/** Changes the account's settings with an entry in its audit chain, like changes of the company. */
export async function updateAccountSettings(
  { tx, accountId, now, actor, seal }: Context,
  change: (before: AccountSettings) => AccountSettings,
): Promise<AccountSettings> {
  const settings = change(await lockSettings(tx));
  const head = await lockChainHead(tx, false);
  saveSettings(tx, settings);
  const subject = { kind: 'account', id: accountId } as const;
  const sha256 = sha256Hex(canonicalJson(settings));
  append(tx, { test: false, head, seal }, { type: 'settings_changed', at: now, actor, subject, sha256 });
  return settings;
}

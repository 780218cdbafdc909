import { settingsOf } from '../../db/account/settings.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { AccountSettings } from '../../domain/account/settings.ts';
import type { CommandContext } from '../command-context.ts';

/** The settings of an existing account. */
export const readAccountSettings = (
  { pool }: Pick<CommandContext, 'pool'>,
  accountId: string,
): Promise<AccountSettings> =>
  inTransaction(pool, { accountId, test: false }, async (tx) => ({
    commit: false,
    answer: (await settingsOf(tx)).settings,
  }));

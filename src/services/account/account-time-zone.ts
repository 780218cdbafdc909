import type pg from 'pg';
import { settingsOf } from '../../db/account/settings.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Caller } from '../caller.ts';

/**
 * The time zone of the caller's account, such as `Europe/Paris`, read in a separate transaction.
 */
export const zoneOfAccount = (pool: pg.Pool, { accountId, test }: Caller): Promise<string> =>
  inTransaction(pool, { accountId, test, isReadOnly: true }, async (tx) => ({
    commit: true,
    answer: (await settingsOf(tx)).settings.zone,
  }));

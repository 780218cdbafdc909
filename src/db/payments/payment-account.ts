import type { OnlinePaymentAccount } from '../../domain/account/settings.ts';
import { type Row, sql, type Tx } from '../transaction.ts';

/** An account's keys at a payment provider, encrypted. */
export type LockedKeys = Pick<OnlinePaymentAccount, 'id' | 'provider'> & {
  readonly lockedKey: string;
  readonly lockedWebhookSecret?: string;
  readonly lockedPayoutKey?: string;
};

const FIND = sql`select id, provider, locked_key, locked_webhook_secret, locked_payout_key from billing.payment_account where account_id = $1`;
const WRITE = sql`
  insert into billing.payment_account (account_id, id, provider, locked_key, locked_webhook_secret, created_at,
    locked_payout_key)
  values ($1, $2, $3, $4, $5, $6, $7)
  on conflict (account_id) do update set id = excluded.id, provider = excluded.provider, locked_key = excluded.locked_key,
    locked_webhook_secret = excluded.locked_webhook_secret, created_at = excluded.created_at,
    locked_payout_key = excluded.locked_payout_key`;
const DELETE = sql`delete from billing.payment_account where account_id = $1`;

export async function findKeys(tx: Tx): Promise<LockedKeys | undefined> {
  const [row] = await tx.read<Row>(FIND, [tx.accountId]);
  if (!row) return undefined;
  const { id, provider, locked_key: lockedKey, locked_webhook_secret: secret, locked_payout_key: payoutKey } = row;
  return {
    ...{ id, provider, lockedKey },
    ...(secret !== null && { lockedWebhookSecret: secret }),
    ...(payoutKey !== null && { lockedPayoutKey: payoutKey }),
  };
}

/** Replaces the keys. */
export const writeKeys = (tx: Tx, keys: LockedKeys, now: number): void =>
  tx.write(WRITE, [
    ...[tx.accountId, keys.id, keys.provider, keys.lockedKey, keys.lockedWebhookSecret ?? null, now],
    keys.lockedPayoutKey ?? null,
  ]);

export const deleteKeys = (tx: Tx): void => tx.write(DELETE, [tx.accountId]);

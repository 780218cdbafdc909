import { settingsOf } from '../../../db/account/settings.ts';
import { storedPayoutIds, storePayout, unpaidTestSessions } from '../../../db/payments/payouts.ts';
import { type ProviderPayout, payoutsSince, standInPayouts } from '../../../domain/payments/payout.ts';
import { civilDayOf } from '../../../domain/time/civil-day.ts';
import type { Context } from '../../context.ts';
import type { OnlineProvider } from './provider-client.ts';
import { connectedProvider } from './providers.ts';

/** How to fetch the payouts of an account. */
type Asking = {
  readonly name: 'stripe' | 'mollie';
  readonly ask: () => Promise<readonly ProviderPayout[]>;
};

/** How to fetch payouts not stored yet, outside a transaction; undefined without a provider. */
export async function payoutsToAsk(context: Context): Promise<Asking | undefined> {
  const { tx, now } = context;
  const [connected, { settings }] = await Promise.all([connectedProvider(tx, context), settingsOf(tx)]);
  if (!connected || !settings.onlinePayment) return undefined;
  const { zone, onlinePayment } = settings;
  const since = payoutsSince(civilDayOf(now, zone), civilDayOf(onlinePayment.connectedAt, zone));
  const known = await storedPayoutIds(tx, connected.name, since);
  const { provider }: { provider: OnlineProvider } = connected;
  return { name: connected.name, ask: () => provider.payouts(since, (id) => known.has(id)) };
}

/** Stores payouts, each once. */
export async function storePayouts(
  { tx, newId, now }: Context,
  provider: 'stripe' | 'mollie' | 'stand_in',
  payouts: readonly ProviderPayout[],
): Promise<void> {
  for (const payout of payouts)
    await storePayout(tx, { id: newId(), test: provider === 'stand_in', provider, ...payout }, { newId, now });
}

/** Lets the simulator pay out its payments. */
export async function payOutTests(context: Context): Promise<void> {
  const { tx, now } = context;
  const [unpaid, { settings }] = await Promise.all([unpaidTestSessions(tx), settingsOf(tx)]);
  await storePayouts(context, 'stand_in', standInPayouts(unpaid, civilDayOf(now, settings.zone)));
}

import { cents } from '../../../domain/money/cents.ts';
import type { PaymentSession, ProviderRead } from '../../../domain/payments/payment-session.ts';

/** The simulator's fee in ten-thousandths plus a fixed part in cents, like an EU card. */
const FEE_RATE = 150;
const FEE_FIXED = 25;

/** The simulator's answer for a session, by the choice made on its page. */
export function readSimulator({ tried, amount, expiresAt }: PaymentSession, now: number): ProviderRead {
  const nothing = { received: cents(0), refunded: cents(0) };
  if (tried === 'pending' || tried === 'failed') return { state: tried, ...nothing };
  if (tried === 'paid') {
    const fee = cents(Math.min(amount, Math.round((amount * FEE_RATE) / 10_000) + FEE_FIXED));
    return { state: 'paid', received: amount, refunded: cents(0), fee, paidAt: now };
  }
  return { state: now < expiresAt ? 'open' : 'expired', ...nothing };
}

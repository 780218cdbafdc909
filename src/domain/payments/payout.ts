import { type Cents, cents } from '../money/cents.ts';
import type { CurrencyCode } from '../money/currency.ts';
import { addDays, type CivilDay } from '../time/civil-day.ts';
import type { PaymentProvider, PaymentSession } from './payment-session.ts';

/** One line of a payout. Amounts are cents of its currency. */
export type PayoutLine = {
  readonly kind: 'payment' | 'refund' | 'fee' | 'other';
  /** The provider's id of the payment. */
  readonly reference?: string;
  /** The amount received; negative for a refund. */
  readonly gross: Cents;
  /** The provider's fee; negative if returned. */
  readonly fee: Cents;
};

/** A payout of a provider to the account's bank, as reported. */
export type ProviderPayout = {
  readonly providerId: string;
  /** The amount transferred: negative if refunds exceed payments. */
  readonly amount: Cents;
  readonly currency: CurrencyCode;
  readonly arrivesOn: CivilDay;
  /** Empty if the provider does not list them. */
  readonly lines: readonly PayoutLine[];
};

/** A stored payout. */
export type Payout = Omit<ProviderPayout, 'lines'> & {
  readonly id: string;
  readonly test: boolean;
  readonly provider: PaymentProvider;
};

/** Seconds between two checks for payouts: there is at most one per day. */
export const PAYOUT_LOOK_SECONDS = 6 * 3_600;
/** Seconds after which the test provider pays a test payment out. */
export const STAND_IN_PAYOUT_SECONDS = 60;
/** Days fetched each time, because a provider may be unavailable or report late. */
const LOOKED_BACK_DAYS = 45;
/** Stored lines per payout; the rest is stored as one. */
const PAYOUT_LINES_MAX = 1_000;

/** The first day to fetch payouts of: not before the account was connected. */
export const payoutsSince = (today: CivilDay, connectedOn: CivilDay): CivilDay => {
  const back = addDays(today, -LOOKED_BACK_DAYS);
  return back > connectedOn ? back : connectedOn;
};

/** The lines of a payout to store: those above the limit are merged, so that no cent is missing. */
export function keptLines(lines: readonly PayoutLine[]): readonly PayoutLine[] {
  if (lines.length <= PAYOUT_LINES_MAX) return lines;
  const beyond = lines.slice(PAYOUT_LINES_MAX - 1);
  const sum = (of: (line: PayoutLine) => number): Cents => cents(beyond.reduce((all, line) => all + of(line), 0));
  const rest: PayoutLine = { kind: 'other', gross: sum(({ gross }) => gross), fee: sum(({ fee }) => fee) };
  return [...lines.slice(0, PAYOUT_LINES_MAX - 1), rest];
}

/** The payouts of the test provider: payments not paid out yet, grouped by currency. */
export function standInPayouts(unpaid: readonly PaymentSession[], today: CivilDay): ProviderPayout[] {
  const currencies = [...new Set(unpaid.map(({ currency }) => currency))];
  return currencies.map((currency) => {
    const paid = unpaid.filter((session) => session.currency === currency);
    const lines = paid.map(
      ({ providerId, received, fee = cents(0) }): PayoutLine => ({
        ...{ kind: 'payment', reference: providerId as string, gross: received, fee },
      }),
    );
    const amount = cents(lines.reduce((all, { gross, fee }) => all + gross - fee, 0));
    return { providerId: `payout_${paid[0]?.id}`, amount, currency, arrivesOn: today, lines };
  });
}

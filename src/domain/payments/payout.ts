import { type Cents, cents } from '../money/cents.ts';
import type { CurrencyCode } from '../money/currency.ts';
import { addDays, type CivilDay } from '../time/civil-day.ts';
import type { PaymentProvider, PaymentSession } from './payment-session.ts';

/** One thing a payout is made of. Amounts are cents of its currency. */
export type PayoutLine = {
  readonly kind: 'payment' | 'refund' | 'fee' | 'other';
  /** What the provider calls the payment. */
  readonly reference?: string;
  /** What came; below zero what went back. */
  readonly gross: Cents;
  /** What the provider kept of it; below zero what it gave back of that. */
  readonly fee: Cents;
};

/** What a provider paid out to the bank of an account, as it says it. */
export type ProviderPayout = {
  readonly providerId: string;
  /** What reached the bank: below zero where more went back than came. */
  readonly amount: Cents;
  readonly currency: CurrencyCode;
  readonly arrivesOn: CivilDay;
  /** None where the provider does not say of what it is made. */
  readonly lines: readonly PayoutLine[];
};

/** The same as it is kept. */
export type Payout = Omit<ProviderPayout, 'lines'> & {
  readonly id: string;
  readonly test: boolean;
  readonly provider: PaymentProvider;
};

/** Seconds between two looks at what a provider paid out: it does so once a day at most. */
export const PAYOUT_LOOK_SECONDS = 6 * 3_600;
/** Seconds after a test payment until the stand-in pays it out. */
export const STAND_IN_PAYOUT_SECONDS = 60;
/** Days that are looked back, as a provider may be away, and a payout be told late. */
const LOOKED_BACK_DAYS = 45;
/** Lines of a payout that are kept one by one; what is beyond is kept as one. */
const PAYOUT_LINES_MAX = 1_000;

/** The first day whose payouts are asked for: none from before the account was connected. */
export const payoutsSince = (today: CivilDay, connectedOn: CivilDay): CivilDay => {
  const back = addDays(today, -LOOKED_BACK_DAYS);
  return back > connectedOn ? back : connectedOn;
};

/** A payout with lines that can be kept: those beyond the limit as one, so that not a cent is missing. */
export function keptLines(lines: readonly PayoutLine[]): readonly PayoutLine[] {
  if (lines.length <= PAYOUT_LINES_MAX) return lines;
  const beyond = lines.slice(PAYOUT_LINES_MAX - 1);
  const sum = (of: (line: PayoutLine) => number): Cents => cents(beyond.reduce((all, line) => all + of(line), 0));
  const rest: PayoutLine = { kind: 'other', gross: sum(({ gross }) => gross), fee: sum(({ fee }) => fee) };
  return [...lines.slice(0, PAYOUT_LINES_MAX - 1), rest];
}

/** What the stand-in pays out: the test payments it has not paid out yet, those of a currency together. */
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

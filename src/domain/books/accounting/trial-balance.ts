import { type Cents, cents } from '../../money/cents.ts';
import type { Refused } from '../../refusal.ts';
import type { Entry } from './entry.ts';

/** Debits and credits of an account, in cents of euros. */
export type AccountSum = {
  readonly number: string;
  readonly label: string;
  readonly debit: Cents;
  readonly credit: Cents;
};

/** Maximum bills, payments and purchases in a trial balance or ledger: bounds its time. */
const EVENTS_MAX = 300_000;

/** Refuses a period with more bills, payments and purchases than `EVENTS_MAX`. */
export const tooManyEvents = (events: number): Refused<'accounting_period_too_long'> | undefined =>
  events > EVENTS_MAX ? { refused: 'accounting_period_too_long', limit: EVENTS_MAX } : undefined;

/** Sums by account that grow while entries are read; the memory is that of the accounts. */
export class TrialBalance {
  readonly #accounts = new Map<string, { label: string; debit: number; credit: number }>();
  #entries = 0;

  add(entry: Entry): void {
    this.#entries += 1;
    for (const { account, amount } of entry.lines) {
      const sums = this.#accounts.get(account.number) ?? { label: account.label, debit: 0, credit: 0 };
      this.#accounts.set(account.number, sums);
      if (amount > 0) sums.debit += amount;
      else sums.credit -= amount;
    }
  }

  /** Entries added. */
  get entries(): number {
    return this.#entries;
  }

  /** The accounts in the order of their numbers. */
  rows(): AccountSum[] {
    return [...this.#accounts]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([number, { label, debit, credit }]) => ({
        ...{ number, label },
        ...{ debit: cents(debit), credit: cents(credit) },
      }));
  }

  /** What all accounts were debited; they were credited the same. */
  total(): Cents {
    return cents([...this.#accounts.values()].reduce((all, { debit }) => all + debit, 0));
  }
}

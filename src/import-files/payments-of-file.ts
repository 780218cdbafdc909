import type { PaymentMethod } from '../domain/billing/document/terms/payment-terms.ts';
import type { ForeignDoubt, ForeignPayment } from '../domain/billing/past/foreign-document.ts';
import type { Cents } from '../domain/money/cents.ts';
import type { CivilDay } from '../domain/time/civil-day.ts';
import type { DocumentState } from './read-words.ts';

/** What a file says about what was paid on a document. */
export type StatedPayment = {
  readonly total: Cents;
  readonly issuedOn: CivilDay;
  readonly dueOn?: CivilDay | undefined;
  /** Payments of their own, if the file lists them. */
  readonly listed?: readonly {
    readonly on?: CivilDay | undefined;
    readonly amount: Cents;
    readonly method?: PaymentMethod | undefined;
  }[];
  readonly paid?: Cents | undefined;
  readonly balance?: Cents | undefined;
  readonly paidOn?: CivilDay | undefined;
  readonly method?: PaymentMethod | undefined;
  readonly state?: DocumentState | undefined;
};

/**
 * The payments of a document: those listed, else the amount paid, else the total less the balance,
 * else the total of a document whose state is paid. Without a day the due day is proposed, or the
 * day of issue if that is later or alone.
 */
export function paymentsOf(stated: StatedPayment): {
  readonly payments: readonly ForeignPayment[];
  readonly doubts: readonly ForeignDoubt[];
} {
  const proposed = stated.dueOn !== undefined && stated.dueOn > stated.issuedOn ? stated.dueOn : stated.issuedOn;
  const found = (stated.listed ?? []).filter(({ amount }) => amount > 0);
  const single = found.length > 0 ? [] : [{ on: stated.paidOn, amount: amountPaid(stated), method: stated.method }];
  const all = [...found, ...single].filter(({ amount }) => amount > 0);
  const paid = all.reduce((sum, { amount }) => sum + amount, 0);
  return {
    payments: all.map(({ on, amount, method }) => ({ on: on ?? proposed, amount, ...(method && { method }) })),
    doubts: [
      ...(all.some(({ on }) => on === undefined) ? (['payment_day_unknown'] as const) : []),
      ...(paid > stated.total ? (['overpaid'] as const) : []),
    ],
  };
}

function amountPaid({ total, paid, balance, paidOn, state }: StatedPayment): Cents {
  const none = 0 as Cents;
  if (paid !== undefined && (paid > 0 || balance === undefined)) return paid > 0 || state !== 'paid' ? paid : total;
  // A balance of zero on a document that was never sent says nothing.
  if (balance !== undefined) return state === 'unpaid' && balance === 0 ? none : ((total - balance) as Cents);
  return state === 'paid' || (paidOn !== undefined && state === undefined) ? total : none;
}

import type { Claim } from '../billing/document/document.ts';
import { remainingOn } from '../billing/document/totals/document-figures.ts';
import { type Cents, cents } from '../money/cents.ts';
import { isRefusal, type Refused } from '../refusal.ts';
import type { Payment } from './payment.ts';
import { recordPayments } from './record-payments.ts';
import type { CustomerMoney } from './unapplied-money.ts';

/** Unapplied money applied to another document: its payment there. */
export type Application = {
  readonly id: string;
  readonly documentId: string;
  readonly paymentId: string;
  readonly amount: Cents;
};

/** How the owner refunds money: through the provider, which confirms it later, or otherwise. */
export const returnedBy = ['provider', 'otherwise'] as const;
export type ReturnedBy = (typeof returnedBy)[number];

type NotThere = Refused<'nothing_unapplied' | 'unapplied_exceeded'>;
type CannotApply =
  | NotThere
  | Refused<
      | 'payment_of_another_customer'
      | 'payment_of_other_currency'
      | 'not_payable_when_draft'
      | 'not_payable_when_canceled'
      | 'nothing_due'
      | 'payment_exceeds_remaining'
    >;

type Around = { readonly newId: () => string; readonly now: number };

/**
 * Applies unapplied money to another claim of the same customer: by default the amount due there,
 * in cents. The payment has the day of application, because it paid for nothing before.
 */
export function applyUnapplied(
  document: Claim,
  money: { readonly session: CustomerMoney; readonly paidFor: Claim; readonly amount?: number | undefined },
  { newId, now }: Around,
): { document: Claim; payment: Payment } | CannotApply {
  const { session, paidFor } = money;
  const amount = cents(money.amount ?? Math.min(session.unapplied, Math.max(1, dueOn(document))));
  const unavailable = whyNotThere(session, amount);
  if (unavailable) return unavailable;
  if (!isOfSameCustomer(document, paidFor)) return { refused: 'payment_of_another_customer' };
  const { code } = document.content.currency;
  if (code !== session.currency) return { refused: 'payment_of_other_currency', currency: session.currency };
  const payment: Payment = {
    ...{ id: newId(), documentId: document.id, amount, receivedAt: now, createdAt: now },
    method: session.method,
    ...(session.otherMethod !== undefined && { otherMethod: session.otherMethod }),
  };
  const paid = recordPayments(document, [payment], now);
  return isRefusal(paid) ? paid : { document: paid, payment };
}

/**
 * Refunds unapplied money, in cents: by default all of it. Only online payments can be refunded
 * through the provider.
 */
export function giveBackUnapplied(
  session: CustomerMoney,
  by: ReturnedBy,
  amount: number = session.unapplied,
): Cents | NotThere | Refused<'excess_without_provider'> {
  if (by === 'provider' && session.source !== 'online') return { refused: 'excess_without_provider' };
  return whyNotThere(session, amount) ?? cents(amount);
}

function whyNotThere({ unapplied }: Pick<CustomerMoney, 'unapplied'>, amount: number): NotThere | undefined {
  if (unapplied === 0) return { refused: 'nothing_unapplied' };
  return amount > unapplied ? { refused: 'unapplied_exceeded', unapplied } : undefined;
}

const dueOn = (document: Claim): number =>
  document.sealed && document.canceledAt === undefined ? remainingOn(document).toPay : 0;

/** Whether both are for the same person, or for people of one organization. */
function isOfSameCustomer(document: Claim, paidFor: Claim): boolean {
  if (document.test !== paidFor.test) return false;
  if (document.customerId !== undefined && document.customerId === paidFor.customerId) return true;
  const [one, other] = [document, paidFor].map(organizationOf);
  return one !== undefined && one === other;
}

/** The organization of a claim's customer, or the customer itself. */
function organizationOf({ sealed, customerId }: Claim): string | undefined {
  if (!sealed?.customer) return undefined;
  const { kind, organization } = sealed.customer;
  return organization?.id ?? (kind === 'organization' ? customerId : undefined);
}

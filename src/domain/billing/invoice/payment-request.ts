import { cents, sum } from '../../money/cents.ts';
import { personalServiceLines } from '../../payments/agency/personal-service-lines.ts';
import type { Refused } from '../../refusal.ts';
import { civilDayOf } from '../../time/civil-day.ts';
import type { Invoice, PaymentRequest } from '../document/document.ts';

type No =
  | 'payment_request_without_personal_services'
  | 'payment_request_ends_before_it_begins'
  | 'payment_request_over_two_months'
  | 'payment_request_advance_too_large';

/**
 * Sets or removes the payment request on a draft invoice. Refused if the invoice has no personal
 * service, or if it breaks a rule of Urssaf: the days are in one calendar month and in order, and
 * at most half of the personal services is already paid.
 */
export function withPaymentRequest(
  draft: Invoice,
  request: PaymentRequest | undefined,
  zone: string,
): Invoice | Refused<No> {
  const { paymentRequest: _, ...content } = draft.content;
  if (!request) return { ...draft, content };
  if (!draft.content.lines.some(({ personalServiceActivity: done }) => done && done !== 'DIVERS_NON_ELIGIBLE'))
    return { refused: 'payment_request_without_personal_services' };
  const [first, last] = [civilDayOf(request.beginsAt, zone), civilDayOf(request.endsAt, zone)];
  if (last < first) return { refused: 'payment_request_ends_before_it_begins' };
  if (monthOf(first) !== monthOf(last)) return { refused: 'payment_request_over_two_months' };
  const services = personalServiceLines(draft.content.lines, draft.totals);
  const limit = cents(Math.max(0, Math.floor(sum(services.map(({ net, vat }) => cents(net + vat))) / 2)));
  if (request.advancePaid > limit) return { refused: 'payment_request_advance_too_large', limit };
  return { ...draft, content: { ...content, paymentRequest: request } };
}

const monthOf = (day: string): string => day.slice(0, 7);

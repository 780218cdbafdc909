import type { Emitter } from '../../account/settings.ts';
import type { Invoice } from '../../billing/document/document.ts';
import { remainingOn } from '../../billing/document/totals/document-figures.ts';
import { type Cents, cents, sum } from '../../money/cents.ts';
import { type CivilDay, civilDayOf } from '../../time/civil-day.ts';
import { personalServiceLines } from './personal-service-lines.ts';
import { workerNumber } from './worker-number.ts';

/**
 * Why Urssaf would refuse the request of an invoice, known before it is sent. `line` counts
 * from 1; `most` is cents.
 */
export type RequestFault =
  | { readonly why: 'nothing_to_ask' | 'not_in_euros' | 'no_worker_number' | 'more_than_is_due' }
  | { readonly why: 'period_reversed' | 'period_over_months' }
  | { readonly why: 'negative_line' | 'unit_of_line'; readonly line: number }
  | { readonly why: 'advance_too_large'; readonly most: Cents }
  /** Temporary: the fault disappears on that day. */
  | { readonly why: 'day_to_come'; readonly from: CivilDay };

/**
 * `today` and the days of the request are civil days of the zone; drafts are checked without
 * `today`.
 */
type Around = { readonly zone: string; readonly emitter: Emitter; readonly today?: CivilDay };

/**
 * The faults Urssaf would refuse a payment request for, by its own checks: only euros; personal
 * services by the hour or at a fixed rate, none negative; past days of one month; at most half
 * already paid; a known worker; at most the amount still due. Empty if the invoice has no request.
 */
export function requestFaults(invoice: Invoice, { zone, emitter, today }: Around): RequestFault[] {
  const { paymentRequest: request, currency } = invoice.content;
  if (!request) return [];
  const lines = personalServiceLines(invoice.content.lines, invoice.totals);
  const total = sum(lines.map(({ net, vat }) => cents(net + vat)));
  const half = cents(Math.max(0, Math.floor(total / 2)));
  const [first, last] = [civilDayOf(request.beginsAt, zone), civilDayOf(request.endsAt, zone)];
  return [
    ...(lines.length === 0 ? [{ why: 'nothing_to_ask' } as const] : []),
    ...(currency.code === 'EUR' ? [] : [{ why: 'not_in_euros' } as const]),
    ...(workerNumber(emitter) === undefined ? [{ why: 'no_worker_number' } as const] : []),
    ...lineFaults(lines),
    ...(last < first ? [{ why: 'period_reversed' } as const] : []),
    ...(first.slice(0, MONTH) === last.slice(0, MONTH) ? [] : [{ why: 'period_over_months' } as const]),
    ...(request.advancePaid > half ? [{ why: 'advance_too_large', most: half } as const] : []),
    ...(total - request.advancePaid > remainingOn(invoice).toPay ? [{ why: 'more_than_is_due' } as const] : []),
    ...dayFaults(daysOf(invoice, zone), today),
  ];
}

/** Characters of a year and its month. */
const MONTH = 'YYYY-MM'.length;

const lineFaults = (lines: ReturnType<typeof personalServiceLines>): RequestFault[] =>
  lines.flatMap(({ place, line, net, vat }): RequestFault[] => [
    ...(net < 0 || vat < 0 || line.quantity <= 0 ? [{ why: 'negative_line', line: place + 1 } as const] : []),
    ...(line.unit === 'hour' || line.unit === 'fixed_rate' ? [] : [{ why: 'unit_of_line', line: place + 1 } as const]),
  ]);

/**
 * The days that must not be in the future: of the invoice, the work, and the customer's earlier
 * payment.
 */
function daysOf({ content, sealed }: Invoice, zone: string): CivilDay[] {
  const request = content.paymentRequest;
  const instants = [sealed?.emittedAt, request?.endsAt, request?.beginsAt, request?.advancePaidAt];
  return instants.flatMap((at) => (at === undefined ? [] : [civilDayOf(at, zone)]));
}

function dayFaults(days: readonly CivilDay[], today: CivilDay | undefined): RequestFault[] {
  const latest = [...days].sort().at(-1);
  return today === undefined || latest === undefined || latest <= today ? [] : [{ why: 'day_to_come', from: latest }];
}

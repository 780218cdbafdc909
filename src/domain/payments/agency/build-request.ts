import type { Finalized, Invoice } from '../../billing/document/document.ts';
import { cents, sum } from '../../money/cents.ts';
import { civilDayOf } from '../../time/civil-day.ts';
import { agencyLineOf } from './agency-lines.ts';
import type { AgencyRequest } from './agency-request.ts';
import { personalServiceLines } from './personal-service-lines.ts';
import { workerNumber } from './worker-number.ts';

/**
 * The payment request of a finalized invoice in Urssaf's format: its personal services after
 * the invoice discount. Only for an invoice without `requestFaults`; throws if it has no request or
 * no worker number.
 */
export function agencyRequestOf(invoice: Finalized<Invoice>, { zone }: { readonly zone: string }): AgencyRequest {
  const { paymentRequest: request, lines } = invoice.content;
  const worker = workerNumber(invoice.sealed.emitter);
  if (!request || worker === undefined) throw new Error(`${invoice.id} cannot be asked of Urssaf`);
  const services = personalServiceLines(lines, invoice.totals);
  const paidOn = request.advancePaidAt === undefined ? undefined : civilDayOf(request.advancePaidAt, zone);
  return {
    number: invoice.sealed.number,
    issuedOn: civilDayOf(invoice.sealed.emittedAt, zone),
    firstOn: civilDayOf(request.beginsAt, zone),
    lastOn: civilDayOf(request.endsAt, zone),
    ...(request.advancePaid > 0 && {
      advance: { amount: request.advancePaid, ...(paidOn !== undefined && { paidOn }) },
    }),
    total: sum(services.map(({ net, vat }) => cents(net + vat))),
    net: sum(services.map(({ net }) => net)),
    lines: services.map((service) => agencyLineOf(service, worker)),
  };
}

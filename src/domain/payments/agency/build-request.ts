import type { Finalized, Invoice } from '../../billing/document/document.ts';
import { cents, sum } from '../../money/cents.ts';
import { civilDayOf } from '../../time/civil-day.ts';
import { agencyLineOf } from './agency-lines.ts';
import type { AgencyRequest } from './agency-request.ts';
import { personalServiceLines } from './personal-service-lines.ts';
import { workerNumber } from './worker-number.ts';

/**
 * What the agency is asked to pay of a finalized invoice, in the terms of its interface: its personal services, after the discount of
 * the invoice. Asked of an invoice without faults (`requestFaults`); throws where it asks for nothing or nobody worked.
 */
export function agencyRequestOf(invoice: Finalized<Invoice>, { zone }: { readonly zone: string }): AgencyRequest {
  const { paymentRequest: asked, lines } = invoice.content;
  const worker = workerNumber(invoice.sealed.emitter);
  if (!asked || worker === undefined) throw new Error(`${invoice.id} cannot be asked of the agency`);
  const services = personalServiceLines(lines, invoice.totals);
  const paidOn = asked.advancePaidAt === undefined ? undefined : civilDayOf(asked.advancePaidAt, zone);
  return {
    number: invoice.sealed.number,
    issuedOn: civilDayOf(invoice.sealed.emittedAt, zone),
    firstOn: civilDayOf(asked.beginsAt, zone),
    lastOn: civilDayOf(asked.endsAt, zone),
    ...(asked.advancePaid > 0 && { advance: { amount: asked.advancePaid, ...(paidOn !== undefined && { paidOn }) } }),
    total: sum(services.map(({ net, vat }) => cents(net + vat))),
    net: sum(services.map(({ net }) => net)),
    lines: services.map((service) => agencyLineOf(service, worker)),
  };
}

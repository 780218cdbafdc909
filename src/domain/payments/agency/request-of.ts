import type { Finalized, Invoice } from '../../billing/document/document.ts';
import { personalServiceActivities } from '../../billing/document/personal-service.ts';
import { cents } from '../../money/cents.ts';
import { civilDayOf } from '../../time/civil-day.ts';
import { taxIncluded, totalOf } from '../../vat/breakdown.ts';
import type { AgencyLine, AgencyRequest } from './agency-request.ts';

/** What the agency is asked to pay of a finalized invoice, in the terms of its interface. */
export function agencyRequestOf(invoice: Finalized<Invoice>, { zone }: { readonly zone: string }): AgencyRequest {
  const { paymentRequest, lines } = invoice.content;
  if (!paymentRequest) throw new Error(`${invoice.id} asks the agency for nothing`);
  const { beginsAt, endsAt, advancePaid, advancePaidAt } = paymentRequest;
  const total = totalOf(invoice.totals.breakdown);
  const { number, emittedAt } = invoice.sealed;
  const paidOn = advancePaidAt === undefined ? undefined : civilDayOf(advancePaidAt, zone);
  return {
    ...{ number, issuedOn: civilDayOf(emittedAt, zone) },
    ...{ firstOn: civilDayOf(beginsAt, zone), lastOn: civilDayOf(endsAt, zone) },
    ...(advancePaid > 0 && { advance: { amount: advancePaid, ...(paidOn !== undefined && { paidOn }) } }),
    ...{ total: taxIncluded(total), net: total.net },
    lines: lines.map((line, place): AgencyLine => {
      const { net, vat } = invoice.totals.lines[place] as { net: number; vat: number };
      const activity = line.personalServiceActivity ?? 'DIVERS_NON_ELIGIBLE';
      const ttc = cents(net + vat);
      const exact = (ttc * 100_000) % line.quantity === 0;
      return {
        nature: String(10 * (personalServiceActivities.indexOf(activity) + 1)),
        ...(line.unit === 'hour' && exact
          ? { quantity: line.quantity, unit: 'HEURE' as const, unitPrice: (ttc * 100_000) / line.quantity }
          : { quantity: 10_000 as typeof line.quantity, unit: 'FORFAIT' as const, unitPrice: ttc * 10 }),
        ...{ total: ttc, net: cents(net), vat: cents(vat) },
      };
    }),
  };
}

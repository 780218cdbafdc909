import type { Finalized, Invoice } from '../../billing/document/document.ts';
import { type Line, personalServiceActivities } from '../../billing/document/lines/line.ts';
import { type Cents, cents, sum } from '../../money/cents.ts';
import { TEN_THOUSAND, type TenThousandths, toNumber } from '../../money/ten-thousandths.ts';
import { civilDayOf } from '../../time/civil-day.ts';
import type { AgencyLine, AgencyRequest } from './agency-request.ts';
import { type PersonalServiceLine, personalServiceLines } from './personal-service-lines.ts';
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

/**
 * A line in Urssaf's format, which requires quantity × unit price to equal the total to the
 * cent. If no price with at most three decimals is exact, or the quantity has more than two, the
 * line becomes one fixed rate with the hours in its text. The totals of the lines stay: they add up
 * to the invoice.
 */
export function agencyLineOf({ line, net, vat }: PersonalServiceLine, worker: string): AgencyLine {
  const total = cents(net + vat);
  const unitPrice = exactUnitPrice(total, line.quantity);
  const unit = line.unit === 'hour' ? 'HEURE' : 'FORFAIT';
  const money = { nature: natureOf(line), total, net, vat, complement2: worker };
  if (unitPrice !== undefined) return { ...money, quantity: line.quantity, unit, unitPrice };
  return {
    ...{ ...money, quantity: TEN_THOUSAND as TenThousandths, unit: 'FORFAIT', unitPrice: total * MILLS_PER_CENT },
    ...(unit === 'HEURE' && { complement1: `${String(toNumber(line.quantity)).replace('.', ',')} h` }),
  };
}

const MILLS_PER_CENT = 10;
/** Ten-thousandths in the second decimal of a quantity. */
const HUNDREDTH = 100;

/**
 * The tax-included unit price in thousandths of a euro that gives the total for the quantity;
 * undefined if there is none.
 */
function exactUnitPrice(total: Cents, quantity: TenThousandths): number | undefined {
  if (quantity % HUNDREDTH !== 0) return undefined;
  const product = BigInt(total) * BigInt(MILLS_PER_CENT * TEN_THOUSAND);
  return product % BigInt(quantity) === 0n ? Number(product / BigInt(quantity)) : undefined;
}

/**
 * Urssaf's code of an activity: presumably ten times its position in the API's list; each
 * account confirms its codes.
 */
function natureOf({ personalServiceActivity }: Line): string {
  return String(10 * (1 + personalServiceActivities.findIndex((activity) => activity === personalServiceActivity)));
}

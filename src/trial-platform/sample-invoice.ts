import { vatNumberOfSiren } from '../domain/account/legal-identity.ts';
import { cents } from '../domain/money/cents.ts';
import { roundedRatio } from '../domain/money/rounding.ts';
import type { TenThousandths } from '../domain/money/ten-thousandths.ts';
import { addDays, civilDayOf, yearOf } from '../domain/time/civil-day.ts';
import { CDAR_ZONE } from '../einvoice/cdar/cdar.ts';
import { ciiOf } from '../einvoice/cii/cii.ts';
import type { ElectronicInvoice, Seller } from '../einvoice/electronic-invoice.ts';
import { Refusal } from './answer.ts';
import type { TrialCompany } from './companies.ts';
import { depositFlow } from './deposit.ts';
import { readDeposit } from './read-deposit.ts';
import type { TrialFlow } from './store.ts';
import type { Work } from './work.ts';

/** Days until a sample invoice is due. */
const DUE_DAYS = 30;
const VAT_RATE = 2_000;
const BASIS_POINTS = 10_000n;

/**
 * A trial company bills a company of this platform, so that its client has an invoice to receive:
 * one line, 20 % VAT. Answers the number and the flow of the seller.
 */
export async function sampleInvoice(
  work: Work,
  { from, to, netCents }: { from?: string | undefined; to: string; netCents: number },
): Promise<object> {
  const companies = work.companies();
  const seller = companies.find(({ siren, client }) => (from === undefined ? client && siren !== to : siren === from));
  const buyer = companies.find(({ siren }) => siren === to);
  if (!seller) throw new Refusal(400, 'INVALID_FIELD', 'from: there is no such company here');
  if (!buyer) throw new Refusal(400, 'INVALID_FIELD', 'to: there is no such company here');
  const invoice = invoiceOf(work, { seller, buyer, netCents });
  const file = Buffer.from(ciiOf(invoice));
  const deposit = await readDeposit(file, 'CII');
  const info = { name: `${invoice.number}.xml`, flowSyntax: 'CII' as const };
  const flow: TrialFlow = await depositFlow(work, seller.siren, { info, file, deposit });
  await work.changeSettings({ samples: work.settings().samples + 1 });
  return { number: invoice.number, flowId: flow.flowId, seller: seller.siren, buyer: buyer.siren };
}

type Sale = { seller: TrialCompany; buyer: TrialCompany; netCents: number };

function invoiceOf(work: Work, { seller, buyer, netCents }: Sale): ElectronicInvoice {
  const issuedOn = civilDayOf(Math.floor(work.now), CDAR_ZONE);
  const vat = { category: 'S' as const, rate: VAT_RATE };
  const net = cents(netCents);
  const tax = cents(Number(roundedRatio(BigInt(net) * BigInt(VAT_RATE), BASIS_POINTS)));
  const total = cents(net + tax);
  const number = `ESSAI-${yearOf(issuedOn)}-${String(work.settings().samples + 1).padStart(4, '0')}`;
  return {
    ...{ number, issuedOn, type: '380', currency: 'EUR', process: 'S1', profile: 'en16931' },
    dueOn: addDays(issuedOn, DUE_DAYS),
    notes: [
      { subject: 'BAR', text: 'B2B' },
      { subject: 'PMT', text: 'Indemnité forfaitaire pour frais de recouvrement : 40 €' },
      { subject: 'PMD', text: 'Pénalités de retard : trois fois le taux d’intérêt légal' },
      { subject: 'AAB', text: 'Pas d’escompte pour paiement anticipé' },
    ],
    preceding: [],
    seller: partyOf(seller),
    buyer: partyOf(buyer),
    payment: {
      code: '30',
      text: 'Virement',
      reference: number,
      account: { iban: 'FR7630006000011234567890189', holder: seller.name },
    },
    adjustments: [],
    totals: { lines: net, allowances: cents(0), charges: cents(0), net, tax, total, due: total },
    breakdown: [{ vat, net, tax }],
    lines: [
      {
        id: '1',
        quantity: 10_000 as TenThousandths,
        unit: 'C62',
        net,
        adjustments: [],
        price: (netCents * 10_000) as TenThousandths,
        vat,
        name: 'Prestation d’essai',
      },
    ],
  };
}

/** A company as seller or buyer, at its main establishment. */
function partyOf({ siren, name, establishments }: TrialCompany): Seller {
  const [main] = establishments;
  return {
    name,
    ...(main && { establishment: { scheme: '0009', value: main.siret } }),
    legalId: { scheme: '0002', value: siren },
    vatNumber: vatNumberOfSiren(siren) ?? '',
    electronicAddress: { scheme: '0225', value: siren },
    address: {
      ...(main && { line1: main.address.line1, postCode: main.address.postalCode, city: main.address.locality }),
      country: 'FR',
    },
  };
}

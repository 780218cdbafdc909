import { cents } from '../../src/domain/money/cents.ts';
import type { TenThousandths } from '../../src/domain/money/ten-thousandths.ts';
import type { ElectronicInvoice } from '../../src/einvoice/electronic-invoice.ts';

export const SELLER = '100000009';
export const BUYER = '200000008';
export const TOWN = '300000007';

type Made = {
  number?: string;
  seller?: string;
  buyer?: string;
  address?: string;
  order?: string;
  treatment?: string;
  issuedOn?: string;
};

/** An invoice of 1,000 € and 20 % VAT between companies of the trial platform. */
export function trialInvoice(made: Made = {}): ElectronicInvoice {
  const { number = 'F2027-001', seller = SELLER, buyer = BUYER, address = buyer, order, treatment = 'B2B' } = made;
  const [net, tax, total] = [cents(100_000), cents(20_000), cents(120_000)];
  const vat = { category: 'S' as const, rate: 2_000 };
  const party = (siren: string, electronic: string) => ({
    name: `Société ${siren}`,
    legalId: { scheme: '0002', value: siren },
    electronicAddress: { scheme: '0225', value: electronic },
    address: { line1: '1 rue Haute', postCode: '69001', city: 'Lyon', country: 'FR' },
  });
  return {
    ...{ number, issuedOn: made.issuedOn ?? '2027-09-06', type: '380', currency: 'EUR', process: 'S1' },
    profile: 'en16931',
    ...(order !== undefined && { orderNumber: order }),
    notes: [{ subject: 'BAR', text: treatment }],
    preceding: [],
    seller: party(seller, seller),
    buyer: party(buyer, address),
    adjustments: [],
    totals: { lines: net, allowances: cents(0), charges: cents(0), net, tax, total, due: total },
    breakdown: [{ vat, net, tax }],
    lines: [
      {
        ...{ id: '1', unit: 'C62', net, adjustments: [], vat, name: 'Conseil' },
        quantity: 10_000 as TenThousandths,
        price: 1_000_000_000 as TenThousandths,
      },
    ],
  };
}

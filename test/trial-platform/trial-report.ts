import type { ReportType } from '../../src/domain/einvoicing/e-reporting/deposit.ts';
import { cents } from '../../src/domain/money/cents.ts';
import { type ReportHead, salesReportXml } from '../../src/einvoice/flux10/flux10.ts';
import { SELLER } from './trial-invoice.ts';

/** The sales of 1 to 31 August 2027 of the seller: 1,000.00 of services at 20 %. */
export function trialReport({
  id = 'T-202708',
  type = 'IN' as ReportType,
  createdAt = '20270905120000',
  siren = SELLER,
  net = 100_000,
}: Partial<Pick<ReportHead, 'id' | 'type' | 'createdAt'>> & { siren?: string; net?: number } = {}): string {
  const head: ReportHead = {
    ...{ id, type, createdAt, period: { from: '2027-08-01', to: '2027-08-31' } },
    platform: { id: '0123', name: 'Plateforme' },
    issuer: { siren, name: 'Vendeur' },
  };
  const rate = { rate: 2_000, net: cents(100_000), vat: cents(20_000) };
  const sale = { on: '2027-08-03', currency: 'EUR', category: 'TPS1', onDebits: false, count: 1 } as const;
  return salesReportXml(head, {
    invoices: [],
    sales: [{ ...sale, net: cents(net), vatInEuros: cents(20_000), rates: [rate] }],
  });
}

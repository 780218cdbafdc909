import type { Finalized, Invoice } from '../../../src/domain/billing/document/document.ts';
import { totalsOf } from '../../../src/domain/billing/document/totals/totals.ts';

export const zone = 'Europe/Paris';
export const EMITTER = { siret: '55208131766522', sapAgreementNumber: 'SAP 552 081 317' };
// Two hours of gardening at 50.00 and 20 %: 120.00, worked in March, issued on the 31st.
export const LINE = {
  ...{
    id: 'a',
    designation: 'Jardinage',
    deliveryOfGoods: false,
    taxIncluded: false,
    vatCode: 'FR_2000',
    unit: 'hour',
  },
  ...{ quantity: 20_000, unitPrice: 5_000 * 10_000, personalServiceActivity: 'JARDINAGE' },
};
export const at = (day: string): number => Date.parse(`${day}T12:00:00+01:00`) / 1000;
const REQUEST = { beginsAt: at('2026-03-02'), endsAt: at('2026-03-31'), advancePaid: 0 };

export type Said = { lines?: object[]; asked?: object; currency?: string; paid?: number; emitter?: object };
/**
 * A finalized invoice with these lines that requests payment through Urssaf, as far as its rules
 * check.
 */
export function invoice({
  lines = [LINE],
  asked = {},
  currency = 'EUR',
  paid = 0,
  emitter = EMITTER,
}: Said): Finalized<Invoice> {
  const content = {
    ...{ lines, deductions: [], includeDiscountDisbursement: false, currency: { code: currency } },
    paymentRequest: { ...REQUEST, ...asked },
  };
  const totals = totalsOf({ ...content, step: 1 } as never);
  const sealed = { number: 'F-2026-7', emittedAt: at('2026-03-31'), emitter };
  return { kind: 'invoice', content, totals, sealed, life: { credited: {}, paid } } as never;
}

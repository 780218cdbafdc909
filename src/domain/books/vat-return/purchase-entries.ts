import { type Cents, cents } from '../../money/cents.ts';
import type { Purchase } from '../purchase.ts';
import type { VatEntry } from './vat-entry.ts';

/**
 * The entries of a purchase: its deductible VAT, on the day of payment. For services that is the
 * day it falls due (CGI art. 271, I 2); VAT on goods may be deducted on delivery, or later (CGI
 * ann. II art. 208).
 */
export function purchaseEntries(purchase: Pick<Purchase, 'nature' | 'amount' | 'deductibleVat'>): VatEntry[] {
  const { deductibleVat } = purchase;
  if (deductibleVat === 0) return [];
  return [
    {
      box: isCapitalGood(purchase) ? 'capital_goods' : 'other_deductible',
      rate: 0,
      base: cents(0),
      tax: deductibleVat,
    },
  ];
}

/** Net cents of euros up to which equipment may be an expense (BOI-BIC-CHG-20-30-10). */
const SMALL_EQUIPMENT_CENTS = 50_000;

/** Equipment above 500 euros without tax is a capital good. */
const isCapitalGood = ({ nature, amount, deductibleVat }: { nature: string; amount: Cents; deductibleVat: Cents }) =>
  nature === 'equipment' && Math.abs(amount - deductibleVat) > SMALL_EQUIPMENT_CENTS;

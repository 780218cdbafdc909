import { type Cents, cents } from '../../money/cents.ts';
import type { Purchase } from '../purchase.ts';
import type { VatEntry } from './vat-entry.ts';

/**
 * The entries of a purchase: its deductible VAT. VAT is deducted on the day of payment: for services
 * the day it falls due (CGI art. 271, I 2), for goods at the earliest the day of delivery, and it
 * may be deducted later (CGI ann. II art. 208).
 */
export function purchaseEntries(purchase: Pick<Purchase, 'nature' | 'amount' | 'deductibleVat'>): VatEntry[] {
  const { deductibleVat } = purchase;
  if (deductibleVat === 0) return [];
  return [
    { box: isFixedAsset(purchase) ? 'fixed_assets' : 'other_deductible', rate: 0, base: cents(0), tax: deductibleVat },
  ];
}

/** Net value in cents of euros up to which equipment may be an expense (BOI-BIC-CHG-20-30-10). */
const SMALL_EQUIPMENT_CENTS = 50_000;

/** Equipment above 500 euros without tax is a fixed asset. */
const isFixedAsset = ({ nature, amount, deductibleVat }: { nature: string; amount: Cents; deductibleVat: Cents }) =>
  nature === 'equipment' && Math.abs(amount - deductibleVat) > SMALL_EQUIPMENT_CENTS;

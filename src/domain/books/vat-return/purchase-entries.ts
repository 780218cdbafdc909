import { type Cents, cents } from '../../money/cents.ts';
import type { Purchase } from '../purchase.ts';
import { added } from './sale-entries.ts';
import type { VatEntry } from './vat-entry.ts';

/**
 * The entries of a purchase: its deductible VAT, on the day of payment. For services that is the
 * day it falls due (CGI art. 271, I 2); VAT on goods may be deducted on delivery, or later (CGI
 * ann. II art. 208). VAT that the business owes for the supplier is stated and deducted. Without
 * deduction, it is only owed: the franchise does not free from it (CGI art. 283, 2 and 293 B).
 */
export function purchaseEntries(
  purchase: Pick<Purchase, 'nature' | 'amount' | 'deductibleVat' | 'vat'>,
  { deducts }: { readonly deducts: boolean },
): VatEntry[] {
  const box = isCapitalGood(purchase) ? 'capital_goods' : 'other_deductible';
  const deducted = (tax: Cents): VatEntry => ({ box, rate: 0, base: cents(0), tax });
  const owed = purchase.vat.flatMap(({ treatment, rate, net, vat, deductible }): VatEntry[] =>
    treatment === 'charged' ? [] : [{ box: treatment, rate, base: net, tax: vat }, deducted(deductible)],
  );
  return added([...owed, deducted(purchase.deductibleVat)]).filter((entry) => deducts || entry.box !== box);
}

/** Net cents of euros up to which equipment may be an expense (BOI-BIC-CHG-20-30-10). */
const SMALL_EQUIPMENT_CENTS = 50_000;

/** Equipment above 500 euros without tax is a capital good. */
const isCapitalGood = ({ nature, amount, deductibleVat }: { nature: string; amount: Cents; deductibleVat: Cents }) =>
  nature === 'equipment' && Math.abs(amount - deductibleVat) > SMALL_EQUIPMENT_CENTS;

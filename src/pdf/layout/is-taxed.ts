import type { BillingDocument } from '../../domain/billing/document/document.ts';
import { keysOf, rateOfKey } from '../../domain/vat/breakdown.ts';

/** Whether anything is charged with VAT. Otherwise no column, table or total mentions it. */
export const isTaxed = ({ totals: { breakdown } }: Pick<BillingDocument, 'totals'>): boolean =>
  keysOf(breakdown).some((key) => rateOfKey(key) > 0);

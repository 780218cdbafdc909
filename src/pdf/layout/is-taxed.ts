import type { BillingDocument } from '../../domain/billing/document/document.ts';
import { keysOf, rateOfKey } from '../../domain/vat/breakdown.ts';

/** Whether anything is charged VAT. Of a document where nothing is, no column, table or total speaks of VAT. */
export const isTaxed = ({ totals: { breakdown } }: Pick<BillingDocument, 'totals'>): boolean =>
  keysOf(breakdown).some((key) => rateOfKey(key) > 0);

import { amountOf, type Breakdown, keysOf, type ShareKey } from '../../vat/breakdown.ts';
import type { Line } from '../document/lines/line.ts';
import { oneFor } from './line-at-net.ts';

/** A line before it has an id. */
export type NewLine = Omit<Line, 'id'>;

/**
 * The lines of a credit note over an advance, or over what earlier credit notes left of it: one per
 * non-zero key, for all of it. `creditTotals` computes exactly `rest` for them. `label` names a key
 * in the language of the document.
 */
export const linesOfAdvance = (rest: Breakdown, label: (key: ShareKey) => string): NewLine[] =>
  keysOf(rest).flatMap((key) => {
    const amount = amountOf(rest, key);
    if (amount.net === 0 && amount.vat === 0) return [];
    const line = { designation: label(key), deliveryOfGoods: false, ...oneFor(amount) };
    return [
      key === 'disbursement'
        ? { ...line, vatCode: 'FR_00HT' as const, type: 'disbursement' as const }
        : { ...line, vatCode: key },
    ];
  });

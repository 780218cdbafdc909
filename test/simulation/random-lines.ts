import type { Discount } from '../../src/domain/billing/document/totals/discount.ts';
import type { Entry } from '../../src/domain/billing/document/totals/totals.ts';
import { oracleTotals } from '../support/documents/totals-oracle.ts';
import type { Chance } from '../support/runner/seeded-random.ts';
import type { Amounts } from './document-model.ts';
import { type Quantities, quantitiesOf } from './stock-model.ts';

const CODES = ['FR_2000', 'FR_2000', 'FR_1000', 'FR_550', 'FR_850'] as const;

export type DrawnLines = {
  body: { lines: Record<string, unknown>[]; discount?: Discount };
  amounts: Amounts;
  quantities: Quantities;
  count: number;
};

/** Draws random lines of a document, as in a request, with their amounts by the oracle. */
export function drawnLines(chance: Chance, products: readonly string[]): DrawnLines {
  const style = chance.pick(['excluded', 'excluded', 'included', 'mixed']);
  const lines = Array.from({ length: chance.int(1, 4) }, (_, place) => {
    const isDisbursement = place > 0 && chance.chance(18);
    const isTaxIncluded = style === 'included' || (style === 'mixed' && chance.chance(50));
    return {
      designation: `Ligne ${place + 1}`,
      quantity: (place > 0 && chance.chance(12) ? -1 : 1) * chance.pick([1, 1, 2, 3, 0.5, 7.25]),
      unitPrice: chance.pick([chance.int(1, 50), chance.int(100, 9_999), chance.int(10_000, 200_000)]),
      isTaxIncluded,
      ...(isDisbursement ? { type: 'disbursement' } : { vatCode: chance.pick(CODES) }),
      ...(chance.chance(20) && { discount: drawnDiscount(chance) }),
      ...(chance.chance(40) && { productId: chance.pick(products) }),
    };
  });
  const isMixed = new Set(lines.map((line) => line.isTaxIncluded)).size > 1;
  const discount = chance.chance(30)
    ? isMixed
      ? { mode: 'PERCENTAGE' as const, amount: chance.int(1, 4_000) }
      : drawnDiscount(chance)
    : undefined;
  const body = { lines, ...(discount && { discount }) };
  return { body, amounts: amountsOf(body), quantities: quantitiesOf(lines), count: lines.length };
}

const drawnDiscount = (chance: Chance): Discount =>
  chance.chance(60)
    ? { mode: 'PERCENTAGE', amount: chance.int(1, 5_000) }
    : { mode: 'AMOUNT', amount: chance.int(1, 3_000) };

/** The amounts of lines, computed by the oracle. */
function amountsOf({ lines, discount }: { lines: any[]; discount?: Discount }): Amounts {
  const entry = {
    lines: lines.map((line) => ({
      ...line,
      quantity: line.quantity * 10_000,
      unitPrice: line.unitPrice * 10_000,
      taxIncluded: line.isTaxIncluded,
      vatCode: line.vatCode ?? 'FR_00HT',
    })),
    discount,
    includeDiscountDisbursement: false,
    step: 1,
  } as unknown as Entry;
  return new Map(
    [...oracleTotals(entry).breakdown].map(([key, { net, vat }]) => [key, { net: Number(net), vat: Number(vat) }]),
  );
}

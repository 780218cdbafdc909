import fc from 'fast-check';
import type { RequestedAdvance } from '../../../src/domain/billing/advance/advance-amount.ts';
import type { Line } from '../../../src/domain/billing/document/lines/line.ts';
import type { Discount } from '../../../src/domain/billing/document/totals/discount.ts';
import type { Entry } from '../../../src/domain/billing/document/totals/totals.ts';
import type { Cents } from '../../../src/domain/money/cents.ts';
import type { TenThousandths } from '../../../src/domain/money/ten-thousandths.ts';
import type { VatCode } from '../../../src/domain/vat/vat-code.ts';

/** An entry with complete lines, as a document stores them. */
export type RandomDocument = Omit<Entry, 'lines'> & { readonly lines: readonly Line[] };

/**
 * Plausible and absurd documents: returns, prices with and without tax, both mixed, disbursements,
 * both discount modes on lines and document, currencies without decimals, four-decimal quantities
 * and prices, and amounts of a few cents, which expose every rounding.
 */
export const randomDocument = (): fc.Arbitrary<RandomDocument> =>
  fc
    .record({
      pricing: fc.constantFrom('excluded', 'included', 'mixed'),
      withReturns: fc.boolean(),
      // Few keys, so that lines of one document share them.
      codes: fc.constantFrom<VatCode[]>(['FR_2000'], ['FR_2000', 'FR_550'], ['FR_850', 'FR_210', 'FR_1000', 'FR_00HT']),
      coinsOnly: fc.constantFrom(true, false, false),
      step: fc.constantFrom<1 | 100>(1, 1, 100),
      includeDiscountDisbursement: fc.boolean(),
    })
    .chain(({ includeDiscountDisbursement, ...manner }) =>
      fc.record({
        lines: fc.array(randomLine(manner), { minLength: 1, maxLength: 8 }),
        // `entryProblem` refuses a fixed discount on mixed prices.
        discount: fc.option(
          manner.pricing === 'mixed' ? percentage() : fc.oneof(percentage(), amountOff(manner.step)),
          {
            nil: undefined,
          },
        ),
        includeDiscountDisbursement: fc.constant(includeDiscountDisbursement),
        step: fc.constant(manner.step),
      }),
    );

type Manner = { pricing: string; withReturns: boolean; codes: VatCode[]; coinsOnly: boolean; step: 1 | 100 };

const randomLine = ({ pricing, withReturns, codes, coinsOnly, step }: Manner): fc.Arbitrary<Line> =>
  fc
    .record({
      quantity: fc.oneof(
        fc.integer({ min: 1, max: 12 }).map((units) => units * 10_000),
        fc.integer({ min: 0, max: 500_000 }),
      ),
      isReturn: withReturns ? fc.boolean() : fc.constant(false),
      unitPrice: coinsOnly ? coins(step) : fc.oneof(coins(step), prices(step)),
      taxIncluded: pricing === 'mixed' ? fc.boolean() : fc.constant(pricing === 'included'),
      vatCode: fc.constantFrom(...codes),
      isDisbursement: fc.constantFrom(true, false, false, false, false, false),
      discount: fc.oneof(fc.constant(undefined), percentage(), amountOff(step)),
      section: fc.constantFrom(undefined, undefined, 'Lot 1', 'Lot 2'),
    })
    .map(({ quantity, isReturn, unitPrice, isDisbursement, vatCode, discount, taxIncluded, section }) => ({
      id: '',
      designation: 'Prestation',
      deliveryOfGoods: false,
      quantity: (isReturn ? 0 - quantity : quantity) as TenThousandths,
      unitPrice: unitPrice as TenThousandths,
      taxIncluded,
      ...(isDisbursement ? { vatCode: 'FR_00HT' as const, type: 'disbursement' as const } : { vatCode }),
      ...(discount && { discount }),
      ...(section && { section }),
    }));

/** Ten-thousandths of a cent: whole cents, and four decimals of a cent. */
const prices = (step: 1 | 100): fc.Arbitrary<number> =>
  fc.oneof(
    fc.integer({ min: 0, max: 100_000 }).map((price) => price * 10_000 * step),
    fc.integer({ min: 0, max: 1_000_000_000 * step }),
  );

const coins = (step: 1 | 100): fc.Arbitrary<number> =>
  fc.integer({ min: 0, max: 12 }).map((price) => price * 10_000 * step);

const percentage = (): fc.Arbitrary<Discount> =>
  fc.oneof(fc.integer({ min: 0, max: 10_000 }), fc.constantFrom(500, 1000, 10_000)).map((amount) => ({
    mode: 'PERCENTAGE',
    amount,
  }));

const amountOff = (step: 1 | 100): fc.Arbitrary<Discount> =>
  fc.integer({ min: 0, max: 5000 }).map((amount) => ({ mode: 'AMOUNT', amount: amount * step }));

/** A requested advance and the amount a credit note takes back afterwards. */
export type RandomAdvance = {
  readonly asked: RequestedAdvance;
  readonly includeDisbursement: boolean;
  readonly credited: 'not' | 'partly' | 'wholly';
  readonly edit: RandomEdit;
};

export const randomAdvances = (): fc.Arbitrary<RandomAdvance[]> =>
  fc.array(
    fc.record({
      asked: fc.oneof(
        fc
          .integer({ min: 1, max: 1_000_000 })
          .map((percentage): RequestedAdvance => ({ mode: 'PERCENTAGE', percentage: percentage / 10_000 })),
        fc.constantFrom(30, 50, 100).map((percentage): RequestedAdvance => ({ mode: 'PERCENTAGE', percentage })),
        fc
          .integer({ min: 1, max: 100_000 })
          .map((amount): RequestedAdvance => ({ mode: 'AMOUNT', amount: amount as Cents })),
      ),
      includeDisbursement: fc.boolean(),
      credited: fc.constantFrom<RandomAdvance['credited']>('not', 'not', 'partly', 'wholly'),
      edit: randomEdit(),
    }),
    { maxLength: 6 },
  );

/** Edits of a credit note’s lines before it is finalized. */
export type RandomEdit = {
  /** Whether to start from the invoice’s lines and discount instead of the remainder. */
  readonly fromInvoice: boolean;
  /** Per line, repeating: the part of its quantity that is kept, in ten-thousandths. */
  readonly kept: readonly number[];
};

export const randomEdit = (): fc.Arbitrary<RandomEdit> =>
  fc.record({
    fromInvoice: fc.boolean(),
    kept: fc.array(fc.oneof(fc.constantFrom(0, 0, 5000, 10_000), fc.integer({ min: 0, max: 10_000 })), {
      minLength: 1,
      maxLength: 8,
    }),
  });

/** The lines with part of each quantity; lines reduced to zero are dropped. */
export const edited = <Edited extends Pick<Line, 'quantity'>>(
  lines: readonly Edited[],
  { kept }: RandomEdit,
): Edited[] =>
  lines.flatMap((line, place) => {
    const quantity = Math.round((line.quantity * (kept[place % kept.length] as number)) / 10_000);
    return quantity === 0 ? [] : [{ ...line, quantity: quantity as TenThousandths }];
  });

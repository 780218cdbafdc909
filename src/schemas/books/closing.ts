import * as z from 'zod';
import type { BookTotals } from '../../domain/books/book-totals.ts';
import type { BookClosing } from '../../domain/books/closing.ts';
import type { MileageTotals } from '../../domain/books/mileage/trip.ts';
import type { PurchaseTotals } from '../../domain/books/purchase-totals.ts';
import type { CivilDay } from '../../domain/time/civil-day.ts';
import { isTest } from '../lists/list-query.ts';
import { MileageTotalsJson } from './mileage.ts';
import { PurchaseTotalsJson, purchaseTotalsToJson } from './purchase.ts';
import { ReceiptTotalsJson, receiptTotalsToJson } from './receipts-book.ts';

const dayJson = (description: string) => z.string().meta({ format: 'date', description });
const hash = (description: string) =>
  z.string().meta({ description: `The SHA-256 of ${description}, in hexadecimal.` });

export const BookClosingJson = z
  .object({
    id: z.string(),
    number: z.int().meta({ description: 'From 1 in each mode, without gaps.' }),
    from: dayJson('The first day: the one after the closing before.'),
    to: dayJson('The last day. Through it the books no longer change.'),
    receipts: z
      .object({ sha256: hash('the lines of the receipts book'), totals: ReceiptTotalsJson })
      .meta({ id: 'ClosedReceipts' }),
    purchases: z
      .object({ sha256: hash('the lines of the register of purchases'), totals: PurchaseTotalsJson })
      .meta({ id: 'ClosedPurchases' }),
    mileage: z
      .object({ sha256: hash('the lines of the mileage log'), totals: MileageTotalsJson })
      .optional()
      .meta({ id: 'ClosedMileage', description: 'Only if the mileage log has a line in these days.' }),
    previous: hash('the closing before').optional(),
    sha256: hash('this closing, as it is in the audit trail'),
    createdAt: z.int().meta({ description: 'Unix seconds.' }),
    test: isTest,
  })
  .meta({ id: 'BookClosing' });

/** The JSON of a closing. */
export const bookClosingToJson = (
  closing: BookClosing & { readonly sha256: string },
): z.input<typeof BookClosingJson> => {
  const { id, number, from, to, receipts, purchases, mileage, previous, sha256, createdAt, test } = closing;
  return {
    ...{ id, number, from, to },
    receipts: { sha256: receipts.sha256, totals: receiptTotalsToJson(receipts.totals) },
    purchases: { sha256: purchases.sha256, totals: purchaseTotalsToJson(purchases.totals) },
    ...(mileage && { mileage: { sha256: mileage.sha256, totals: mileage.totals } }),
    ...(previous !== undefined && { previous }),
    ...{ sha256, createdAt, test },
  };
};

export const ClosingPreviewJson = z
  .object({
    from: dayJson('The first day that would be closed.'),
    to: dayJson('The last day.'),
    receipts: ReceiptTotalsJson,
    purchases: PurchaseTotalsJson,
    mileage: MileageTotalsJson,
  })
  .meta({ id: 'BookClosingPreview' });

/** The JSON of what a closing would freeze. */
export const closingPreviewToJson = ({
  span,
  receipts,
  purchases,
  mileage,
}: {
  readonly span: { readonly from: CivilDay; readonly to: CivilDay };
  readonly receipts: BookTotals;
  readonly purchases: PurchaseTotals;
  readonly mileage: MileageTotals;
}): z.input<typeof ClosingPreviewJson> => ({
  ...{ from: span.from, to: span.to },
  ...{ receipts: receiptTotalsToJson(receipts), purchases: purchaseTotalsToJson(purchases), mileage },
});

const closingParts = ['closing', 'chain', 'receipts', 'purchases', 'mileage'] as const;

export const ClosingVerificationJson = z
  .object({
    intact: z.boolean().meta({ description: 'No digest differs.' }),
    closings: z.int().meta({ description: 'Closings that were verified.' }),
    lines: z.int().meta({ description: 'Lines that were hashed again.' }),
    faults: z.array(
      z
        .object({
          number: z.int().meta({ description: 'The number of the closing.' }),
          part: z.enum(closingParts).meta({
            description:
              '`closing`: its content; `chain`: its link to the closing before; `receipts`, `purchases`, `mileage`: their lines.',
          }),
        })
        .meta({ id: 'BookClosingFault' }),
    ),
  })
  .meta({ id: 'BookClosingVerification' });

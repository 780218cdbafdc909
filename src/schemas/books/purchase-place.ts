import * as z from 'zod';
import { PURCHASES_OF_YEAR_MAX, type Purchase } from '../../domain/books/purchase.ts';

/** Where a page of the register starts: after a line. */
export const purchasePlace = z.object({
  on: z.iso.date().refine((said) => !said.startsWith('0000')),
  n: z.int().min(0).max(PURCHASES_OF_YEAR_MAX),
});

/** The place of a line, for the next page. */
export const purchasePlaceOf = ({
  bookedOn,
  number,
}: Pick<Purchase, 'bookedOn' | 'number'>): z.output<typeof purchasePlace> => ({ on: bookedOn, n: number });

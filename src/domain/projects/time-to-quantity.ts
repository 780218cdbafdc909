import type { Product } from '../catalogue/product.ts';
import { type TenThousandths, tenThousandths } from '../money/ten-thousandths.ts';
import type { Refused } from '../refusal.ts';
import { hoursOf } from './task.ts';

/**
 * How much of a line the time of a task becomes: the quantity that was said, else its hours, counted from its minutes to four decimals.
 * Refused where neither is known.
 */
export function quantityOfTime(
  { timeSpent }: { readonly timeSpent?: number | undefined },
  said: TenThousandths | undefined,
): TenThousandths | Refused<'task_time_missing'> {
  const counted = timeSpent ? tenThousandths(hoursOf(timeSpent)) : undefined;
  return said ?? counted ?? { refused: 'task_time_missing' };
}

/**
 * The unit of time on a line: hours where it was counted, else that of the product. The price of a product that is sold by another
 * unit is not taken for counted hours: a price by the day times hours would be a bill eight times too high.
 */
export function unitOfTime(
  product: Pick<Product, 'unit'> | undefined,
  { isCounted, takesPrice }: { readonly isCounted: boolean; readonly takesPrice: boolean },
): Product['unit'] | Refused<'product_not_by_the_hour'> {
  if (takesPrice && isCounted && product && product.unit !== 'hour')
    return { refused: 'product_not_by_the_hour', unit: product.unit };
  return isCounted || !product ? 'hour' : product.unit;
}

import type { Product } from '../catalogue/product.ts';
import { type TenThousandths, tenThousandths } from '../money/ten-thousandths.ts';
import type { Refused } from '../refusal.ts';
import { hoursOf } from './task.ts';

/**
 * The quantity of a task's time on a line: as entered, or its hours computed from minutes to four
 * decimals. Refused without both.
 */
export function quantityOfTime(
  { timeSpent }: { readonly timeSpent?: number | undefined },
  entered: TenThousandths | undefined,
): TenThousandths | Refused<'task_time_missing'> {
  const counted = timeSpent ? tenThousandths(hoursOf(timeSpent)) : undefined;
  return entered ?? counted ?? { refused: 'task_time_missing' };
}

/**
 * The unit of time on a line: hours if counted, otherwise that of the product. The price of a
 * product sold in another unit is not used for counted hours: a daily price times hours would be
 * eight times too high.
 */
export function unitOfTime(
  product: Pick<Product, 'unit'> | undefined,
  { isCounted, takesPrice }: { readonly isCounted: boolean; readonly takesPrice: boolean },
): Product['unit'] | Refused<'product_not_by_the_hour'> {
  if (takesPrice && isCounted && product && product.unit !== 'hour')
    return { refused: 'product_not_by_the_hour', unit: product.unit };
  return isCounted || !product ? 'hour' : product.unit;
}

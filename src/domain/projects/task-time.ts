import type { Product } from '../catalogue/product.ts';
import { type TenThousandths, tenThousandths } from '../money/ten-thousandths.ts';
import type { Refused } from '../refusal.ts';
import { hoursOf, type Task } from './task.ts';

/**
 * The billing state of a task's time: none, to be billed, on a draft, or on a finalized document.
 */
export const timeStates = ['none', 'to_bill', 'on_draft', 'billed'] as const;
type TimeState = (typeof timeStates)[number];

/**
 * The document with the time of a task: its line still exists, and the document is not canceled.
 */
export type TimeOn = { readonly documentId: string; readonly isDraft: boolean };

/** Time is billed once: time on a document is not billed again, even if more was added since. */
export const timeStateOf = ({ timeSpent }: Pick<Task, 'timeSpent'>, on: TimeOn | undefined): TimeState => {
  if (on) return on.isDraft ? 'on_draft' : 'billed';
  return timeSpent ? 'to_bill' : 'none';
};

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

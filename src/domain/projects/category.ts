import type { Cents } from '../money/cents.ts';
import type { Refused } from '../refusal.ts';
import type { Rank } from './rank.ts';

/** Columns a board has at most. */
export const CATEGORIES_MAX = 50;

/** What a column says of itself. */
type CategoryDetails = {
  readonly name: string;
  /** `#6366f1`, in lower case. */
  readonly color: string;
  readonly showDueDate: boolean;
  readonly showAmount: boolean;
  readonly showCustomer: boolean;
};

/** A column of the board. The account's, the same for its live and its test projects. */
export type Category = CategoryDetails & {
  readonly id: string;
  readonly rank: Rank;
  /** What stands in it is done, or lost; never both. */
  readonly isDone: boolean;
  readonly isLost: boolean;
  readonly createdAt: number;
};

/** A column with how many projects of the caller's mode stand in it, archived ones aside, and what these are worth together. */
export type CountedCategory = { readonly category: Category; readonly count: number; readonly amount: Cents };

/** What a new column is unless its maker says otherwise. */
export const plainCategory = {
  color: '#6366f1',
  showDueDate: true,
  showAmount: true,
  showCustomer: true,
  isDone: false,
  isLost: false,
} as const;

/** What stands in a column is won or lost, not both. */
export const categoryProblem = ({
  isDone,
  isLost,
}: Pick<Category, 'isDone' | 'isLost'>): Refused<'category_done_and_lost'> | undefined =>
  isDone && isLost ? { refused: 'category_done_and_lost' } : undefined;

import type { Cents } from '../money/cents.ts';
import type { Refused } from '../refusal.ts';
import type { Rank } from './rank.ts';

/** Columns per board. */
export const CATEGORIES_MAX = 50;

/** The editable fields of a column. */
type CategoryDetails = {
  readonly name: string;
  /** `#6366f1`, in lower case. */
  readonly color: string;
  readonly showDueDate: boolean;
  readonly showAmount: boolean;
  readonly showCustomer: boolean;
};

/** A column of the board, shared by the account's live and test projects. */
export type Category = CategoryDetails & {
  readonly id: string;
  readonly rank: Rank;
  /** Whether its projects are done, or lost; never both. */
  readonly isDone: boolean;
  readonly isLost: boolean;
  readonly createdAt: number;
};

/**
 * A column with the number and the total value of its projects in the caller's mode, without
 * archived ones.
 */
export type CountedCategory = { readonly category: Category; readonly count: number; readonly amount: Cents };

/** The defaults of a new column. */
export const plainCategory = {
  color: '#6366f1',
  showDueDate: true,
  showAmount: true,
  showCustomer: true,
  isDone: false,
  isLost: false,
} as const;

/** Refuses a column that is both done and lost. */
export const categoryProblem = ({
  isDone,
  isLost,
}: Pick<Category, 'isDone' | 'isLost'>): Refused<'category_done_and_lost'> | undefined =>
  isDone && isLost ? { refused: 'category_done_and_lost' } : undefined;

/** How the days of a file are ordered: day, month, year, or otherwise. */
export const dateOrders = ['dmy', 'mdy', 'ymd'] as const;
export type DateOrder = (typeof dateOrders)[number];

/**
 * Which column of a CSV file means what, numbered from 1. An amount stands in one column with its sign, or in two: what went out in
 * `debit`, what came in in `credit`. Of several columns the label is all of them.
 */
export type CsvColumns = {
  readonly date: number;
  readonly label: readonly number[];
  readonly dateOrder: DateOrder;
  readonly amount?: number;
  readonly debit?: number;
  readonly credit?: number;
  readonly valueDate?: number;
  readonly counterpart?: number;
  readonly reference?: number;
  readonly balance?: number;
  readonly currency?: number;
};

/** Every column that is meant, once each. */
export const columnsMeant = ({ label, dateOrder: _, ...single }: CsvColumns): readonly number[] => [
  ...Object.values(single),
  ...label,
];

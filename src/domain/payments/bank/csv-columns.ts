/** How the days of a file are ordered: day, month, year, or otherwise. */
export const dateOrders = ['dmy', 'mdy', 'ymd'] as const;
export type DateOrder = (typeof dateOrders)[number];

/**
 * Which column of a CSV file means what, numbered from 1. An amount stands in one column with its sign, in one column beside its
 * direction, or in two: what went out in `debit`, what came in in `credit`. The label is the text of all its columns.
 */
export type CsvColumns = {
  readonly date: number;
  readonly label: readonly number[];
  readonly dateOrder: DateOrder;
  readonly amount?: number;
  readonly debit?: number;
  readonly credit?: number;
  /** Debit or credit, where amounts have no sign. */
  readonly direction?: number;
  /** What the bank or the provider kept. */
  readonly fee?: number;
  /** What moved after the fee: it counts instead of the amount. */
  readonly net?: number;
  /** Whether the row was booked: rows that are pending, declined or reverted are left out. */
  readonly status?: number;
  /** The bank account of the row, where a file has rows of several. */
  readonly account?: number;
  readonly valueDate?: number;
  readonly counterpart?: number;
  readonly reference?: number;
  readonly balance?: number;
  readonly currency?: number;
};

/** Every column that has a meaning; one column may have two. */
export const columnsMeant = ({ label, dateOrder: _, ...single }: CsvColumns): readonly number[] => [
  ...Object.values(single),
  ...label,
];

/**
 * Remembered columns, completed by what a proposal for the same headers knows and they lack: the status and the direction of a row.
 * Forms remembered before these meanings existed would read declined payments as booked.
 */
export function completedBy(remembered: CsvColumns, guess: CsvColumns | undefined): CsvColumns {
  const taken = new Set(columnsMeant(remembered));
  const free = (place: number | undefined): place is number => place !== undefined && !taken.has(place);
  const { status, direction } = guess ?? {};
  return {
    ...remembered,
    ...(remembered.status === undefined && free(status) && { status }),
    ...(remembered.direction === undefined && free(direction) && { direction }),
  };
}

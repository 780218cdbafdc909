/** The order of day, month and year in a file's dates. */
export const dateOrders = ['dmy', 'mdy', 'ymd'] as const;
export type DateOrder = (typeof dateOrders)[number];

/**
 * The meaning of the columns of a CSV file, numbered from 1. An amount is in one signed column, in
 * one column with a separate direction, or in two columns: `debit` for outgoing, `credit` for
 * incoming money. The label is the text of all its columns.
 */
export type CsvColumns = {
  readonly date: number;
  readonly label: readonly number[];
  readonly dateOrder: DateOrder;
  readonly amount?: number;
  readonly debit?: number;
  readonly credit?: number;
  /** Debit or credit, for unsigned amounts. */
  readonly direction?: number;
  /** The fee kept by the bank or the provider. */
  readonly fee?: number;
  /** The amount after the fee, which is used instead of the amount. */
  readonly net?: number;
  /** The status of the row: pending, declined and reverted rows are skipped. */
  readonly status?: number;
  /** The bank account of the row, if a file contains several. */
  readonly account?: number;
  readonly valueDate?: number;
  readonly counterpart?: number;
  readonly reference?: number;
  readonly balance?: number;
  readonly currency?: number;
};

/** All columns with a meaning; one column may have two. */
export const columnsMeant = ({ label, dateOrder: _, ...single }: CsvColumns): readonly number[] => [
  ...Object.values(single),
  ...label,
];

/**
 * Adds the status and direction columns of a proposal for the same headers to a stored mapping that
 * lacks them. Mappings stored before these columns existed would read declined payments as booked.
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

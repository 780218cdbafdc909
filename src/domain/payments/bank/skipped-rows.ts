/** Why a row of a statement is no transaction. */
export const leftOutReasons = [
  'pending',
  'declined',
  'canceled',
  'reverted',
  /** The status column has a word that is not known. */
  'unknown_status',
  /** Nothing entered or left the account: a memo, a transfer between two pockets of it. */
  'no_movement',
  /** A sum or a balance of other rows. */
  'total',
  /** No date or no amount. */
  'note',
] as const;
export type LeftOutReason = (typeof leftOutReasons)[number];

export type LeftOutRow = {
  /** Of the file, numbered from 1. */
  readonly row: number;
  readonly reason: LeftOutReason;
  /** The status as the file writes it. */
  readonly status?: string;
  readonly label?: string;
};

/** The rows that were left out: how many for each reason, and the first of them. */
export type LeftOut = {
  readonly count: number;
  readonly byReason: readonly { readonly reason: LeftOutReason; readonly status?: string; readonly count: number }[];
  readonly rows: readonly LeftOutRow[];
};

/** Rows that are shown; different reasons and statuses that are counted apart. */
const SHOWN_ROWS = 20;
const REASONS_MAX = 20;

/** Collects rows that are left out, without keeping them all. */
export function leftOutCounter(): { readonly add: (row: LeftOutRow) => void; readonly result: () => LeftOut } {
  const rows: LeftOutRow[] = [];
  const counts = new Map<string, { reason: LeftOutReason; status?: string; count: number }>();
  let count = 0;
  return {
    add: (row) => {
      count += 1;
      if (rows.length < SHOWN_ROWS) rows.push(row);
      const { reason, status } = row;
      const key = `${reason} ${status ?? ''}`;
      const before = counts.get(key) ?? (counts.size >= REASONS_MAX ? counts.get(reason) : undefined);
      if (before) before.count += 1;
      else if (counts.size < REASONS_MAX)
        counts.set(key, { reason, ...(status !== undefined && { status }), count: 1 });
      else counts.set(reason, { reason, count: 1 });
    },
    result: () => ({ count, byReason: [...counts.values()].sort((a, b) => b.count - a.count), rows }),
  };
}

/** Why a row of a statement is skipped. */
export const leftOutReasons = [
  'pending',
  'declined',
  'canceled',
  'reverted',
  /** The status column contains an unknown word. */
  'unknown_status',
  /** Nothing entered or left the account: a memo, a transfer between its sub-accounts. */
  'no_movement',
  /** A sum or a balance of other rows. */
  'total',
  /** Without a date or an amount. */
  'note',
] as const;
export type LeftOutReason = (typeof leftOutReasons)[number];

export type LeftOutRow = {
  /** The row of the file, from 1. */
  readonly row: number;
  readonly reason: LeftOutReason;
  /** The status as written in the file. */
  readonly status?: string;
  readonly label?: string;
};

/** The skipped rows: the number per reason, and the first of them. */
export type LeftOut = {
  readonly count: number;
  readonly byReason: readonly { readonly reason: LeftOutReason; readonly status?: string; readonly count: number }[];
  readonly rows: readonly LeftOutRow[];
};

/** Skipped rows shown; also the maximum number of reasons and statuses counted separately. */
const SHOWN_ROWS = 20;
const REASONS_MAX = 20;

/** Collects skipped rows without storing them all. */
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

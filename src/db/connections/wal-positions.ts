import { processLimits } from '../../limits/process-limits.ts';

/**
 * The positions in the write-ahead log (WAL) after this process's writes, in bytes from its start.
 * A replica serves an account only once it has replayed the log up to `needed`.
 */
export type WalPositions = {
  /**
   * Records a write of an account (or '' for the installation or a person). Undefined if the
   * position is unknown.
   */
  readonly note: (whose: { readonly accountId: string }, position: number | undefined) => void;
  /** The position that must be replayed before this account can read this process's writes. */
  readonly needed: (accountId: string) => number;
  /** The highest recorded position. */
  readonly latest: () => number;
  /**
   * Number of writes with unknown positions. While there are new ones, the replica serves no
   * account.
   */
  readonly unsure: () => number;
  /** Reports that all writes counted by `unsure` end at or before this position. */
  readonly settle: (position: number, unsure: number) => void;
  /** Reports that the replica has replayed up to this position: lower ones can be dropped. */
  readonly replayed: (position: number) => void;
};

/** A position as sent to callers, who send it back. */
export const positionText = (position: number): string => position.toString(16);

/** The position sent by a caller; invalid text counts as later than everything. */
export const positionFrom = (text: string): number =>
  /^[0-9a-f]{1,13}$/.test(text) ? Number.parseInt(text, 16) : Number.POSITIVE_INFINITY;

const { accountsRememberedMax } = processLimits.replica;

/** Starts unsure: a previous process may have written a moment ago. */
export function createWalPositions(): WalPositions {
  const ofAccounts = new Map<string, number>();
  /** The position that every account needs at least. */
  let floor = Number.POSITIVE_INFINITY;
  let unsure = 1;
  let latest = 0;
  return {
    note: ({ accountId }, position) => {
      if (position === undefined) {
        unsure += 1;
        floor = Number.POSITIVE_INFINITY;
        return;
      }
      latest = Math.max(latest, position);
      if (accountId === '') return;
      if (ofAccounts.size >= accountsRememberedMax && !ofAccounts.has(accountId)) {
        ofAccounts.clear();
        floor = Math.max(floor, latest);
      }
      ofAccounts.set(accountId, Math.max(ofAccounts.get(accountId) ?? 0, position));
    },
    needed: (accountId) => Math.max(floor, ofAccounts.get(accountId) ?? 0),
    latest: () => latest,
    unsure: () => unsure,
    settle: (position, before) => {
      latest = Math.max(latest, position);
      if (before === unsure && floor === Number.POSITIVE_INFINITY) floor = position;
    },
    replayed: (position) => {
      for (const [account, needed] of ofAccounts) if (needed <= position) ofAccounts.delete(account);
    },
  };
}

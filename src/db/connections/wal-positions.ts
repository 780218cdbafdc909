import { processLimits } from '../../limits/process-limits.ts';

/**
 * Where the write-ahead log stood after what this process wrote, in bytes since its beginning: a replica that has replayed as
 * much shows it. A replica is asked for an account only once it has replayed what is `needed`.
 */
export type WalPositions = {
  /** After a write of an account; of the service as a whole, or a person, where it is ''. Undefined where it is not known. */
  readonly note: (whose: { readonly accountId: string }, position: number | undefined) => void;
  /** The least that must be replayed for this account to read what this process wrote of it. */
  readonly needed: (accountId: string) => number;
  /** Beyond everything noted. */
  readonly latest: () => number;
  /** How many writes ended nobody knows where. While there is a new one, no account is answered by a replica. */
  readonly unsure: () => number;
  /** All of those, so many as `unsure` said before it was asked, end at or before this position. */
  readonly settle: (position: number, unsure: number) => void;
  /** So much is replayed: what was needed up to there need not be remembered. */
  readonly replayed: (position: number) => void;
};

/** A position as callers are told it, and say it again. */
export const positionText = (position: number): string => position.toString(16);

/** The position that a caller says; what cannot be read is taken for later than everything. */
export const positionFrom = (said: string): number =>
  /^[0-9a-f]{1,13}$/.test(said) ? Number.parseInt(said, 16) : Number.POSITIVE_INFINITY;

const { accountsRememberedMax } = processLimits.replica;

/** Begins unsure: a former life of this process may have written a moment ago. */
export function createWalPositions(): WalPositions {
  const ofAccounts = new Map<string, number>();
  /** What every account needs, remembered or not. */
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

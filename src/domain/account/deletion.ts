import type { Refused } from '../refusal.ts';
import type { CivilDay } from '../time/civil-day.ts';

/** Days between the request to delete an account and its deletion, in which it can be canceled. */
export const DELETION_WAIT_DAYS = 30;
/** Years that records are kept after the end of their financial year (C. com. art. L123-22). */
export const RECORDS_KEPT_YEARS = 10;

const DAY_SECONDS = 86_400;

/**
 * The states of a deletion, in order: asked for; what the law does not keep is being erased; the
 * rest is kept, locked; the rest is being erased; nothing is left.
 */
export const deletionStates = ['waiting', 'clearing', 'kept', 'erasing', 'erased'] as const;
type DeletionState = (typeof deletionStates)[number];

/** The deletion of an account. Times are Unix seconds. */
export type AccountDeletion = {
  readonly accountId: string;
  readonly state: DeletionState;
  /** Who asked, as in the audit trail. */
  readonly actor: string;
  readonly askedAt: number;
  readonly dueAt: number;
  /** The operator erases everything, because the owner keeps the records. */
  readonly byOperator: boolean;
  readonly begunAt?: number;
  /** The last day on which the records are kept. */
  readonly keptUntil?: CivilDay;
  readonly endedAt?: number;
};

/** When a deletion asked for at `askedAt` is due. Both are Unix seconds. */
export const deletionDueAt = (askedAt: number): number => askedAt + DELETION_WAIT_DAYS * DAY_SECONDS;

/**
 * The last day on which records are kept whose newest is of `lastOn`: ten years from the end of
 * its financial year, which is the calendar year (C. com. art. L123-22 and L123-12).
 */
export const recordsKeptUntil = (lastOn: CivilDay): CivilDay =>
  `${Number(lastOn.slice(0, 4)) + RECORDS_KEPT_YEARS}-12-31` as CivilDay;

type Asked = {
  readonly account: { readonly role: string; readonly isSample: boolean; readonly name: string };
  /** The name as the person typed it. */
  readonly typed: string;
  readonly deletion: AccountDeletion | undefined;
};

/** Why a member cannot ask for the deletion of their account; undefined if they can. */
export function deletionRefusal({
  account,
  typed,
  deletion,
}: Asked):
  | Refused<'deletion_for_owners' | 'deletion_of_sample' | 'deletion_asked_already' | 'account_name_differs'>
  | undefined {
  if (account.isSample) return { refused: 'deletion_of_sample' };
  if (account.role !== 'owner') return { refused: 'deletion_for_owners' };
  if (deletion) return { refused: 'deletion_asked_already', dueAt: deletion.dueAt };
  if (!isAccountName(typed, account.name)) return { refused: 'account_name_differs', name: account.name };
  return undefined;
}

/** Whether a person typed the name of their account to confirm. */
export const isAccountName = (typed: string, name: string): boolean => folded(typed) === folded(name);

/** Spaces around and between words, and case, are typing and no intention. */
const folded = (name: string): string => name.normalize('NFC').trim().replaceAll(/\s+/g, ' ').toLowerCase();

/** Why a deletion cannot be canceled; undefined if it can. */
export function cancellationRefusal(
  account: Pick<Asked['account'], 'role'>,
  deletion: AccountDeletion | undefined,
): Refused<'deletion_for_owners' | 'deletion_not_asked' | 'deletion_begun'> | undefined {
  if (account.role !== 'owner') return { refused: 'deletion_for_owners' };
  if (!deletion) return { refused: 'deletion_not_asked' };
  return deletion.state === 'waiting' ? undefined : { refused: 'deletion_begun' };
}

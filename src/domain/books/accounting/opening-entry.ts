import { type Cents, cents } from '../../money/cents.ts';
import type { Refused } from '../../refusal.ts';
import { addDays, type CivilDay, civilDayOf } from '../../time/civil-day.ts';
import { bookingDay } from '../closing.ts';
import { isLabelOfFile, type LedgerAccount } from './chart-of-accounts.ts';
import type { Entry } from './entry.ts';

/** Lines and characters of an opening entry, and opening entries of an account. */
export const OPENING_LINES_MAX = 500;
export const OPENING_LABEL_MAX = 200;
const OPENING_ENTRIES_MAX = 10_000;
/** The largest amount of a line: cents of euros. */
export const OPENING_AMOUNT_MAX = 1_000_000_000_000;
/** The first year of a date in the file of entries (Test-Compta-Demat). */
const FIRST_DAY = '1900-01-01';

/** A line: cents of euros, positive for a debit, negative for a credit. */
export type OpeningLine = LedgerAccount & { readonly amount: Cents };

export type OpeningFacts = {
  readonly on: CivilDay;
  readonly label: string;
  readonly lines: readonly OpeningLine[];
};

/** A recorded opening entry. `number` is its place in the order of recording, from 1. */
export type OpeningEntry = OpeningFacts & {
  readonly id: string;
  readonly number: number;
  /** Who recorded it: a person or a key; unknown of entries from before this was kept. */
  readonly actor?: string;
  /** The entry that this one takes back. */
  readonly reversesId?: string;
  /** Unix seconds. */
  readonly createdAt: number;
};

/** A stored entry, and whether another one takes it back. */
export type KeptOpening = OpeningEntry & { readonly isReversed: boolean };

export type OpeningRefusal = Refused<
  'opening_day_unusable' | 'opening_account_unusable' | 'opening_unbalanced' | 'opening_entries_full'
>;

/** What decides on an opening entry: today, the last closed day, and how many entries exist. */
export type OpeningState = {
  readonly today: CivilDay;
  readonly closedThrough: CivilDay | undefined;
  readonly entries: number;
};

/** Balance-sheet accounts: classes 1 to 5 of the chart (PCG art. 911-1). */
const NUMBER = /^[1-5]\d{2}[0-9A-Z]{0,9}$/;

/**
 * Why an opening entry cannot be recorded: its day is to come or closed, an account is not of the
 * balance sheet, or debits and credits differ (PCG art. 921-1).
 */
export function openingRefused(
  { on, lines }: OpeningFacts,
  { today, closedThrough, entries }: OpeningState,
): OpeningRefusal | undefined {
  const from = closedThrough === undefined ? FIRST_DAY : addDays(closedThrough, 1);
  if (on < from || on > today) return { refused: 'opening_day_unusable', from, to: today };
  const place = lines.findIndex(({ number, label }) => !NUMBER.test(number) || !isLabelOfFile(label));
  if (place !== -1) return { refused: 'opening_account_unusable', place };
  const sum = (sign: 1 | -1): number => lines.reduce((all, { amount }) => all + Math.max(0, sign * amount), 0);
  const [debit, credit] = [sum(1), sum(-1)];
  if (debit !== credit) return { refused: 'opening_unbalanced', debit, credit };
  if (entries >= OPENING_ENTRIES_MAX) return { refused: 'opening_entries_full', limit: OPENING_ENTRIES_MAX };
  return undefined;
}

/** What takes an entry back: its lines negated, on its day or the first open one after it. */
export const reversalOf = ({ number, on, lines }: OpeningEntry, closedThrough: CivilDay | undefined): OpeningFacts => ({
  on: bookingDay(on, closedThrough),
  label: `Annulation de la reprise ${number}`,
  lines: lines.map((line) => ({ ...line, amount: cents(-line.amount) })),
});

/**
 * The entry in the journal of opening balances. An account has one label in a file, from `labels`:
 * the one in the chart of accounts, or the first one typed.
 */
export function entryOfOpening(
  { number, on, label, lines, createdAt }: OpeningEntry,
  labels: ReadonlyMap<string, string>,
  zone: string,
): Entry {
  return {
    ...{ journal: 'AN', on, piece: `OUVERTURE-${number}`, pieceOn: on, validOn: civilDayOf(createdAt, zone), label },
    lines: lines.map(({ number: account, label: typed, amount }) => ({
      account: { number: account, label: labels.get(account) ?? typed },
      amount,
    })),
  };
}

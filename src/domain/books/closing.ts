import type { Refused } from '../refusal.ts';
import { addDays, type CivilDay } from '../time/civil-day.ts';
import type { BookTotals } from './book-totals.ts';
import type { MileageTotals } from './mileage/trip.ts';
import type { PurchaseTotals } from './purchase-totals.ts';

/** Lines of the receipts book that one closing can freeze: bounds its time. */
export const CLOSING_LINES_MAX = 100_000;

/** A closed book: its lines, their totals, and the SHA-256 of the lines in hexadecimal. */
type ClosedBook<Totals> = { readonly count: number; readonly totals: Totals; readonly sha256: string };

/**
 * A closing of the receipts book, the register of purchases and the mileage log, after which their
 * lines through its last day never change (in the spirit of CGI art. 286, I 3° bis, and of the
 * accounting rules on closing, PCG art. 921-4). `previous` is the digest of the closing before.
 */
export type BookClosing = {
  readonly id: string;
  readonly test: boolean;
  /** From 1 in each mode, without gaps. */
  readonly number: number;
  readonly from: CivilDay;
  readonly to: CivilDay;
  readonly receipts: ClosedBook<BookTotals>;
  readonly purchases: ClosedBook<PurchaseTotals>;
  /** The mileage log; absent if it has no line in these days. */
  readonly mileage?: ClosedBook<MileageTotals>;
  readonly previous?: string;
  /** Who closed: a person, a key, or the command line. */
  readonly actor: string;
  /** Unix seconds. */
  readonly createdAt: number;
};

/** What a closing states, without who made it and when: its digest covers this. */
export type StatedClosing = Omit<BookClosing, 'actor' | 'createdAt'>;

/** Today, and the last closed day. */
type Openness = { readonly today: CivilDay; readonly closedThrough?: CivilDay | undefined };

/** Why the books cannot be closed through a day: it is not over, or closed already. */
export function closingRefused(
  through: CivilDay,
  { today, closedThrough }: Openness,
): Refused<'closing_day_not_over' | 'closing_day_closed'> | undefined {
  if (through >= today) return { refused: 'closing_day_not_over', today };
  if (closedThrough !== undefined && through <= closedThrough) return { refused: 'closing_day_closed', closedThrough };
  return undefined;
}

/** Why a closing of this many lines is not made at once. */
export const closingLengthRefused = (lines: number): Refused<'closing_too_long'> | undefined =>
  lines > CLOSING_LINES_MAX ? { refused: 'closing_too_long', limit: CLOSING_LINES_MAX } : undefined;

/** The day on which a movement is booked: its own, or the first open day if that one is closed. */
export const bookingDay = (on: CivilDay, closedThrough: CivilDay | undefined): CivilDay =>
  closedThrough === undefined || on > closedThrough ? on : addDays(closedThrough, 1);

/** How much of a period is closed. */
export function closureOf(
  { from, to }: { readonly from: CivilDay; readonly to: CivilDay },
  closedThrough: CivilDay | undefined,
): 'open' | 'partly_closed' | 'closed' {
  if (closedThrough === undefined || closedThrough < from) return 'open';
  return closedThrough < to ? 'partly_closed' : 'closed';
}

import type { Refused } from '../refusal.ts';

/** Entries, or bank movements, of one family: an invoice has some ten. */
export const TRAIL_LINES_MAX = 2_000;

/** Why a trail with this many entries or bank movements is not shown at once. */
export const trailLengthRefused = (lines: number): Refused<'trail_too_long'> | undefined =>
  lines > TRAIL_LINES_MAX ? { refused: 'trail_too_long', limit: TRAIL_LINES_MAX } : undefined;

/** A movement on a bank account that paid a document, or that was kept for its customer. */
export type BankMovement = {
  readonly documentId: string;
  readonly paymentId?: string;
  readonly bookedOn: string;
  /** Cents of `currency`: the part that was matched. */
  readonly amount: number;
  readonly currency: string;
  readonly label: string;
  readonly counterpart?: string;
  /** The account: IBAN or number. */
  readonly account: string;
};

import type { Cents } from '../../money/cents.ts';
import type { CivilDay } from '../../time/civil-day.ts';

/** The supported statement formats. */
export const bankFormats = ['ofx', 'camt053', 'csv'] as const;
export type BankFormat = (typeof bankFormats)[number];

/** A line of a statement as written by the bank: money received (positive) or sent (negative). */
export type BankLine = {
  /** The booking day of the bank. */
  readonly bookedOn: CivilDay;
  /** The value date, from which it bears interest. */
  readonly valueOn?: CivilDay;
  readonly amount: Cents;
  /** The bank's text on one line. */
  readonly label: string;
  /** The payer or the payee, if the bank states it. */
  readonly counterpart?: string;
  readonly counterpartIban?: string;
  /** The reference given by the payer. */
  readonly reference?: string;
  /** The bank's id of the line, the same in every statement. */
  readonly bankId?: string;
  /** The fee kept by the bank or the provider, positive; the amount excludes it. */
  readonly fee?: Cents;
  /**
   * An unmapped column might say that the row was not booked: it is never applied automatically.
   */
  readonly isDoubtful?: boolean;
};

/** A stored line: each movement of money once, even if it appeared in several statements. */
export type BankTransaction = BankLine & {
  readonly id: string;
  readonly test: boolean;
  readonly bankAccountId: string;
  /** The first statement that contained it. */
  readonly statementId: string;
  /** Three letters (ISO 4217); amounts are hundredths of it. */
  readonly currency: string;
  /** The part applied to documents. */
  readonly applied: Cents;
  /** Of a debit: its purchase in the register, unless that was taken back. */
  readonly purchaseId?: string;
};
